"""Who shares a table, where the order of the players says it and old acquaintances forbid it.

Players come in order, best first. They are cut into tables, and then places are exchanged until
nobody meets again who need not. What counts, in this order: forbidden pairs, repeated meetings,
and how far people are moved from the table that their place gave them.
"""

import random
from collections import Counter
from collections.abc import Iterable, Sequence
from collections.abc import Set as AbstractSet
from dataclasses import dataclass, field

from tournaments.events.formats.base import pairs_of
from tournaments.events.formats.hall import ForbiddenPair
from tournaments.events.rounds import Seating

#: How often a division that still has repeats is shaken and mended again.
_SHAKES = 40

# Forbidden pairs, repeats, distance.
_Cost = tuple[int, int, int]


@dataclass(frozen=True)
class Acquaintances:
    """Who met whom how often, and who must not meet."""

    meetings: Counter[frozenset[int]] = field(default_factory=Counter)
    forbidden: AbstractSet[ForbiddenPair] = field(default_factory=frozenset)

    @classmethod
    def of(
        cls, history: Iterable[Seating], forbidden: AbstractSet[ForbiddenPair] = frozenset()
    ) -> "Acquaintances":
        """Return what the history makes of people."""
        return cls(Counter(pair for seating in history for pair in pairs_of(seating)), forbidden)

    def at(self, group: Sequence[int]) -> tuple[int, int]:
        """Return how many forbidden pairs and how many repeated meetings a table would have."""
        forbidden = repeats = 0
        for index, one in enumerate(group):
            for other in group[index + 1 :]:
                pair = frozenset((one, other))
                forbidden += pair in self.forbidden
                repeats += self.meetings[pair]
        return forbidden, repeats


def neighbours(
    order: Sequence[int],
    sizes: Sequence[int],
    known: Acquaintances,
    window: int | None,
    seed: int,
) -> list[list[int]]:
    """Cut the order into tables, and exchange places within the window where people met before.

    With a window nobody moves further than so many places past the table of their own place,
    unless a forbidden pair is kept apart by it and by nothing else.
    """
    draft = _Draft(order, sizes, known, window)
    draft.mend()
    if draft.cost[:2] > (0, 0):
        draft.shake(random.Random(seed))
    if draft.cost[0] and window is not None:
        wide = _Draft(order, sizes, known, None)
        wide.mend()
        wide.shake(random.Random(seed))
        if wide.cost[0] < draft.cost[0]:
            return wide.groups
    return draft.groups


def snake(order: Sequence[int], sizes: Sequence[int]) -> list[list[int]]:
    """Spread the order over tables, to and fro, so that all become about equally strong.

    >>> snake([1, 2, 3, 4, 5, 6], [3, 3])
    [[1, 4, 5], [2, 3, 6]]
    """
    groups: list[list[int]] = [[] for _ in sizes]
    there = True
    left = list(order)
    while left:
        indexes = range(len(sizes)) if there else range(len(sizes) - 1, -1, -1)
        for index in indexes:
            if left and len(groups[index]) < sizes[index]:
                groups[index].append(left.pop(0))
        there = not there
    return groups


class _Draft:
    """Tables while places are exchanged."""

    def __init__(
        self,
        order: Sequence[int],
        sizes: Sequence[int],
        known: Acquaintances,
        window: int | None,
    ) -> None:
        self.known = known
        self.window = window
        self.rank = {player: rank for rank, player in enumerate(order)}
        self.groups: list[list[int]] = []
        self.ranges: list[tuple[int, int]] = []
        start = 0
        for size in sizes:
            self.groups.append(list(order[start : start + size]))
            self.ranges.append((start, start + size - 1))
            start += size
        self.costs = [self._cost(index) for index in range(len(sizes))]

    @property
    def cost(self) -> _Cost:
        return _total(self.costs)

    def mend(self) -> None:
        """Make the best exchange that lowers the cost, until there is none."""
        while (found := self._best_exchange()) is not None:
            self._exchange(*found)

    def shake(self, rng: random.Random) -> None:
        """Try other exchanges at random, and keep what comes out better."""
        for _ in range(_SHAKES):
            if self.cost[:2] == (0, 0):
                return
            before = [list(group) for group in self.groups], list(self.costs)
            cost = self.cost
            for _ in range(3):
                options = self._options(self._troubled())
                if options:
                    self._exchange(*rng.choice(options))
            self.mend()
            if self.cost >= cost:
                self.groups, self.costs = before

    def _troubled(self) -> list[int]:
        return [index for index, cost in enumerate(self.costs) if cost[:2] > (0, 0)]

    def _options(self, tables: Iterable[int]) -> list[tuple[int, int, int, int]]:
        return [
            (one, place, other, spot)
            for one in tables
            for other in range(len(self.groups))
            if other != one and self._near(one, other)
            for place, player in enumerate(self.groups[one])
            if self._may_sit(player, other)
            for spot, swapped in enumerate(self.groups[other])
            if self._may_sit(swapped, one)
        ]

    def _near(self, one: int, other: int) -> bool:
        if self.window is None:
            return True
        low, high = sorted((one, other))
        return self.ranges[high][0] - self.ranges[low][1] <= 2 * self.window

    def _may_sit(self, player: int, table: int) -> bool:
        return self.window is None or self._distance(player, table) <= self.window

    def _distance(self, player: int, table: int) -> int:
        first, last = self.ranges[table]
        rank = self.rank[player]
        return max(first - rank, rank - last, 0)

    def _cost(self, table: int) -> _Cost:
        group = self.groups[table]
        return (*self.known.at(group), sum(self._distance(each, table) ** 2 for each in group))

    def _best_exchange(self) -> tuple[int, int, int, int] | None:
        best = None
        best_change: _Cost = (0, 0, 0)
        for option in self._options(self._troubled()):
            one, _, other, _ = option
            before = _total((self.costs[one], self.costs[other]))
            self._swap(*option)
            after = _total((self._cost(one), self._cost(other)))
            self._swap(*option)
            change = (after[0] - before[0], after[1] - before[1], after[2] - before[2])
            if change < best_change:
                best, best_change = option, change
        return best

    def _exchange(self, one: int, place: int, other: int, spot: int) -> None:
        self._swap(one, place, other, spot)
        for table in (one, other):
            self.costs[table] = self._cost(table)

    def _swap(self, one: int, place: int, other: int, spot: int) -> None:
        ones, others = self.groups[one], self.groups[other]
        ones[place], others[spot] = others[spot], ones[place]


def _total(costs: Iterable[_Cost]) -> _Cost:
    forbidden = repeats = distance = 0
    for cost in costs:
        forbidden += cost[0]
        repeats += cost[1]
        distance += cost[2]
    return forbidden, repeats, distance
