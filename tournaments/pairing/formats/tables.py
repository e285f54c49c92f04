"""Assignment of players to tables by rank, avoiding repeated and forbidden meetings.

Players are given in order, best first. They are cut into tables, then swapped to remove avoidable
repeated meetings. Priorities, highest first: forbidden pairs, repeated meetings, and distance from
the table of a player's own rank.
"""

import random
from collections import Counter
from collections.abc import Iterable, Sequence
from collections.abc import Set as AbstractSet
from dataclasses import dataclass, field
from itertools import combinations
from typing import Final

from tournaments.pairing.formats.base import pairs_of
from tournaments.pairing.formats.seating_context import ForbiddenPair
from tournaments.pairing.rounds import Seating

#: Number of random restarts while a division still has repeats.
_SHAKES: Final = 20

#: Weights: a lower priority can never outweigh a higher one. The squared distances of 200 players
#: are below 10**7, the repeated meetings of an event below 10**5.
_REPEAT: Final = 10**7
_FORBIDDEN: Final = 10**12

# Change of the cost; two tables; the player leaving the first, the player leaving the second.
_Exchange = tuple[int, int, int, int, int]


@dataclass(frozen=True)
class Acquaintances:
    """Counts of earlier meetings, and pairs that must not meet."""

    meetings: Counter[frozenset[int]] = field(default_factory=Counter)
    forbidden: AbstractSet[ForbiddenPair] = field(default_factory=frozenset)

    @classmethod
    def of(
        cls, history: Iterable[Seating], forbidden: AbstractSet[ForbiddenPair] = frozenset()
    ) -> "Acquaintances":
        """Return the meetings in the history, with the forbidden pairs."""
        return cls(Counter(pair for seating in history for pair in pairs_of(seating)), forbidden)

    def repeats(self, group: Sequence[int]) -> int:
        """Return the number of repeated meetings if this group shares a table."""
        return sum(self.meetings[frozenset(pair)] for pair in combinations(group, 2))


def tables_of_neighbours(
    order: Sequence[int],
    sizes: Sequence[int],
    acquaintances: Acquaintances,
    window: int | None,
    seed: int,
) -> list[list[int]]:
    """Cut the order into tables of neighbours, with swaps in the window against repeats.

    With a window, no player moves further than that many places past the table of their own rank,
    unless only that keeps a forbidden pair apart.
    """
    draft = _improved_draft(order, sizes, acquaintances, window, seed)
    if window is not None and draft.meetings_cost >= _FORBIDDEN:
        wide = _improved_draft(order, sizes, acquaintances, None, seed)
        if wide.meetings_cost // _FORBIDDEN < draft.meetings_cost // _FORBIDDEN:
            return wide.groups
    return draft.groups


