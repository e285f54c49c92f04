"""Places in a session: first, second and so on.

Places follow the sum of the nets, whatever a score sheet shows as points, because the net is what a
player won from the others. The final standings, ratings and session lists use this.
"""

from collections.abc import Sequence
from typing import NamedTuple


class Total(NamedTuple):
    """The result of a session for one seat; the greater total is better."""

    #: Sum of the nets.
    net: int
    #: Number of deals won; breaks ties between equal sums.
    won: int


def places(totals: Sequence[Total]) -> list[int]:
    """Return the place of each total, from 1; ties share a place and the next ones are skipped.

    >>> places([Total(-6, 0), Total(9, 1), Total(-6, 1), Total(3, 0)])
    [4, 1, 3, 2]
    >>> places([Total(-6, 1), Total(12, 1), Total(-6, 1)])
    [2, 1, 2]
    """
    return [1 + sum(other > own for other in totals) for own in totals]
