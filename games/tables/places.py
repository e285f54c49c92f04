"""The places of a session: who came first, second and so on.

They go by the sum of the nets: whatever a sheet shows as points, this is what each won from the
others. The final standing, ratings and lists of sessions ask here.
"""

from collections.abc import Sequence
from typing import NamedTuple


class Total(NamedTuple):
    """What a session came to for one seat; the greater is the better."""

    #: The sum of its nets.
    net: int
    #: How many deals it won: this decides between equal sums.
    won: int


def places(totals: Sequence[Total]) -> list[int]:
    """Return the place of each, from 1; equals share a place, and the next ones are skipped.

    >>> places([Total(-6, 0), Total(9, 1), Total(-6, 1), Total(3, 0)])
    [4, 1, 3, 2]
    >>> places([Total(-6, 1), Total(12, 1), Total(-6, 1)])
    [2, 1, 2]
    """
    return [1 + sum(other > own for other in totals) for own in totals]
