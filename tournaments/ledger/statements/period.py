"""Periods of statements."""

from collections.abc import Sequence
from datetime import date, datetime, time, timedelta
from typing import Final, NamedTuple
from zoneinfo import ZoneInfo

from games.common.slots import Slot

#: Calendar periods, and the two that are not.
THIS_MONTH: Final = "month"
LAST_MONTH: Final = "last-month"
THIS_YEAR: Final = "year"
LAST_YEAR: Final = "last-year"
ALL: Final = "all"
#: Custom dates.
DAYS: Final = "days"
#: Prefix of a season's slug.
SEASON: Final = "season-"


class SeasonSpan(NamedTuple):
    """A club's season, from its first event to its end, if any."""

    slug: str
    name: str
    first: date
    last: date | None


#: The club's seasons with events, latest first, in the reader's time zone. One query.
season_spans: Slot[[int], Sequence[SeasonSpan]] = Slot("seasons of a club")


class Period(NamedTuple):
    """A range of days, both inclusive; None leaves an end open."""

    first: date | None = None
    last: date | None = None

    def bounds(self, zone: ZoneInfo) -> tuple[datetime | None, datetime | None]:
        """Return the start (inclusive) and end (exclusive) in the zone; None where it is open."""
        start = end = None
        if self.first is not None:
            start = datetime.combine(self.first, time.min, tzinfo=zone)
        if self.last is not None:
            end = datetime.combine(self.last + timedelta(days=1), time.min, tzinfo=zone)
        return start, end


def by_calendar(name: str, today: date) -> Period:
    """Return the calendar period with this name; unknown names mean all time.

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
