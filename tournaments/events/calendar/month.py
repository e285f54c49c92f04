"""Event calendars: a month of one club, and the upcoming events of all of a user's clubs."""

import calendar
from collections import defaultdict
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import date, datetime, timedelta
from zoneinfo import ZoneInfo

from django.urls import reverse
from django.utils import timezone
from django.utils.translation import gettext as _

from games.common.dates import date_format, first_weekday, weekday
from tournaments.clubs.models import Club, zone_of
from tournaments.events.core.models import Event
from tournaments.events.core.words import when
from tournaments.events.entries.models import Entry

#: The years that calendars show.
FIRST_YEAR, LAST_YEAR = 2000, 2100


@dataclass(frozen=True, slots=True, order=True)
class Month:
    """A month of a calendar: its year, and its number from 1 to 12."""

    year: int
    number: int

    @classmethod
    def parse(cls, text: str) -> "Month | None":
        """Return the month of "2026-11"; None for text in another form or a year outside 2000–2100.

        >>> Month.parse("2026-11"), Month.parse("2026-13"), Month.parse("soon")
        (Month(year=2026, number=11), None, None)
        """
        year, _dash, number = text.partition("-")
        if not (_has_digits(year, 4) and _has_digits(number, 2)):
            return None
        found = cls(int(year), int(number))
        return found if FIRST_YEAR <= found.year <= LAST_YEAR and 1 <= found.number <= 12 else None

    @classmethod
    def of(cls, day: date) -> "Month":
        """Return the month of the day."""
        return cls(day.year, day.month)

    def shifted(self, months: int) -> "Month | None":
        """Return the month this many months later; None outside of the years 2000–2100."""
        year, number = divmod(self.year * 12 + self.number - 1 + months, 12)
        return Month(year, number + 1) if FIRST_YEAR <= year <= LAST_YEAR else None

    @property
    def first(self) -> date:
        """First day of the month."""
        return date(self.year, self.number, 1)

    def span(self, zone: ZoneInfo) -> tuple[datetime, datetime]:
        """Return the start of this month and of the next one in the time zone."""
        days = calendar.monthrange(self.year, self.number)[1]
        after = self.first + timedelta(days=days)
        begin = datetime.combine(self.first, datetime.min.time(), zone)
        return begin, datetime.combine(after, datetime.min.time(), zone)

    def __str__(self) -> str:
        """Return year and month as `parse` reads them: "2026-11"."""
        return f"{self.year}-{self.number:02d}"


def _has_digits(text: str, count: int) -> bool:
    """Return whether the text consists of exactly this many ASCII digits."""
    return len(text) == count and text.isascii() and text.isdecimal()


@dataclass(frozen=True, slots=True)
class CalendarDay:
    """A day in the grid of a month; a day of the month before or after is shown without events."""

    number: int
    #: "Saturday, 14 November".
    label: str
    iso: str
    is_today: bool
    is_outside: bool
    #: The events with their times.
    events: Sequence[tuple[Event, str]] = ()
    #: Times and names of events of series that are not created yet.
    planned: Sequence[tuple[str, str]] = ()


@dataclass(frozen=True, slots=True)
class MonthLink:
    """A link to another month."""

    label: str
    url: str


@dataclass(frozen=True, slots=True)
class MonthPage:
    """A month of a club's calendar: title, days of whole weeks, and links to other months."""

    title: str
    weekdays: Sequence[tuple[str, str]]
    days: Sequence[CalendarDay]
    count: int
    previous: MonthLink | None
    following: MonthLink | None
    #: The current month, if another one is shown.
    now: MonthLink | None


def month_page(
    club: Club,
    month: Month,
    events: Sequence[Event],
    planned: Sequence[tuple[datetime, str]] = (),
) -> MonthPage:
    """Return the month with the events that start in it, in the club's time zone.

    :param planned: start and name of events of series that are not created yet
    """
    zone = zone_of(club)
    by_day: dict[date, list[tuple[Event, str]]] = defaultdict(list)
    for event in events:
        local = timezone.localtime(event.starts_at, zone)
        by_day[local.date()].append((event, date_format(local, "TIME_FORMAT")))
    planned_by_day: dict[date, list[tuple[str, str]]] = defaultdict(list)
    for starts_at, name in planned:
        local = timezone.localtime(starts_at, zone)
        planned_by_day[local.date()].append((date_format(local, "TIME_FORMAT"), name))
    first = first_weekday() - 1
    today = timezone.localdate(timezone=zone)
    weeks = calendar.Calendar(first).monthdatescalendar(month.year, month.number)
    now = Month.of(today)
    return MonthPage(
        title=date_format(month.first, "YEAR_MONTH_FORMAT"),
        weekdays=[
            (weekday((first + day) % 7, "abbreviated"), weekday((first + day) % 7))
            for day in range(7)
        ],
        days=[
            _calendar_day(day, month, today, by_day, planned_by_day)
            for week in weeks
            for day in week
        ],
        count=len(events) + len(planned),
        previous=_month_link(club, month.shifted(-1)),
        following=_month_link(club, month.shifted(1)),
        now=None if now == month else _month_link(club, now),
    )


def _month_link(club: Club, month: Month | None) -> MonthLink | None:
    """Return the link to this month in the club's calendar; None for no month."""
    if month is None:
        return None
    url = reverse("club_calendar", args=[club.slug])
    return MonthLink(date_format(month.first, "YEAR_MONTH_FORMAT"), f"{url}?month={month}")


def _calendar_day(
    day: date,
    shown_month: Month,
    today: date,
    events: Mapping[date, list[tuple[Event, str]]],
    planned: Mapping[date, list[tuple[str, str]]],
) -> CalendarDay:
    """Return a day of the shown month's grid, with its events unless it is in another month."""
    is_outside = Month.of(day) != shown_month
    return CalendarDay(
        number=day.day,
        label=_("%(weekday)s, %(day)s")
        % {"weekday": weekday(day.weekday()), "day": date_format(day, "MONTH_DAY_FORMAT")},
        iso=day.isoformat(),
        is_today=day == today,
        is_outside=is_outside,
        events=() if is_outside else events.get(day, ()),
        planned=() if is_outside else planned.get(day, ()),
    )


def dated_events(
    events: Sequence[Event], entries: Mapping[int, Entry]
) -> list[tuple[Event, str, str]]:
    """Return each event with its date and the reader's status in it, which may be empty.

    :param entries: the reader's entries by event ID
    """
    return [(each, when(each), _own_status(entries.get(each.pk))) for each in events]


def _own_status(entry: Entry | None) -> str:
    """Return the reader's status in the event as text; empty if not, or no longer, signed up."""
    if entry is None or entry.status not in Entry.INVOLVED_STATUSES:
        return ""
    return entry.get_status_display()