def snake_tables(order: Sequence[int], sizes: Sequence[int]) -> list[list[int]]:
    """Deal the order to tables in a snake pattern, so that all become about equally strong.

    >>> snake_tables([1, 2, 3, 4, 5, 6], [3, 3])
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


def _improved_draft(
    order: Sequence[int],
    sizes: Sequence[int],
    acquaintances: Acquaintances,
    window: int | None,
    seed: int,
) -> "_Draft":
    """Return tables cut from the order and improved by swaps within the window."""
    draft = _Draft(order, sizes, acquaintances, window)
    draft.improve()
    draft.shake(random.Random(seed))
    return draft


class _Draft:
    """Division of players into tables, improved by swaps; players are identified by rank from 0."""

    def __init__(
        self,
        order: Sequence[int],
        sizes: Sequence[int],
        acquaintances: Acquaintances,
        window: int | None,
    ) -> None:
        self._order = order
        self._window = window
        rank = {player: at for at, player in enumerate(order)}
        #: Cost of two players sharing a table.
        self._between = [[0] * len(order) for _ in order]
        for weight, pairs in (
            (_REPEAT, acquaintances.meetings.items()),
            (_FORBIDDEN, dict.fromkeys(acquaintances.forbidden, 1).items()),
        ):
            for pair, times in pairs:
                if len(pair) == 2 and pair <= rank.keys():
                    one, other = (rank[player] for player in pair)
                    self._between[one][other] += weight * times
                    self._between[other][one] += weight * times
        self._tables: list[list[int]] = []
        #: First and last rank of each table.
        self._ranges: list[tuple[int, int]] = []
        start = 0
        for size in sizes:
            self._tables.append(list(range(start, start + size)))
            self._ranges.append((start, start + size - 1))
            start += size

    @property
    def groups(self) -> list[list[int]]:
        """Players of each table, by their numbers in the order."""
        return [[self._order[rank] for rank in table] for table in self._tables]

    @property
    def meetings_cost(self) -> int:
        """Cost of all unwanted meetings; below `_FORBIDDEN` none of them is forbidden."""
        return sum(self._table_cost(table) for table in self._tables)

    def improve(self) -> None:
        """Make the best swap repeatedly until no swap lowers the cost."""
        while exchanges := [each for each in self._exchanges() if each[0] < 0]:
            self._make_exchange(min(exchanges))

    def shake(self, rng: random.Random) -> None:
        """Repeatedly make random swaps, improve the result, and keep it if its cost is lower."""
        for _ in range(_SHAKES):
            if not (cost := self._cost()):
                return
            before = [list(table) for table in self._tables]
            for _ in range(3):
                if exchanges := self._exchanges():
                    self._make_exchange(rng.choice(exchanges))
            self.improve()
            if self._cost() >= cost:
                self._tables = before

    def _cost(self) -> int:
        """Return the cost of meetings and distances; 0 without unwanted meetings."""
        meetings_cost = self.meetings_cost
        if not meetings_cost:
            return 0
        return meetings_cost + sum(
            self._distance(rank, at) ** 2 for at, table in enumerate(self._tables) for rank in table
        )

    def _table_cost(self, table: Sequence[int]) -> int:
        """Return the cost of unwanted meetings at one table."""
        return sum(self._between[one][other] for one, other in combinations(table, 2))

    def _exchanges(self) -> list[_Exchange]:
        """Return the allowed swaps at tables with an unwanted meeting.

        Each has its change of the cost, both tables, and the ranks of the two players.
        """
        found: list[_Exchange] = []
        for one, ones in enumerate(self._tables):
            if not self._table_cost(ones):
                continue
            for other, others in enumerate(self._tables):
                if one == other:
                    continue
                leaving = [rank for rank in ones if self._may_sit(rank, other)]
                coming = [rank for rank in others if self._may_sit(rank, one)]
                if leaving and coming:
                    gain = {rank: self._move_cost(rank, one, other) for rank in leaving}
                    loss = {rank: self._move_cost(rank, other, one) for rank in coming}
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

    def _move_cost(self, rank: int, source: int, target: int) -> int:
        """Return the change of the cost if a player moves to another table without a swap."""
        between = self._between[rank]
        change = sum(between[each] for each in self._tables[target])
        change -= sum(between[each] for each in self._tables[source])
        return change + self._distance(rank, target) ** 2 - self._distance(rank, source) ** 2

    def _make_exchange(self, exchange: _Exchange) -> None:
        """Carry out a swap of two players of different tables."""
        _change, one, other, away, here = exchange
        ones, others = self._tables[one], self._tables[other]
        ones[ones.index(away)] = here
        others[others.index(here)] = away

    def _may_sit(self, rank: int, table: int) -> bool:
        """Return whether the window lets a player of this rank sit at the table."""
        return self._window is None or self._distance(rank, table) <= self._window

    def _distance(self, rank: int, table: int) -> int:
        """Return the number of places by which a rank lies outside the table's own ranks."""
        first, last = self._ranges[table]
        return max(first - rank, rank - last, 0)
