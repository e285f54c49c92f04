"""Repeating an event, stopping a series, skipping a date, and creating the events that are due."""

import logging
from collections.abc import Iterable
from dataclasses import dataclass
from datetime import date, datetime, timedelta

from django.db import transaction
from django.utils import timezone

from accounts.caller import Caller
from accounts.models import User
from games.common.denials import DeniedError, answering
from tournaments.clubs.models import Membership, zone_of
from tournaments.clubs.policy import Right, Role, may
from tournaments.clubs.selectors import role_of
from tournaments.events.core.denials import EventCode
from tournaments.events.core.locking import Answer, check_organizer, locked_event, require_user
from tournaments.events.core.models import Event, EventRecord
from tournaments.events.seasons.models import SeasonEvent
from tournaments.events.series.models import EventSeries, SeriesEvent
from tournaments.events.series.selectors import latest_events, running_series
from tournaments.events.setup.services import repeat_event

logger = logging.getLogger(__name__)

#: How long after its planned end an event that is still running no longer holds up the next one.
OVERTIME = timedelta(days=1)


@dataclass(frozen=True, slots=True)
class Repetition:
    """Wish of an organizer to repeat an event."""

    every: str
    until: date | None = None
    #: Days before its start that the next event is created; None to wait for the end of the last.
    days_ahead: int | None = None


@answering
def set_repetition(caller: Caller, event_id: int, wanted: Repetition | None) -> Answer:
    """Repeat the event from now on in this way, or stop its series; for organizers.

    A series that has only this event follows it to another day or time; a longer one keeps its own.
    """
    with locked_event(event_id, caller, organizer=True) as event:
        mine = SeriesEvent.objects.filter(event=event.row).first()
        series = None
        if mine is not None:
            series = EventSeries.objects.select_for_update().get(pk=mine.series_id)
        is_going_on = series is not None and series.stopped_at is None
        if wanted is None:
            event.is_unchanged = not is_going_on
            if series is not None and is_going_on:
                _stop(series)
                event.note(EventRecord.Deed.REPEATS_NOT)
            return None
        local = event.row.starts_at.astimezone(zone_of(event.row.club))
        if wanted.until is not None and wanted.until < local.date():
            raise DeniedError(EventCode.SERIES_ENDS_BEFORE)
        if series is None:
            series = EventSeries(club=event.row.club, created_by=event.actor)
        is_first = mine is None or series.events.count() == 1
        if is_first:
            series.first_date, series.time = local.date(), local.time()
        before = Repetition(series.every, series.until, series.days_ahead)
        series.every, series.until, series.days_ahead = (
            wanted.every,
            wanted.until,
            wanted.days_ahead,
        )
        series.stopped_at, series.has_failed = None, False
        series.save()
        if is_first:
            SeriesEvent.objects.update_or_create(
                event=event.row, defaults={"series": series, "date": local.date()}
            )
        event.is_unchanged = is_going_on and before == wanted
        if not event.is_unchanged:
            event.note(EventRecord.Deed.REPEATS, every=wanted.every)
    return None


@answering
def stop_series(caller: Caller, series_id: int) -> Answer:
    """Stop the series: no further events are created; those that exist stay."""
    with transaction.atomic():
        series = _locked_series(caller, series_id)
        if series.stopped_at is None:
            _stop(series)
    return None


@answering
def skip_date(caller: Caller, series_id: int, day: date, *, skips: bool) -> Answer:
    """Leave out one date of the series, or put it back; denied if it has an event already."""
    with transaction.atomic():
        series = _locked_series(caller, series_id)
        if series.stopped_at is not None or series.events.filter(date=day).exists():
            raise DeniedError(EventCode.SERIES_DATE_GONE)
        others = [each for each in series.skipped if each != day.isoformat()]
        series.skipped = others
        if series.next_date(day - timedelta(days=1)) != day:
            raise DeniedError(EventCode.SERIES_DATE_GONE)
        series.skipped = sorted([*others, day.isoformat()]) if skips else others
        series.save(update_fields=["skipped"])
    return None


