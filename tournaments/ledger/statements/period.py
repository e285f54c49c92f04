"""From when to when a statement is."""

from collections.abc import Sequence
from datetime import date, datetime, time, timedelta
from typing import Final, NamedTuple
from zoneinfo import ZoneInfo

from games.common.slots import Slot

#: The periods that go by the calendar, and the two that do not.
THIS_MONTH: Final = "month"
LAST_MONTH: Final = "last-month"
THIS_YEAR: Final = "year"
LAST_YEAR: Final = "last-year"
ALL: Final = "all"
#: From a day to a day.
DAYS: Final = "days"
#: Before the slug of a season.
SEASON: Final = "season-"


class SeasonSpan(NamedTuple):
    """A season of a club, from its first event on, to its end where it has one."""

    slug: str
    name: str
    first: date
    last: date | None


#: The seasons of the club that have events, the latest first, by its calendar. One query.
season_spans: Slot[[int], Sequence[SeasonSpan]] = Slot("the seasons of a club")


class Period(NamedTuple):
    """From the first day to the last, both of them included; None leaves it open."""

    first: date | None = None
    last: date | None = None

    def bounds(self, zone: ZoneInfo) -> tuple[datetime | None, datetime | None]:
        """Return the moments from which on, and before which, something is in the period."""
        start = end = None
        if self.first is not None:
            start = datetime.combine(self.first, time.min, tzinfo=zone)
        if self.last is not None:
            end = datetime.combine(self.last + timedelta(days=1), time.min, tzinfo=zone)
        return start, end


def by_calendar(name: str, today: date) -> Period:
    """Return the period of that name; what is no name of one is all the time there was.

    >>> by_calendar("last-month", date(2026, 3, 9))
    Period(first=datetime.date(2026, 2, 1), last=datetime.date(2026, 2, 28))
    """
    month = today.replace(day=1)
    year = today.replace(month=1, day=1)
    if name == THIS_MONTH:
        return Period(month, today)
    if name == LAST_MONTH:
        last = month - timedelta(days=1)
        return Period(last.replace(day=1), last)
    if name == THIS_YEAR:
        return Period(year, today)
    if name == LAST_YEAR:
        last = year - timedelta(days=1)
        return Period(last.replace(month=1, day=1), last)
    return Period()
