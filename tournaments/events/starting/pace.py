"""Duration of a deal and of a round, to estimate how long an event takes."""

from dataclasses import dataclass
from statistics import quantiles
from typing import Final

from games.tables.models import Deal
from tournaments.clubs.models import Club
from tournaments.events.core.models import Event
from tournaments.events.rounds.models import EventTable

#: Minutes of a deal in the app, by clock: most turns take a few seconds under any of them.
APP_MINUTES: Final = {"none": 5.0, "relaxed": 5.0, "steady": 4.0, "quick": 3.0, "blitz": 2.0}
#: Minutes of a deal with real cards, which are shuffled, dealt and written down by hand.
PAPER_MINUTES: Final = 6.0
#: Minutes between two rounds, in which players change tables.
BREAK_MINUTES: Final = 4.0
#: Number of the club's latest event tables whose deals are measured, and how many deals it takes.
MEASURED_TABLES: Final = 24
LEAST_DEALS: Final = 20
#: Limits of a measured deal in minutes: bots are faster, and a paused table is slower.
LEAST_MINUTES: Final = 2.0
MOST_MINUTES: Final = 12.0


@dataclass(frozen=True, slots=True)
class Pace:
    """Duration of a deal and of the break after a round, in minutes."""

    deal: float
    between_rounds: float = BREAK_MINUTES

    def minutes(self, rounds: int, deals: int) -> float:
        """Return the duration of this many rounds of this many deals, in minutes."""
        return rounds * (deals * self.deal + self.between_rounds)

    def rounds_in(self, minutes: int, deals: int) -> int:
        """Return how many rounds of this many deals fit into the time, at least one.

        The last round may exceed the time by a quarter of its length.
        """
        return max(1, int(minutes / self.minutes(1, deals) + 0.25))

    def deals_in(self, minutes: int, rounds: int) -> int:
        """Return how many deals a round can have if the rounds are to fit, at least one."""
        return max(1, int((minutes / rounds - self.between_rounds) / self.deal + 0.25))


def pace_of(club: Club, *, cards: str, clock: str) -> Pace:
    """Return the pace expected of the club's next event.

    In the app it is measured: three quarters of the deals at the club's latest event tables with
    the same clock took no longer, because a round lasts as long as its slowest table. Without
    enough deals, and with real cards, whose deals aren't timed, declared minutes are used.

    At most two queries.
    """
    if cards == Event.Cards.PAPER:
        return Pace(PAPER_MINUTES)
    tables = EventTable.objects.filter(
        round__event__club=club, table__clock=clock, finished_at__isnull=False
    )
    latest = list(tables.order_by("-pk").values_list("table", flat=True)[:MEASURED_TABLES])
    deals = Deal.objects.filter(session__table__in=latest, finished_at__isnull=False)
    times = deals.order_by().values_list("started_at", "finished_at") if latest else []
    minutes = [(end - start).total_seconds() / 60 for start, end in times if end is not None]
    if len(minutes) < LEAST_DEALS:
        return Pace(APP_MINUTES.get(clock, APP_MINUTES["none"]))
    measured = quantiles(minutes, n=4)[2]
    return Pace(min(max(measured, LEAST_MINUTES), MOST_MINUTES))
