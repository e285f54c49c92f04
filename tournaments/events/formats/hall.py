"""The hall: what a format needs to seat people, besides knowing who meets whom."""

from collections.abc import Iterable, Sequence
from collections.abc import Set as AbstractSet
from dataclasses import dataclass
from typing import Literal, Protocol

from tournaments.events.rounds import Occupant, Seating

#: What is done about players whom the table size does not divide: some sit out, some tables have
#: one player less, or bots complete tables.
Uneven = Literal["out", "smaller", "bots"]

#: Two entrants who must not meet.
ForbiddenPair = frozenset[int]


class TableWay(Protocol):
    """One way to divide players over tables; what formats know of it."""

    @property
    def sizes(self) -> Sequence[int]:
        """How many seats each table has, bots' seats included, the largest tables first."""

    @property
    def groups(self) -> Sequence[int]:
        """How many people sit at each table."""

    @property
    def out(self) -> int:
        """How many sit out in each round."""

    @property
    def bots(self) -> int:
        """How many seats bots take."""


class Seater(Protocol):
    """Who knows about seating: the module of that name, or a stand-in of the tests."""

    def ways(
        self, players: int, table_size: int, *, smaller: bool = False, bots: bool = False
    ) -> Sequence[TableWay]:
        """Return how so many players can be divided over tables, the best way first.

        :raises ValueError: if there is no way
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
        """Return so many rounds in which meetings are spread as evenly as can be."""

    def seat_groups(
        self, groups: Sequence[Sequence[Occupant]], *, history: Sequence[Seating], seed: int
    ) -> Seating:
        """Return the groups as tables: their seats in order, their numbers given."""


@dataclass(frozen=True, slots=True)
class NoTable:
    """The way to divide too few players: all sit out."""

    out: int
    sizes: tuple[int, ...] = ()
    groups: tuple[int, ...] = ()
    bots: int = 0


@dataclass(frozen=True)
class Hall:
    """The seater, with what the organizer chose about tables."""

    seater: Seater
    table_size: int = 4
    uneven: Uneven = "out"
    #: Pairs who must not meet, where it can be helped.
    forbidden: frozenset[ForbiddenPair] = frozenset()

    def way(self, players: int) -> TableWay:
        """Return how so many players sit: as the organizer chose, or the best that there is.

        Where there are too few for any table, all sit out.
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
        # Among equals the seater's order stays.
        return min(found, key=self._against)

    def _against(self, way: TableWay) -> tuple[bool, int, int]:
        smaller = any(size < self.table_size for size in way.sizes)
        chosen = {
            "out": not smaller and not way.bots,
            "smaller": not way.out and not way.bots,
            "bots": not way.out and not smaller,
        }[self.uneven]
        return (not chosen, way.out, way.bots)


def seated(
    groups: Sequence[Sequence[int]],
    way: TableWay,
    out: Iterable[int],
    *,
    history: Sequence[Seating],
    seed: int,
    hall: Hall,
) -> Seating:
    """Seat groups of people, completed by bots as the way says, and note who sits out."""
    if not groups:
        return Seating((), tuple(sorted(out)))
    completed = [
        (*group, *(None,) * (size - len(group)))
        for group, size in zip(groups, way.sizes, strict=True)
    ]
    seating = hall.seater.seat_groups(completed, history=history, seed=seed)
    return Seating(seating.tables, tuple(sorted(out)))
