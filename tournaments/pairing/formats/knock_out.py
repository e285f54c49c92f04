"""Knock-out by tables: the best of each table advance, until one table is left."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import ClassVar

from tournaments.pairing.formats.base import (
    Format,
    LateEntry,
    LeftOver,
    Note,
    check_results,
    is_over,
    players_of,
    seeding_order,
)
from tournaments.pairing.formats.seating_context import SeatingContext
from tournaments.pairing.formats.settings import added_option, whole
from tournaments.pairing.formats.stages import (
    FINAL,
    advancing_players,
    another_final,
    eliminated_players,
    max_stage_rounds,
    next_stage,
    stage_notes,
    stage_standings,
    stages_length,
)
from tournaments.pairing.rounds import Entrant, Round
from tournaments.pairing.standings.lines import Standing


@dataclass(frozen=True)
class KnockOut(Format):
    """Format in which the best of each table advance; seeds are spread over the first tables."""

    name: ClassVar[str] = "knock_out"
    late_entry: ClassVar[LateEntry] = "never"
    rounds_can_be_skipped: ClassVar[bool] = False

    #: Number of players per table who advance.
    going_on: int = whole(2, 1, 7)
    #: Number of rounds at the last table; their sum decides.
    final_rounds: int = whole(1, 1, 20)
    #: Whether the best players eliminated just before the last table play for the next places.
    consolation: bool = added_option()

    @property
    def total_unit(self) -> None:
        """None: totals are those of the last stage that each player reached."""

    def length(self, players: int, context: SeatingContext) -> int:
        """Return the number of rounds, including those of the last table."""
        return stages_length(players, self.going_on, self.final_rounds, context)

    def max_rounds(self, players: int, context: SeatingContext) -> int:
        """Return the maximum number of rounds down to and at the last table."""
        return max_stage_rounds(players, self.going_on, self.final_rounds, context)

    def max_left_over(self, players: int, context: SeatingContext) -> LeftOver:
        """Return the most bots and the most sit-outs of a round, with bots at both last tables."""
        found = super().max_left_over(players, context)
        return LeftOver(bots=(1 + self.consolation) * found.bots, out=found.out)

    def latest_entry(self, players: int, context: SeatingContext) -> int:
        """Return 1: later rounds are for players who advanced from the first."""
        return 1

    def pair(
        self,
        history: Sequence[Round],
        entrants: Sequence[Entrant],
        seed: int,
        context: SeatingContext,
    ) -> Round | None:
        """Return the next round; None after the last one or with too few players."""
        number = len(history) + 1
        playing = players_of(entrants, number)
        if not history:
            order = seeding_order(playing, entrants, seed, "draw")
            return next_stage(order, (), history, entrants, seed=seed, context=context)
        check_results(history)
        if history[-1].stage == FINAL:
            return another_final(history, entrants, self.final_rounds, seed, context)
        order = self._advancing(history, entrants, seed)
        spare = eliminated_players(order, history, self.standings(history, entrants, seed), playing)
        return next_stage(
            order,
            spare,
            history,
            entrants,
            seed=seed,
            context=context,
            consolation=self.consolation,
        )

    def standings(
        self, history: Sequence[Round], entrants: Sequence[Entrant], seed: int = 0
    ) -> tuple[Standing, ...]:
        """Return the standings: by stage reached, then by the points of that stage."""
        lifted: list[int] = []
        if history and history[-1].stage != FINAL and is_over(history[-1]):
            lifted = self._advancing(history, entrants, seed)
        return stage_standings(history, entrants, lifted, tie_breaks=self.tie_breaks)

    def notes(
        self,
        history: Sequence[Round],
        proposed: Round,
        entrants: Sequence[Entrant],
        context: SeatingContext,
    ) -> tuple[Note, ...]:
        """Return general remarks, byes and lucky losers: eliminated players at the last table."""
        expected = None
        if history and history[-1].stage != FINAL:
            expected = len(self._advancing(history, entrants))
        return stage_notes(history, proposed, expected, context)

    def _advancing(
        self, history: Sequence[Round], entrants: Sequence[Entrant], seed: int = 0
    ) -> list[int]:
        """Return the players who advance from the last round, best first."""
        return advancing_players(history, entrants, self.going_on, seed, self.tie_breaks)
