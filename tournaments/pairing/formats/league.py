"""League: a season over several events, of which each entrant's best ones count."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import ClassVar, Final, Literal

from tournaments.pairing.formats.base import Format, LateEntry, Note, TotalUnit
from tournaments.pairing.formats.seating_context import SeatingContext
from tournaments.pairing.formats.settings import choice, numbers, whole
from tournaments.pairing.rounds import Entrant, Points, Round, RoundResult, Seating
from tournaments.pairing.standings.lines import CountingRule, Standing, standings

#: Limits of a points table: number of places, and points for a place.
MOST_TABLE_PLACES: Final = 50
MOST_TABLE_POINTS: Final = 10_000


@dataclass(frozen=True)
class League(Format):
    """Season format: each event counts as a round, and the best events of an entrant count."""

    name: ClassVar[str] = "league"
    late_entry: ClassVar[LateEntry] = "any_time"
    rounds_can_be_skipped: ClassVar[bool] = False

    #: Number of events that count for each entrant; None for all.
    best: int | None = whole(None, 1, 200)
    #: Points per event: its total, one point for every entrant ranked lower, or the points table.
    points: Literal["total", "places", "table"] = choice("total", "total", "places", "table")
    #: Points for the first place, the second, and so on; 0 for all further ones.
    table: tuple[int, ...] = numbers(MOST_TABLE_PLACES, MOST_TABLE_POINTS)

    def length(self, players: int, context: SeatingContext) -> None:
        """Return None: the events have rounds, the season has none."""

    def pair(
        self,
        history: Sequence[Round],
        entrants: Sequence[Entrant],
        seed: int,
        context: SeatingContext,
    ) -> None:
        """Return None: a season has no pairings."""

    def season(
        self, events: Sequence[Sequence[Standing]], entrants: Sequence[Entrant]
    ) -> tuple[Standing, ...]:
        """Return the season's standings, from the final standings of each of its events.

        An entrant without a round in an event has no result there.
        """
        history = []
        scores = []
        for lines in events:
            took_part = [line for line in lines if has_played(line)]
            history.append(
                Round(
                    Seating(()),
                    {
                        # Only the scores count; integer nets would lose their fractions.
                        line.entrant: RoundResult(0, line.deals_won, line.deals)
                        for line in took_part
                    },
                )
            )
            scores.append({line.entrant: self._points(line, took_part) for line in took_part})
        return standings(history, entrants, scores=scores, counting=CountingRule(best=self.best))

    def standings(
        self, history: Sequence[Round], entrants: Sequence[Entrant], seed: int = 0
    ) -> tuple[Standing, ...]:
        """Return the season's standings, where each round of `history` holds an event's points."""
        return standings(history, entrants, counting=CountingRule(best=self.best))

    def notes(
        self,
        history: Sequence[Round],
        proposed: Round,
        entrants: Sequence[Entrant],
        context: SeatingContext,
    ) -> tuple[Note, ...]:
        """Return no remarks: there are no rounds."""
        return ()

    def _points(self, line: Standing, event_lines: Sequence[Standing]) -> Points:
        """Return an entrant's season points for one event, from all final lines of that event."""
        if self.points == "total":
            return line.total
        if self.points == "places":
            return sum(1 for other in event_lines if other.place > line.place)
        # Of those who count: bots have places in the event, but none in the season.
        place = sum(1 for other in event_lines if other.place < line.place)
        return self.table[place] if place < len(self.table) else 0


def has_played(line: Standing) -> bool:
    """Return whether the entrant has a result in any round."""
    return any(each.state == "played" for each in line.rounds)


def total_units_differ(units: Iterable[TotalUnit | None]) -> bool:
    """Return whether totals in these units can't be added: they differ, or one can't be added.

    >>> total_units_differ(["points", "points"]), total_units_differ(["points", "differences"])
    (False, True)
    >>> total_units_differ([None])
    True
    """
    found = set(units)
    return None in found or len(found) > 1
