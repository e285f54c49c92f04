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
from itertools import combinations
from typing import Final

from tournaments.events.formats.base import pairs_of
from tournaments.events.formats.hall import ForbiddenPair
from tournaments.events.rounds import Seating

#: How often a division that still has repeats is shaken and mended again.
_SHAKES: Final = 20

#: What is lower in the order of importance can never outweigh what is higher: the squares of the
#: distances of 200 people are below 10**7, the repeated meetings of an event below 10**5.
_REPEAT: Final = 10**7
_FORBIDDEN: Final = 10**12

# By what it changes the cost; two tables; who leaves the first for the second, who the second.
_Exchange = tuple[int, int, int, int, int]


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

    def repeats(self, group: Sequence[int]) -> int:
        """Return how many repeated meetings a table would have."""
        return sum(self.meetings[frozenset(pair)] for pair in combinations(group, 2))


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
    draft = _mended(order, sizes, known, window, seed)
    if window is not None and draft.clashes >= _FORBIDDEN:
        wide = _mended(order, sizes, known, None, seed)
        if wide.clashes // _FORBIDDEN < draft.clashes // _FORBIDDEN:
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


def _mended(
    order: Sequence[int],
    sizes: Sequence[int],
    known: Acquaintances,
    window: int | None,
    seed: int,
) -> "_Draft":
    draft = _Draft(order, sizes, known, window)
    draft.mend()
    draft.shake(random.Random(seed))
    return draft


class _Draft:
    """Tables while places are exchanged. Players go by their rank, from 0."""

    def __init__(
        self,
        order: Sequence[int],
        sizes: Sequence[int],
        known: Acquaintances,
        window: int | None,
    ) -> None:
        self._order = order
        self._window = window
        rank = {player: at for at, player in enumerate(order)}
        #: What it costs that two share a table.
        self._between = [[0] * len(order) for _ in order]
        for weight, pairs in (
            (_REPEAT, known.meetings.items()),
            (_FORBIDDEN, dict.fromkeys(known.forbidden, 1).items()),
        ):
            for pair, times in pairs:
                if len(pair) == 2 and pair <= rank.keys():
                    one, other = (rank[player] for player in pair)
                    self._between[one][other] += weight * times
                    self._between[other][one] += weight * times
        self._tables: list[list[int]] = []
        #: The first and the last rank of each table.
        self._ranges: list[tuple[int, int]] = []
        start = 0
        for size in sizes:
            self._tables.append(list(range(start, start + size)))
            self._ranges.append((start, start + size - 1))
            start += size

    @property
    def groups(self) -> list[list[int]]:
        """The tables with the players as they were given."""
        return [[self._order[rank] for rank in table] for table in self._tables]

    @property
    def clashes(self) -> int:
        """What all meetings cost that should not be; below `_FORBIDDEN` none is forbidden."""
        return sum(self._clashes(table) for table in self._tables)

    def mend(self) -> None:
        """Make the best exchange that lowers the cost, until there is none."""
        while exchanges := [each for each in self._exchanges() if each[0] < 0]:
            self._exchange(min(exchanges))

    def shake(self, rng: random.Random) -> None:
        """Make exchanges at random, mend what they spoil, and keep it where it is better."""
        for _ in range(_SHAKES):
            if not (cost := self._cost()):
                return
            before = [list(table) for table in self._tables]
            for _ in range(3):
                if exchanges := self._exchanges():
                    self._exchange(rng.choice(exchanges))
            self.mend()
            if self._cost() >= cost:
                self._tables = before

    def _cost(self) -> int:
        """Return what the meetings cost, and how far people were moved; 0 if nobody clashes."""
        clashes = self.clashes
        if not clashes:
            return 0
        return clashes + sum(
            self._distance(rank, at) ** 2 for at, table in enumerate(self._tables) for rank in table
        )

    def _clashes(self, table: Sequence[int]) -> int:
        return sum(self._between[one][other] for one, other in combinations(table, 2))

    def _exchanges(self) -> list[_Exchange]:
        """List the exchanges that touch a table with a clash, and by what each changes the cost."""
        found: list[_Exchange] = []
        for one, ones in enumerate(self._tables):
            if not self._clashes(ones):
                continue
            for other, others in enumerate(self._tables):
                if one == other:
                    continue
                leaving = [rank for rank in ones if self._may_sit(rank, other)]
                coming = [rank for rank in others if self._may_sit(rank, one)]
                if leaving and coming:
                    gain = {rank: self._move(rank, one, other) for rank in leaving}
                    loss = {rank: self._move(rank, other, one) for rank in coming}
                    found += [
                        (
                            gain[away] + loss[here] - 2 * self._between[away][here],
                            one,
                            other,
                            away,
                            here,
                        )
                        for away in leaving
                        for here in coming
                    ]
        return found

    def _move(self, rank: int, source: int, target: int) -> int:
        """Return what it changes that somebody moves, as if nobody came in return."""
        between = self._between[rank]
        change = sum(between[each] for each in self._tables[target])
        change -= sum(between[each] for each in self._tables[source])
        return change + self._distance(rank, target) ** 2 - self._distance(rank, source) ** 2

    def _exchange(self, exchange: _Exchange) -> None:
        _change, one, other, away, here = exchange
        ones, others = self._tables[one], self._tables[other]
        ones[ones.index(away)] = here
        others[others.index(here)] = away

    def _may_sit(self, rank: int, table: int) -> bool:
        return self._window is None or self._distance(rank, table) <= self._window

    def _distance(self, rank: int, table: int) -> int:
        first, last = self._ranges[table]
        return max(first - rank, rank - last, 0)
