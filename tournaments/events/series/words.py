"""Series in words: on the events page, in the calendar and among an event's facts."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from datetime import date, datetime, timedelta
from itertools import islice
from typing import cast

from django.urls import reverse
from django.utils import timezone
from django.utils.translation import gettext as _
from django.utils.translation import gettext_noop

from games.common.dates import date_format, time_format, weekday
from tournaments.clubs.models import Club, zone_of
from tournaments.clubs.policy import Role
from tournaments.events.core import access
from tournaments.events.core.models import Event
from tournaments.events.series import dates
from tournaments.events.series.models import EventSeries, SeriesEvent
from tournaments.events.series.selectors import latest_events, series_of_club

#: Number of planned dates of a series in a list.
DATES_LENGTH = 3

_MONTHLY = {
    1: gettext_noop("Every first %(weekday)s of the month, %(time)s"),
    2: gettext_noop("Every second %(weekday)s of the month, %(time)s"),
    3: gettext_noop("Every third %(weekday)s of the month, %(time)s"),
    4: gettext_noop("Every fourth %(weekday)s of the month, %(time)s"),
    5: gettext_noop("Every last %(weekday)s of the month, %(time)s"),
}
_REGULAR = {
    "week": gettext_noop("Every %(weekday)s, %(time)s"),
    "fortnight": gettext_noop("Every second week on %(weekday)s, %(time)s"),
}


@dataclass(frozen=True, slots=True)
class PlannedDate:
    """A date of a series that has no event yet."""

    label: str
    #: Whether it is left out.
    is_skipped: bool
    #: Address that leaves it out or puts it back.
    url: str


@dataclass(frozen=True, slots=True)
class SeriesLine:
    """A series in a list, with its latest event and its next dates."""

    name: str
    url: str
    words: str
    has_failed: bool
    dates: Sequence[PlannedDate]
    stop_url: str


def series_words(series: EventSeries) -> str:
    """Return how often the series repeats, and until when, in words."""
    day, until = series.first_date, series.until
    is_monthly = series.every == EventSeries.Every.MONTH
    words = _(_MONTHLY[dates.ordinal(day)] if is_monthly else _REGULAR[series.every])
    said = words % {
        "weekday": weekday(day.weekday()),
        "time": time_format(series.time),
    }
    if until is None:
        return said
    return _("%(repeats)s, until %(date)s") % {
        "repeats": said,
        "date": date_format(until, "DATE_FORMAT"),
    }


def series_lines(club: Club, role: Role | None) -> list[SeriesLine]:
    """Return the club's series that the role may see, with their next dates. Two queries."""
    return [_series_line(each, latest) for each, latest in _visible(club, role)]


def _visible(club: Club, role: Role | None) -> list[tuple[EventSeries, SeriesEvent]]:
    """Return the club's series whose latest event the role may see listed. At most two queries."""
    found = series_of_club(club)
    latest = latest_events(each.pk for each in found) if found else {}
    return [
        (each, latest[each.pk])
        for each in found
        if each.pk in latest and access.is_listed(latest[each.pk].event, role)
    ]


def _series_line(series: EventSeries, latest: SeriesEvent) -> SeriesLine:
    """Return the series as a line, in texts."""
    return SeriesLine(
        name=latest.event.name,
        url=reverse("event", args=[latest.event.slug]),
        words=series_words(series),
        has_failed=series.has_failed,
        dates=[] if series.has_failed else _planned_dates(series, latest),
        stop_url=reverse("series_stop", args=[series.pk]),
    )


def _planned_dates(series: EventSeries, latest: SeriesEvent) -> list[PlannedDate]:
    """Return the next dates of the series that have no event yet, with those that are left out."""
    skipped = series.skipped_dates
    return [
        PlannedDate(
            label=date_format(day, "DATE_FORMAT"),
            is_skipped=day in skipped,
            url=reverse(
                "series_unskip" if day in skipped else "series_skip",
                args=[series.pk, day.isoformat()],
            ),
        )
        for day in islice(_dates_ahead(series, latest), DATES_LENGTH)
    ]


def _dates_ahead(
    series: EventSeries, latest: SeriesEvent, since: datetime | None = None
) -> Iterator[date]:
    """Yield the future dates of the series after its latest event, skipped ones included.

    :param since: leaves out the dates before
    """
    now = timezone.now()
    day = max(now, since or now).astimezone(zone_of(series.club)).date()
    start = max(latest.date, day - timedelta(days=1))
    every = cast(dates.Every, series.every)
    found = dates.dates(every, series.first_date, start, series.until)
    return (day for day in found if series.starts_at(day) > now)


def planned_events(
    club: Club, role: Role | None, since: datetime, until: datetime
) -> list[tuple[datetime, str]]:
    """Return start and name of the events that series will have in a period. Two queries."""
    found = []
    for series, latest in _visible(club, role):
        if series.has_failed:
            continue
        skipped = series.skipped_dates
        for day in _dates_ahead(series, latest, since):
            starts_at = series.starts_at(day)
            if starts_at >= until:
                break
            if starts_at >= since and day not in skipped:
                found.append((starts_at, latest.event.name))
    return sorted(found)


def repeats_fact(event: Event) -> str:
    """Return how the event is repeated; empty if it is not. One query."""
    found = SeriesEvent.objects.filter(event=event, series__stopped_at=None)
    row = found.select_related("series").first()
    return "" if row is None else series_words(row.series)
