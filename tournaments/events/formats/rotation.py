"""Rotation: everybody meets everybody as evenly as can be."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import ClassVar

from tournaments.events.formats.base import BaseFormat, players_of
from tournaments.events.formats.hall import Hall
from tournaments.events.formats.plan import planned_round
from tournaments.events.formats.settings import whole
from tournaments.events.rounds import Round
from tournaments.events.standings import Entrant


@dataclass(frozen=True)
class Rotation(BaseFormat):
    """So many rounds, or the full rotation."""

    name: ClassVar[str] = "rotation"

    #: None for the full rotation of those who were there at the start.
    rounds: int | None = whole(None, 1, 400)

    def length(self, players: int, hall: Hall) -> int:
        """Return the number of rounds that was set, or of the full rotation."""
        return self.rounds or full_rotation(players, hall)

    def pair(
        self, history: Sequence[Round], entrants: Sequence[Entrant], seed: int, hall: Hall
    ) -> Round | None:
        """Return the next round of the rotation."""
        rounds = self.length(len(players_of(entrants, 1)), hall)
        return planned_round(history, entrants, rounds, seed, hall)


def full_rotation(players: int, hall: Hall) -> int:
    """Return how many rounds a full rotation has; in it all sit out equally often.

    Whist designs let everybody meet everybody three times at tables of four, in v - 1 rounds where
    all sit and in v where one sits out. Other numbers come as near to it as can be.
    """
    way = hall.way(players)
    seats = players + way.bots
    return max(1, seats if way.out else seats - 1)
