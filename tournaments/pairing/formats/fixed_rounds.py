"""Fixed rounds: a given number of rounds with as few repeated meetings as possible."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import ClassVar

from tournaments.pairing.formats.base import Format
from tournaments.pairing.formats.plan import planned_round
from tournaments.pairing.formats.seating_context import SeatingContext
from tournaments.pairing.formats.settings import whole
from tournaments.pairing.rounds import Entrant, Round


@dataclass(frozen=True)
class FixedRounds(Format):
    """Format with a given number of rounds and as few repeated meetings as possible."""

    name: ClassVar[str] = "fixed_rounds"

    rounds: int = whole(5, 1, 60)

    def length(self, players: int, context: SeatingContext) -> int:
        """Return the chosen number of rounds."""
        return self.rounds

    def pair(
        self,
        history: Sequence[Round],
        entrants: Sequence[Entrant],
        seed: int,
        context: SeatingContext,
    ) -> Round | None:
        """Return the next round; None after the last one or with too few players."""
        return planned_round(history, entrants, self.rounds, seed, context)
