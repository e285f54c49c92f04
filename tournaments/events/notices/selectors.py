"""Queries for notifications and check-ins that await a user."""

from datetime import datetime, timedelta

from django.db.models import Q, QuerySet
from django.utils import timezone

from accounts.models import User
from games.common.prepared import prepared
from tournaments.events.core.models import Event
from tournaments.events.entries.models import Entry
from tournaments.events.notices.models import EventNotice

#: Number of days for which unseen notifications are shown.
NOTICE_DAYS = 14
#: Kinds shown on the home page until seen; the home page or a mail covers the others.
_ON_HOME = (
    EventNotice.Kind.MOVED_UP,
    EventNotice.Kind.NEW_TIME,
    EventNotice.Kind.CANCELLED,
    EventNotice.Kind.ANNOUNCED,
    EventNotice.Kind.RESULTS,
    EventNotice.Kind.ENTRANT_GONE,
    EventNotice.Kind.WITHDRAWN,
    EventNotice.Kind.VISIBILITY,
    EventNotice.Kind.INVITED,
    EventNotice.Kind.TERMS,
    EventNotice.Kind.IN_PERSON,
    EventNotice.Kind.PENALTY,
    EventNotice.Kind.CORRECTED,
    EventNotice.Kind.CORRECTION,
    EventNotice.Kind.PAPER_DEAL,
    EventNotice.Kind.SUBSTITUTE,
)
#: Kinds that are still shown after the event is over.
_AFTER_THE_END = (
    EventNotice.Kind.CANCELLED,
    EventNotice.Kind.RESULTS,
    EventNotice.Kind.PENALTY,
    EventNotice.Kind.CORRECTED,
    EventNotice.Kind.CORRECTION,
)


def awaiting_check_in(user: User) -> list[Event]:
    """Return the events with open check-in to which the user has not checked in. One query."""
    return _awaiting_check_in(user.pk)


def check_ins_at(user: int, _now: datetime | None = None) -> QuerySet[Event]:
    """Return the query for events with open check-in to which the user has yet to check in."""
    is_awaited = Q(status=Entry.Status.ENTERED) | Q(status=Entry.Status.WAITING, waits_here=False)
    awaited = Entry.objects.filter(is_awaited, user=user)
    return Event.objects.filter(pk__in=awaited.values("event"), status=Event.Status.CHECK_IN)


@prepared
def _awaiting_check_in(user: int) -> QuerySet[Event]:
    """Return the events with open check-in to which the user has yet to check in, by start."""
    return check_ins_at(user).select_related("club").order_by("starts_at", "pk")


def unseen_notices(user: User) -> list[EventNotice]:
    """Return the newest 20 unseen notifications of the user, except outdated ones. One query.

    Outdated are, for instance, announcements of an event that is over.
    """
    return [each for each in _newest_unseen(user.pk, timezone.now()) if not _is_outdated(each)]


def unseen_at(user: int, now: datetime) -> QuerySet[EventNotice]:
    """Return the query for the user's unseen home notices of 14 days, outdated ones included."""
    since = now - timedelta(days=NOTICE_DAYS)
    return EventNotice.objects.filter(
        user=user, seen_at=None, kind__in=_ON_HOME, created_at__gt=since
    )


@prepared
def _newest_unseen(user: int, now: datetime) -> QuerySet[EventNotice]:
    """Return the user's newest 20 unseen notifications, with event and club."""
    return unseen_at(user, now).select_related("event__club")[:20]


def newest_announcement(user: User) -> EventNotice | None:
    """Return the user's newest unseen announcement of a running event. One query."""
    found = announced_at(user.pk).select_related("event__club")
    return found.order_by("-created_at", "-pk").first()


def announced_at(user: int, _now: datetime | None = None) -> QuerySet[EventNotice]:
    """Return the query for the user's unseen announcements of running events."""
    return EventNotice.objects.filter(
        user=user,
        seen_at=None,
        kind=EventNotice.Kind.ANNOUNCED,
        event__status=Event.Status.RUNNING,
    )


def _is_outdated(notice: EventNotice) -> bool:
    """Return whether the notification is about an event that is over and is now irrelevant."""
    return notice.event.status in Event.OVER_STATUSES and notice.kind not in _AFTER_THE_END
