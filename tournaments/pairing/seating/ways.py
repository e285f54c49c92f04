"""Ways to divide any number of players into tables."""

from dataclasses import dataclass
from typing import Final

from tournaments.pairing.seating.errors import SeatingCode, SeatingError

#: Maximum number of players, and of seats at a table.
MOST_PLAYERS: Final = 200
TABLE_SIZES: Final = range(2, 9)


@dataclass(frozen=True, slots=True)
class Way:
    """Table sizes, sit-outs and bots by which players are divided into tables in every round."""

    #: Seats per table, including those of bots, the largest tables first.
    sizes: tuple[int, ...]
    #: Number of players who sit out in each round.
    out: int = 0
    #: Number of bots in each round.
    bots: int = 0

    @property
    def players(self) -> int:
        """Number of players that this way is for."""
        return sum(self.sizes) - self.bots + self.out

    @property
    def tables(self) -> dict[int, int]:
        """Number of tables by table size, the largest size first."""
        return {size: self.sizes.count(size) for size in sorted(set(self.sizes), reverse=True)}

    @property
    def groups(self) -> tuple[int, ...]:
        """Number of players per table; bots are spread as evenly as possible."""
        count = len(self.sizes)
        return tuple(
            size - (self.bots + place) // count  # the last tables get one more
            for place, size in enumerate(self.sizes)
        )


def ways(players: int, table_size: int, *, smaller: bool = False, bots: bool = False) -> list[Way]:
    """Return the ways to divide players into tables of up to `table_size`, best first.

    Best is if all tables are full; next, if some are one seat smaller, where the rules allow it
    (`smaller`); then the way that affects the fewest seats, by sit-outs or bots (`bots`).

    >>> ways(8, 4)
    [Way(sizes=(4, 4), out=0, bots=0)]
    >>> [(way.sizes, way.out, way.bots) for way in ways(7, 4, smaller=True, bots=True)]
    [((4, 3), 0, 0), ((4, 4), 0, 1), ((4,), 3, 0)]

    :raises SeatingError: there is no way, or the number of players or the table size is not
        supported.
    """
    if table_size not in TABLE_SIZES:
        raise SeatingError(SeatingCode.OUT_OF_RANGE, f"tables have 2 to 8 seats, not {table_size}")
    if players > MOST_PLAYERS:
        raise SeatingError(
            SeatingCode.OUT_OF_RANGE, f"at most {MOST_PLAYERS} players can be seated, not {players}"
        )
    if players < 1:
        raise SeatingError(SeatingCode.TOO_FEW_PLAYERS, "there are no players")
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
        raise SeatingError(
            SeatingCode.TOO_FEW_PLAYERS, f"{players} players fill no table of {table_size}"
        )
    return found
