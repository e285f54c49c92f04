"""Seating context: what a format needs to seat its pairings."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Literal

from tournaments.pairing.rounds import Seating
from tournaments.pairing.seating import seaters
from tournaments.pairing.seating.errors import SeatingError
from tournaments.pairing.seating.ways import Way, ways

#: Treatment of players who don't fill a table: some sit out, some tables have one player fewer, or
#: bots fill empty seats.
Uneven = Literal["out", "smaller", "bots"]

#: Two entrants who must not meet.
ForbiddenPair = frozenset[int]


@dataclass(frozen=True)
class SeatingContext:
    """The table size, the choice for leftover players, and the pairs kept apart."""

    table_size: int = 4
    uneven: Uneven = "out"
    #: Pairs who must not meet if it can be avoided.
    forbidden: frozenset[ForbiddenPair] = frozenset()

    def way(self, players: int) -> Way:
        """Return the best way to seat this many players under the organizer's choice of leftovers.

        With too few players for a table, all sit out.
        """
        try:
            found = ways(
                players,
                self.table_size,
                smaller=self.uneven == "smaller",
                bots=self.uneven == "bots",
            )
        except SeatingError:
            return Way((), out=players)
        # Ties keep the order of `ways`.
        return min(found, key=self._preference_key)

    def _preference_key(self, way: Way) -> tuple[bool, int, int]:
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
    way: Way,
    out: Iterable[int],
    *,
    history: Sequence[Seating],
    seed: int,
) -> Seating:
    """Return the seating of groups filled with bots as the way requires; `out` sit out."""
    if not groups:
        return Seating((), tuple(sorted(out)))
    completed = [
        (*group, *(None,) * (size - len(group)))
        for group, size in zip(groups, way.sizes, strict=True)
    ]
    seating = seaters.seat_groups(completed, history=history, seed=seed)
    return Seating(seating.tables, tuple(sorted(out)))
