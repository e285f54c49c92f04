"""Fewer points that look like all of them."""

from collections.abc import Sequence
from itertools import groupby
from typing import Final

#: What one column keeps: what comes in, what goes out, and how far it reaches.
KEPT: Final = 4


def thinned(across: Sequence[float], amounts: Sequence[int], columns: int) -> list[int]:
    """Return which points to draw, in their order: of each column the ends and the extremes.

    `across` are percents that never fall. A line through what is kept covers the same as one
    through all of them where a column is no broader than the line. Few points are all kept.
    """
    everything = range(len(amounts))
    if len(amounts) <= KEPT * columns:
        return list(everything)

    def column(index: int) -> int:
        return min(int(across[index] * columns / 100), columns - 1)

    kept: set[int] = set()
    for _column, group in groupby(everything, column):
        inside = list(group)
        kept |= {
            inside[0],
            inside[-1],
            min(inside, key=amounts.__getitem__),
            max(inside, key=amounts.__getitem__),
        }
    return sorted(kept)
