"""What no seating can beat: the fewest repeats that counting alone allows.

Two arguments are used. *Spread*: t meetings over c pairs have the fewest repeats, the sum of
C(meetings, 2), where the counts differ by at most one, for moving a meeting from a pair that has
m to one that has less than m - 1 takes away more than it adds. *Crossing*: the k people of a table
sit at T tables in another round, so by the same spread at least so many of their pairs meet again.
The sum of C(meetings, 2) counts each pair once for every two rounds in which it meets, so the
crossings of all pairs of rounds add up to a bound of it. Two rounds of 12 at fours have 3 repeats
at least: each table of four comes together at three.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import combinations, pairwise


def pairs_of(people: int) -> int:
    """Return the number of pairs."""
    return people * (people - 1) // 2


def spread(total: int, cells: int) -> int:
    """Return the least sum of C(count, 2), where counts in so many cells add up to a total."""
    if cells < 1:
        return 0
    each, more = divmod(total, cells)
    return more * pairs_of(each + 1) + (cells - more) * pairs_of(each)


@dataclass(frozen=True, slots=True)
class Shape:
    """How many sit where in a round, whoever they are."""

    #: How many people sit at each table.
    groups: tuple[int, ...]
    #: How many seats each table has, bots' seats included.
    sizes: tuple[int, ...]


def crossing(shape: Shape, other: Shape, people: int) -> int:
    """Return how many pairs of a round must meet in another one, too."""
    tables = len(other.groups)
    if not tables:
        return 0
    # The last of k people at T tables meets at least (k - 1) // T of the others again. Those who
    # have no seat in the other round are taken to be the ones who cost most.
    costs = sorted(rank // tables for group in shape.groups for rank in range(group))
    away = people - sum(other.groups)
    return sum(costs[: len(costs) - away]) if away < len(costs) else 0


def repeats_bound(shapes: Sequence[Shape], people: int, forbidden: int = 0) -> int:
    """Return the least sum of C(meetings, 2) over all pairs."""
    meetings = sum(pairs_of(group) for shape in shapes for group in shape.groups)
    # Only few different shapes occur, most often one.
    kinds: dict[Shape, int] = {}
    for shape in shapes:
        kinds[shape] = kinds.get(shape, 0) + 1
    crossings = sum(
        pairs_of(times) * _crossing(shape, shape, people) for shape, times in kinds.items()
    ) + sum(
        kinds[one] * kinds[other] * _crossing(one, other, people)
        for one, other in combinations(kinds, 2)
    )
    return max(spread(meetings, pairs_of(people) - forbidden), crossings)


def consecutive_bound(shapes: Sequence[Shape], people: int) -> int:
    """Return how many times at least a pair meets in a round and in the next."""
    return sum(_crossing(one, other, people) for one, other in pairwise(shapes))


def unmet_bound(shapes: Sequence[Shape], people: int) -> int:
    """Return how many pairs at least never meet."""
    meetings = sum(pairs_of(group) for shape in shapes for group in shape.groups)
    return max(0, pairs_of(people) - meetings)


def after_bound(shapes: Sequence[Shape], people: int, forbidden: int = 0) -> int:
    """Return the least sum of C(times that b plays right after a, 2) over all ordered pairs.

    At a table each person is followed by another, but for those whom a bot follows.
    """
    followed = sum(
        max(0, group - (size - group)) if group > 1 else 0
        for shape in shapes
        for group, size in zip(shape.groups, shape.sizes, strict=True)
    )
    return spread(followed, 2 * (pairs_of(people) - forbidden))


def opposite_bound(shapes: Sequence[Shape], people: int, forbidden: int = 0) -> int:
    """Return the least sum of C(times opposite, 2) over all pairs.

    Only tables of 4, 6 and 8 have opposite seats; a bot takes the opposite of one person.
    """
    opposite = sum(
        max(0, size // 2 - (size - group))
        for shape in shapes
        for group, size in zip(shape.groups, shape.sizes, strict=True)
        if size % 2 == 0 and size > 2
    )
    return spread(opposite, pairs_of(people) - forbidden)


def numbers_bound(shapes: Sequence[Shape], people: int) -> int:
    """Return the least sum of C(times at a table number, 2) over all people and numbers.

    The tables of one number, over the rounds, have their people spread at best over all.
    """
    most = max((len(shape.groups) for shape in shapes), default=0)
    seated = sum(sum(shape.groups) for shape in shapes)
    return spread(seated, people * most)


def _crossing(one: Shape, other: Shape, people: int) -> int:
    return max(crossing(one, other, people), crossing(other, one, people))
