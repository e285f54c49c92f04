"""Downsampling of points for a line chart."""

from collections.abc import Sequence
from itertools import groupby
from typing import Final

#: Points kept per column: first, last, lowest and highest.
KEPT: Final = 4


def downsample(across: Sequence[float], amounts: Sequence[int], columns: int) -> list[int]:
    """Return the indexes of the points to draw, in order: the ends and extremes of each column.

    All are returned if there are at most four per column. `across` are percentages that never
    decrease. The drawn line looks the same as one through all points if a column is no wider than
    the line.
    """
    everything = range(len(amounts))
    if len(amounts) <= KEPT * columns:
        return list(everything)

    def column(index: int) -> int:
        """Return the column in which the point with this index is drawn."""
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