def _locked_series(caller: Caller, series_id: int) -> EventSeries:
    """Return the locked series; raise `DeniedError` unless an organizer of an open club calls."""
    person = require_user(caller)
    found = EventSeries.objects.select_for_update(of=("self",)).select_related("club")
    series = found.filter(pk=series_id).first()
    if series is None:
        raise DeniedError(EventCode.NO_SERIES)
    check_organizer(person, series.club_id)
    if series.club.closed_at is not None:
        raise DeniedError(EventCode.CLUB_CLOSED)
    return series


def _stop(series: EventSeries, *, has_failed: bool = False) -> None:
    """Store that the series has ended."""
    series.stopped_at, series.has_failed = timezone.now(), has_failed
    series.save(update_fields=["stopped_at", "has_failed"])


def continue_series() -> None:
    """Create the events of all series that are due; two queries if none are.

    Each event is created once, however often and in however many processes this runs.
    """
    now = timezone.now()
    for series_id in _due(running_series(), now):
        try:
            _continue(series_id, now)
        except Exception:
            # A failure must not stop the others.
            logger.exception("series %s was not continued", series_id)


def _due(series: Iterable[EventSeries], now: datetime) -> list[int]:
    """Return the primary keys of the series whose next event, or whose end, is due. One query."""
    rows = list(series)
    latest = latest_events(each.pk for each in rows)
    return [each.pk for each in rows if each.pk in latest and _is_due(each, latest[each.pk], now)]


def _is_due(series: EventSeries, latest: SeriesEvent, now: datetime) -> bool:
    """Return whether the series has to continue now, after its latest event, or to end."""
    if series.days_ahead is None and not _is_over(latest.event, now):
        return False
    day = _coming_date(series, latest, now)
    if day is None:
        # The series ends with its last event.
        return _is_over(latest.event, now)
    if series.days_ahead is None:
        return True
    return now >= series.starts_at(day) - timedelta(days=series.days_ahead)


def _is_over(event: Event, now: datetime) -> bool:
    """Return whether the event is over, or should be: never started, or ended a day ago."""
    if event.status in Event.OVER_STATUSES:
        return True
    late = OVERTIME if event.status == Event.Status.RUNNING else timedelta()
    return now > event.ends_at + late


def _coming_date(series: EventSeries, latest: SeriesEvent, now: datetime) -> date | None:
    """Return the date of the series' next event, which is still ahead; None after the last one."""
    today = now.astimezone(zone_of(series.club)).date()
    day = series.next_date(max(latest.date, today - timedelta(days=1)))
    if day is not None and series.starts_at(day) <= now:
        day = series.next_date(day)
    return day


def _continue(series_id: int, now: datetime) -> None:
    """Create the next event of the series if it is still due; stop the series after its last date.

    It is also stopped if the event is refused, for instance above the club's limit.
    """
    with transaction.atomic():
        found = EventSeries.objects.select_for_update(of=("self",)).select_related("club")
        series = found.get(pk=series_id)
        latest = latest_events([series_id]).get(series_id)
        closed = series.stopped_at is not None or series.club.closed_at is not None
        if closed or latest is None or not _is_due(series, latest, now):
            return
        day = _coming_date(series, latest, now)
        if day is None:
            _stop(series)
            return
        try:
            with transaction.atomic():
                made = repeat_event(latest.event, series.starts_at(day), _organizer_of(series))
                SeriesEvent.objects.create(series=series, event=made, date=day)
                _add_to_seasons(latest.event, made)
        except DeniedError:
            _stop(series, has_failed=True)


def _organizer_of(series: EventSeries) -> User:
    """Return who set up the series, or the club's owner if they no longer run its events."""
    if may(role_of(series.club_id, series.created_by), Right.RUN_EVENTS):
        return series.created_by
    owner = Membership.objects.select_related("user").get(club=series.club_id, role=Role.OWNER)
    return owner.user


def _add_to_seasons(event: Event, made: Event) -> None:
    """Add the new event to the open seasons of the one before."""
    seasons = event.seasons.filter(closed_at=None)
    SeasonEvent.objects.bulk_create(SeasonEvent(season=each, event=made) for each in seasons)
