"""Swiss: players who are close in the standings meet."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import ClassVar

from tournaments.pairing.formats.base import (
    Format,
    check_results,
    derived_seed,
    players_of,
    random_order,
    seatings,
    sit_outs,
)
from tournaments.pairing.formats.seating_context import SeatingContext, seat_with_bots
from tournaments.pairing.formats.settings import whole
from tournaments.pairing.formats.tables import Acquaintances, tables_of_neighbours
from tournaments.pairing.rounds import Entrant, Round
from tournaments.pairing.standings.lines import places


@dataclass(frozen=True)
class Swiss(Format):
    """Format in which neighbours in the standings meet; the first round is drawn."""

    name: ClassVar[str] = "swiss"
    # Opponents differ in strength, as in Swiss chess tournaments (Buchholz).
    usual_tie_breaks: ClassVar[tuple[str, ...]] = (
        "penalty",
        "opponents",
        "deals_won",
        "best_round",
    )

    rounds: int = whole(6, 1, 60)
    #: Maximum number of places by which a player may be moved past the table of their own rank to
    #: avoid a repeated meeting.
    window: int = whole(8, 0, 200)

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
        """Return the next round; None after the last one or with too few players.

        Of the players with the fewest sit-outs, the lowest-ranked sit out. Ties are broken by lot.

        :raises FormatError: results_missing
        """
        number = len(history) + 1
        playing = players_of(entrants, number)
        if number > self.rounds or len(playing) < 2:
            return None
        check_results(history)
        place = places(self.standings(history, entrants))
        order = sorted(random_order(playing, seed, "swiss", number), key=lambda each: place[each])
        way = context.way(len(order))
        outs = sit_outs(history, entrants)
        lowest_first = order[::-1]
        waiting = sorted(lowest_first, key=lambda each: outs.get(each, 0))[: way.out]
        order = [each for each in order if each not in waiting]
        past = seatings(history)
        groups = tables_of_neighbours(
            order,
            way.groups,
            Acquaintances.of(past, context.forbidden),
            # Before the first result there is no ranking to respect.
            self.window if history else None,
            derived_seed(seed, "swiss", number),
        )
        return Round(
            seat_with_bots(
                groups,
                way,
                waiting,
                history=past,
                seed=derived_seed(seed, "seats", number),
            )
        )
