"""Quality of seatings: plain numbers next to their lower bounds."""

from collections import Counter
from collections.abc import Collection, Iterable, Sequence
from dataclasses import dataclass
from itertools import combinations, pairwise

from tournaments.pairing.rounds import Seating
from tournaments.pairing.seating.bounds import (
    Shape,
    after_bound,
    consecutive_bound,
    numbers_bound,
    opposite_bound,
    pair_count,
    repeats_bound,
    unmet_bound,
)


@dataclass(frozen=True, slots=True)
class Measure:
    """A count of repetitions or imbalances, with the lower bound for any seating."""

    found: int
    bound: int


@dataclass(frozen=True, slots=True)
class Quality:
    """Counts of repeated meetings, seat orders, table numbers and sit-outs in an event's seatings.

    Bots are never counted.
    """

    #: Number of meetings of forbidden pairs.
    forbidden: int
    #: Number of repeated meetings: a pair that met m times counts C(m, 2).
    repeats: Measure
    #: Number of pairs that never met.
    unmet: Measure
    #: Number of meetings of pairs in two consecutive rounds.
    consecutive: Measure
    #: Imbalance of direct successors: b playing right after a k times counts C(k, 2).
    after: Measure
    #: Imbalance of opposite seats: a pair that sat opposite k times counts C(k, 2).
    opposite: Measure
    #: Number of repeated table numbers of a player: k times counts C(k, 2).
    numbers: Measure
    #: Lowest and highest number of sit-outs of a player.
    least_out: int
    most_out: int
    #: Lowest and highest number of times that a player sat at a smaller table than others.
    least_smaller: int
    most_smaller: int


def quality(
    seatings: Sequence[Seating], forbidden: Collection[frozenset[int]] = frozenset()
) -> Quality:
    """Return the measures of an event's consecutive seatings, with their lower bounds.

    The bounds hold for every seating of the same number of players at tables of the same sizes in
    each round. `tournaments.pairing.seating.bounds` proves them: the seated pairs of all tables,
    spread evenly over all pairs that may meet, or the pairs that must meet again in two rounds
    because the players of a table are spread over too few tables in the other, whichever is more.
    They are not always attained.
    """
    met: Counter[frozenset[int]] = Counter()
    after: Counter[tuple[int, int]] = Counter()
    opposite: Counter[frozenset[int]] = Counter()
    numbers: Counter[tuple[int, int]] = Counter()
    together: list[set[frozenset[int]]] = []
    shapes: list[Shape] = []
    people: set[int] = set()
    for seating in seatings:
        people.update(seating.seated, seating.out)
    out: Counter[int] = Counter(dict.fromkeys(people, 0))
    smaller: Counter[int] = Counter(dict.fromkeys(people, 0))
    for seating in seatings:
        out.update(seating.out)
        groups = [[x for x in table if x is not None] for table in seating.tables]
        most = max(map(len, groups), default=0)
        pairs: set[frozenset[int]] = set()
        for number, (table, group) in enumerate(zip(seating.tables, groups, strict=True)):
            size = len(table)
            pairs.update(frozenset(pair) for pair in combinations(group, 2))
            numbers.update((x, number) for x in group)
            if len(group) < most:
                smaller.update(group)
            for seat, x in enumerate(table):
                y = table[(seat + 1) % size]
                if x is not None and y is not None and x != y:
                    after[x, y] += 1
                z = table[(seat + size // 2) % size]
                if x is None or z is None or size % 2 or size == 2:
                    continue
                if seat < size // 2:
                    opposite[frozenset((x, z))] += 1
        met.update(pairs)
        together.append(pairs)
        shapes.append(Shape(tuple(map(len, groups)), tuple(map(len, seating.tables))))
    count = len(people)
    banned = {pair for pair in map(frozenset, forbidden) if pair <= people and len(pair) == 2}
    # A bound that excludes forbidden pairs is valid only if none of them has met.
    meetings_forbidden = sum(met[pair] for pair in banned)
    closed = 0 if meetings_forbidden else len(banned)
    return Quality(
        forbidden=meetings_forbidden,
        repeats=Measure(_repetitions(met.values()), repeats_bound(shapes, count, closed)),
        unmet=Measure(pair_count(count) - len(met), max(closed, unmet_bound(shapes, count))),
        consecutive=Measure(
            sum(len(one & other) for one, other in pairwise(together)),
            consecutive_bound(shapes, count),
        ),
        after=Measure(_repetitions(after.values()), after_bound(shapes, count, closed)),
        opposite=Measure(_repetitions(opposite.values()), opposite_bound(shapes, count, closed)),
        numbers=Measure(_repetitions(numbers.values()), numbers_bound(shapes, count)),
        least_out=min(out.values(), default=0),
        most_out=max(out.values(), default=0),
        least_smaller=min(smaller.values(), default=0),
        most_smaller=max(smaller.values(), default=0),
    )


def _repetitions(counts: Iterable[int]) -> int:
    """Return the number of repetitions: C(times, 2) for each count."""
    return sum(pair_count(times) for times in counts)
