"""The ways to divide a number of players over tables, where the size does not divide it, too."""

from dataclasses import dataclass
from typing import Final

from tournaments.events.seating.errors import OutOfRangeError, TooFewPlayersError

#: How many players can be seated, and how many a table can have.
MOST_PLAYERS: Final = 200
TABLE_SIZES: Final = range(2, 9)


@dataclass(frozen=True, slots=True)
class Way:
    """One way to divide players over tables, the same in every round."""

    #: The seats of each table, bots' seats included, the largest tables first.
    sizes: tuple[int, ...]
    #: How many players sit out in each round.
    out: int = 0
    #: How many bots sit in each round.
    bots: int = 0

    @property
    def players(self) -> int:
        """How many players this is for."""
        return sum(self.sizes) - self.bots + self.out

    @property
    def tables(self) -> dict[int, int]:
        """How many tables there are of each size."""
        return {size: self.sizes.count(size) for size in sorted(set(self.sizes), reverse=True)}

    @property
    def groups(self) -> tuple[int, ...]:
        """How many players sit at each table; bots are spread as evenly as can be."""
        count = len(self.sizes)
        return tuple(
            size - (self.bots + place) // count  # the last tables get one more
            for place, size in enumerate(self.sizes)
        )


def ways(players: int, table_size: int, *, smaller: bool = False, bots: bool = False) -> list[Way]:
    """Return the ways to divide players over tables, the best first.

    Best is that all tables are full; then that some are one seat smaller, where the rules allow
    it (`smaller`); then what concerns fewer seats, sit-outs or bots (`bots`).

    >>> ways(8, 4)
    [Way(sizes=(4, 4), out=0, bots=0)]
    >>> [(way.sizes, way.out, way.bots) for way in ways(7, 4, smaller=True, bots=True)]
    [((4, 3), 0, 0), ((4, 4), 0, 1), ((4,), 3, 0)]

    :raises OutOfRangeError: if players or table size are none that seating knows.
    :raises TooFewPlayersError: if there is no way.
    """
    if table_size not in TABLE_SIZES:
        raise OutOfRangeError(f"tables have 2 to 8 seats, not {table_size}")
    if players > MOST_PLAYERS:
        raise OutOfRangeError(f"at most {MOST_PLAYERS} players can be seated, not {players}")
    if players < 1:
        raise TooFewPlayersError("nobody is there")
    full, left = divmod(players, table_size)
    if not left:
        return [Way((table_size,) * full)]
    missing = table_size - left
    found: list[Way] = []
    large = full + 1 - missing
    if smaller and table_size > TABLE_SIZES[0] and large >= 0:
        found.append(Way((table_size,) * large + (table_size - 1,) * missing))
    others = []
    if full:
        others.append(Way((table_size,) * full, out=left))
    if bots:
        others.append(Way((table_size,) * (full + 1), bots=missing))
    found += sorted(others, key=lambda way: way.out + way.bots)
    if not found:
        raise TooFewPlayersError(f"{players} players fill no table of {table_size}")
    return found
