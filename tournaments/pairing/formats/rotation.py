"""Rotation: all players meet each other as evenly as possible."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import ClassVar

from tournaments.pairing.formats.base import Format
from tournaments.pairing.formats.plan import planned_round
from tournaments.pairing.formats.seating_context import SeatingContext
from tournaments.pairing.formats.settings import whole
from tournaments.pairing.rounds import Entrant, Round


@dataclass(frozen=True)
class Rotation(Format):
    """Format in which all players meet as evenly as possible, in given or all possible rounds."""

    name: ClassVar[str] = "rotation"
    # All meet, so that the points between the tied players can decide.
    usual_tie_breaks: ClassVar[tuple[str, ...]] = (
        "penalty",
        "head_to_head",
        "deals_won",
        "best_round",
    )

    #: None for the full rotation of the players at the start.
    rounds: int | None = whole(None, 1, 400)

    def length(self, players: int, context: SeatingContext) -> int:
        """Return the chosen number of rounds, or that of the full rotation."""
        return self.rounds or full_rotation_length(players, context)

    def pair(
        self,
        history: Sequence[Round],
        entrants: Sequence[Entrant],
        seed: int,
        context: SeatingContext,
    ) -> Round | None:
        """Return the next round of the rotation; None after the last or with too few players."""
        # Who skips the first round still counts: the rotation is no shorter for that.
        rounds = self.length(sum(each.is_in(1) for each in entrants), context)
        return planned_round(history, entrants, rounds, seed, context)


def full_rotation_length(players: int, context: SeatingContext) -> int:
    """Return the number of rounds of a full rotation, after which all have sat out equally often.

    In whist designs every two players meet three times at tables of four, in v - 1 rounds if all
    are seated and in v rounds if one sits out. Other numbers of players come as close as possible.
    """
    way = context.way(players)
    seats = players + way.bots
    return max(1, seats if way.out else seats - 1)
