"""Queries for calendars and feeds, and for users' settings."""

from datetime import datetime, timedelta

from django.db.models import Count, Max, QuerySet
from django.utils import timezone

from accounts.models import User
from tournaments.events.calendar.models import EventReader
from tournaments.events.core.models import Event
from tournaments.events.entries.models import Entry

#: Age limit and maximum number of events in calendar feeds.
FEED_BACK, FEED_LENGTH = timedelta(days=366), 500


def dated(events: QuerySet[Event], since: datetime, until: datetime | None = None) -> list[Event]:
    """Return the first 500 announced events that start in a period, by start, with their clubs."""
    found = events.filter(starts_at__gte=since).exclude(status=Event.Status.DRAFT)
    if until is not None:
        found = found.filter(starts_at__lt=until)
    return list(found.select_related("club").order_by("starts_at", "pk")[:FEED_LENGTH])


def in_feed(events: QuerySet[Event]) -> list[Event]:
    """Return the first 500 announced events of these since a year ago. One query."""
    return dated(events, timezone.now() - FEED_BACK)


def feed_state(events: QuerySet[Event]) -> tuple[datetime | None, int, int]:
    """Return what a feed of the events depends on: last change, their number, newest id. One query.

    The change is None and the id 0 without events. Drafts are left out.
    """
    shown = events.exclude(status=Event.Status.DRAFT)
    found = shown.aggregate(last=Max("changed_at"), count=Count("pk"), newest=Max("pk"))
    return found["last"], found["count"], found["newest"] or 0


def of_clubs(user_id: int) -> QuerySet[Event]:
    """Return the query for the events of all the user's clubs, drafts included."""
    return Event.objects.filter(club__memberships__user=user_id)


def reader_of(user: User) -> EventReader:
    """Return the user's settings for events, with defaults if they never set any."""
    return EventReader.objects.filter(user=user).first() or EventReader(user=user)


def calendar_reader(token: str) -> User | None:
    """Return the active user whose calendar feed has this secret token; None if there is none."""
    found = EventReader.objects.filter(calendar_token=token, user__is_active=True)
    reader = found.select_related("user").first()
    return None if reader is None else reader.user


def entries_by_event(user: User, events: list[Event]) -> dict[int, Entry]:
    """Return the user's entries by primary key of the event. One query."""
    return {each.event_id: each for each in Entry.objects.filter(user=user, event__in=events)}
