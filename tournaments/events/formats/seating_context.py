"""Seating context: what a format needs to seat its pairings."""

from collections.abc import Iterable, Sequence
from collections.abc import Set as AbstractSet
from dataclasses import dataclass
from typing import Literal, Protocol

from tournaments.events.rounds import Occupant, Seating

#: Treatment of players who don't fill a table: some sit out, some tables have one player fewer, or
#: bots fill empty seats.
Uneven = Literal["out", "smaller", "bots"]

#: Two entrants who must not meet.
ForbiddenPair = frozenset[int]


class TableWay(Protocol):
    """One division of a number of players into tables, with bots and sit-outs."""

    @property
    def sizes(self) -> Sequence[int]:
        """Seats per table, including those of bots, the largest tables first."""

    @property
    def groups(self) -> Sequence[int]:
        """Number of people per table."""

    @property
    def out(self) -> int:
        """Number of players who sit out in each round."""

    @property
    def bots(self) -> int:
        """Number of seats taken by bots."""


class Seater(Protocol):
    """Interface of the `seating` package, or of a stand-in in tests."""

    def ways(
        self, players: int, table_size: int, *, smaller: bool = False, bots: bool = False
    ) -> Sequence[TableWay]:
        """Return the ways to divide this many players into tables, best first.

        :raises ValueError: there is no way
        """

    def seat_rounds(
        self,
        entrants: Sequence[int],
        rounds: int,
        way: TableWay,
        *,
        history: Sequence[Seating] = (),
        forbidden: AbstractSet[ForbiddenPair] = frozenset(),
        seed: int,
    ) -> Sequence[Seating]:
        """Return the seatings of this many rounds, with meetings spread as evenly as possible."""

    def seat_groups(
        self, groups: Sequence[Sequence[Occupant]], *, history: Sequence[Seating], seed: int
    ) -> Seating:
        """Return the groups as tables with seat order and table numbers."""


@dataclass(frozen=True, slots=True)
class NoTable:
    """The way to divide players who are too few for a table: all sit out."""

    out: int
    sizes: tuple[int, ...] = ()
    groups: tuple[int, ...] = ()
    bots: int = 0


@dataclass(frozen=True)
class SeatingContext:
    """The seater, the table size, the choice for leftover players, and the pairs kept apart."""

    seater: Seater
    table_size: int = 4
    uneven: Uneven = "out"
    #: Pairs who must not meet if it can be avoided.
    forbidden: frozenset[ForbiddenPair] = frozenset()

    def way(self, players: int) -> TableWay:
        """Return the best way to seat this many players under the organizer's choice of leftovers.

        With too few players for a table, all sit out.
        """
        try:
            found = self.seater.ways(
                players,
                self.table_size,
                smaller=self.uneven == "smaller",
                bots=self.uneven == "bots",
            )
        except ValueError:
            return NoTable(players)
        # Ties keep the seater's order.
        return min(found, key=self._preference_key)

    def _preference_key(self, way: TableWay) -> tuple[bool, int, int]:
        """Return a sort key that is lowest for the way closest to the organizer's choice."""
        smaller = any(size < self.table_size for size in way.sizes)
        chosen = {
            "out": not smaller and not way.bots,
            "smaller": not way.out and not way.bots,
            "bots": not way.out and not smaller,
        }[self.uneven]
        return (not chosen, way.out, way.bots)


def seat_with_bots(
    groups: Sequence[Sequence[int]],
    way: TableWay,
    out: Iterable[int],
    *,
    history: Sequence[Seating],
    seed: int,
    context: SeatingContext,
) -> Seating:
    """Return the seating of groups filled with bots as the way requires; `out` sit out."""
    if not groups:
        return Seating((), tuple(sorted(out)))
    completed = [
        (*group, *(None,) * (size - len(group)))
        for group, size in zip(groups, way.sizes, strict=True)
    ]
    seating = context.seater.seat_groups(completed, history=history, seed=seed)
    return Seating(seating.tables, tuple(sorted(out)))
