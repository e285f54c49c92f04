"""Club night: no rounds; every session at the event's tables counts."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import ClassVar, Literal

from tournaments.pairing.formats.base import Format, LateEntry, Note, TotalUnit
from tournaments.pairing.formats.seating_context import SeatingContext
from tournaments.pairing.formats.settings import choice, whole
from tournaments.pairing.rounds import Entrant, Round
from tournaments.pairing.standings.lines import CountingRule, Standing, standings


@dataclass(frozen=True)
class ClubNight(Format):
    """Format in which each session counts as a round with one table, in order of their end."""

    name: ClassVar[str] = "club_night"
    late_entry: ClassVar[LateEntry] = "any_time"
    rounds_can_be_skipped: ClassVar[bool] = False

    #: Ranking by the sum of all sessions, the average per deal, or the sum of an entrant's best
    #: sessions.
    by: Literal["sum", "average", "best"] = choice("sum", "sum", "average", "best")
    #: Minimum number of deals to be ranked by average; entrants with fewer come last.
    least_deals: int = whole(8, 1, 1000)
    #: Number of sessions that count if only the best do.
    best: int = whole(3, 1, 100)

    @property
    def total_unit(self) -> TotalUnit:
        """Points, or averages per deal if they decide."""
        return "averages" if self.by == "average" else "points"

    def length(self, players: int, context: SeatingContext) -> None:
        """Return None: players sit down freely."""

    def pair(
        self,
        history: Sequence[Round],
        entrants: Sequence[Entrant],
        seed: int,
        context: SeatingContext,
    ) -> None:
        """Return None: there are no rounds."""

    def standings(
        self, history: Sequence[Round], entrants: Sequence[Entrant], seed: int = 0
    ) -> tuple[Standing, ...]:
        """Return the standings by sum, average or best sessions, as the settings say."""
        return standings(
            history,
            entrants,
            counting=CountingRule(
                best=self.best if self.by == "best" else None,
                average=self.by == "average",
                least_deals=self.least_deals if self.by == "average" else 0,
            ),
            tie_breaks=self.tie_breaks,
        )

    def notes(
        self,
        history: Sequence[Round],
        proposed: Round,
        entrants: Sequence[Entrant],
        context: SeatingContext,
    ) -> tuple[Note, ...]:
        """Return no remarks: there are no rounds."""
        return ()
