"""Fixed rounds: a given number of rounds with as few repeated meetings as possible."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import ClassVar

from tournaments.pairing.formats.base import Format
from tournaments.pairing.formats.plan import planned_round
from tournaments.pairing.formats.seating_context import SeatingContext
from tournaments.pairing.formats.settings import whole
from tournaments.pairing.rounds import Round
from tournaments.pairing.standings.entrants import Entrant


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


def max_rounds_without_repeats(players: int, table_size: int) -> int:
    """Return an upper limit of the number of rounds in which no two players meet twice.

    >>> max_rounds_without_repeats(16, 4), max_rounds_without_repeats(24, 4)
    (5, 7)
    """
    return max(0, players - 1) // (table_size - 1)
