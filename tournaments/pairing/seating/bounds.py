"""Lower bounds for any seating, by counting: the smallest possible number of repeats.

Two arguments are used. *Spread*: for t meetings over c pairs, the number of repeats, the sum of
C(meetings, 2), is lowest if the counts differ by at most one, because moving a meeting from a
pair with m meetings to one with fewer than m - 1 removes more than it adds. *Crossing*: the k
players of a table sit at T tables in another round, so by the same argument a minimum number of
their pairs meets again. The sum of C(meetings, 2) counts each pair once for every two rounds in
which it meets, so the crossings of all pairs of rounds add up to a bound. Example: two rounds of
12 players at tables of four have at least 3 repeats, since each table comes from three tables.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import combinations, pairwise


def pair_count(people: int) -> int:
    """Return the number of pairs among this many people: C(people, 2)."""
    return people * (people - 1) // 2


def spread(total: int, cells: int) -> int:
    """Return the lowest sum of C(count, 2) over `cells` counts that add up to `total`."""
    if cells < 1:
        return 0
    each, more = divmod(total, cells)
    return more * pair_count(each + 1) + (cells - more) * pair_count(each)


@dataclass(frozen=True, slots=True)
class Shape:
    """Numbers of people and of seats at each table of a round."""

    #: Number of people per table.
    groups: tuple[int, ...]
    #: Number of seats per table, including those of bots.
    sizes: tuple[int, ...]


def crossing(shape: Shape, other_shape: Shape, people: int) -> int:
    """Return a lower bound of the number of pairs of a round who also meet in another round."""
    tables = len(other_shape.groups)
    if not tables:
        return 0
    # The last of k players at T tables meets at least (k - 1) // T of the others again. Players who
    # have no seat in the other round are assumed to be the most expensive ones.
    costs = sorted(rank // tables for group in shape.groups for rank in range(group))
    away = people - sum(other_shape.groups)
    return sum(costs[: len(costs) - away]) if away < len(costs) else 0


def repeats_bound(shapes: Sequence[Shape], people: int, excluded_pairs: int = 0) -> int:
    """Return a lower bound of the sum of C(meetings, 2) over all pairs.

    :param excluded_pairs: number of pairs that never meet
    """
    meetings = sum(pair_count(group) for shape in shapes for group in shape.groups)
    # There are few different shapes, usually one.
    kinds: dict[Shape, int] = {}
    for shape in shapes:
        kinds[shape] = kinds.get(shape, 0) + 1
    crossings = sum(
        pair_count(times) * _symmetric_crossing(shape, shape, people)
        for shape, times in kinds.items()
    ) + sum(
        kinds[one] * kinds[other] * _symmetric_crossing(one, other, people)
        for one, other in combinations(kinds, 2)
    )
    return max(spread(meetings, pair_count(people) - excluded_pairs), crossings)


def consecutive_bound(shapes: Sequence[Shape], people: int) -> int:
    """Return a lower bound of the number of pairs who meet in two consecutive rounds."""
    return sum(_symmetric_crossing(one, other, people) for one, other in pairwise(shapes))


def unmet_bound(shapes: Sequence[Shape], people: int) -> int:
    """Return a lower bound of the number of pairs who never meet."""
    meetings = sum(pair_count(group) for shape in shapes for group in shape.groups)
    return max(0, pair_count(people) - meetings)


def after_bound(shapes: Sequence[Shape], people: int, excluded_pairs: int = 0) -> int:
    """Return a lower bound of the sum of C(times b plays right after a, 2) over ordered pairs.

    At a table each player is followed by another, except for those followed by a bot.

    :param excluded_pairs: number of pairs that never meet
    """
    followed = sum(
        max(0, group - (size - group)) if group > 1 else 0
        for shape in shapes
        for group, size in zip(shape.groups, shape.sizes, strict=True)
    )
    return spread(followed, 2 * (pair_count(people) - excluded_pairs))


def opposite_bound(shapes: Sequence[Shape], people: int, excluded_pairs: int = 0) -> int:
    """Return a lower bound of the sum of C(times opposite, 2) over all pairs.

    Only tables of 4, 6 and 8 have opposite seats; a bot takes the seat opposite one player.

    :param excluded_pairs: number of pairs that never meet
    """
    opposite = sum(
        max(0, size // 2 - (size - group))
        for shape in shapes
        for group, size in zip(shape.groups, shape.sizes, strict=True)
        if size % 2 == 0 and size > 2
    )
    return spread(opposite, pair_count(people) - excluded_pairs)


def numbers_bound(shapes: Sequence[Shape], people: int) -> int:
    """Return a lower bound of the sum of C(times at a table number, 2) over all players.

    At best, the seats of one table number over the rounds are spread over all players.
    """
    most = max((len(shape.groups) for shape in shapes), default=0)
    seated = sum(sum(shape.groups) for shape in shapes)
    return spread(seated, people * most)


def _symmetric_crossing(shape: Shape, other_shape: Shape, people: int) -> int:
    """Return the higher of the bounds of `crossing` in both directions."""
    return max(crossing(shape, other_shape, people), crossing(other_shape, shape, people))
