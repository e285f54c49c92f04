"""Queries for announcements and check-ins that await a user."""

from datetime import datetime

from django.db.models import Exists, OuterRef, Q, QuerySet

from accounts.models import User
from accounts.notices.models import Notice
from games.common.prepared import prepared
from tournaments.events.core.models import Event
from tournaments.events.entries.models import Entry
from tournaments.events.notices.kinds import EventKind
from tournaments.events.rounds.models import EventTable


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


def newest_announcement(user: User) -> Notice | None:
    """Return the user's newest unseen announcement of a running event. One query."""
    return announced_at(user.pk).order_by("-created_at", "-pk").first()


def last_call(user: User, table: EventTable) -> Notice | None:
    """Return the notice by which an organizer last called the user to the table. One query."""
    return Notice.objects.filter(
        user=user, kind=EventKind.CALLED, subject_id=table.round.event_id, key=str(table.pk)
    ).first()


def announced_at(user: int, _now: datetime | None = None) -> QuerySet[Notice]:
    """Return the query for the user's unseen announcements of running events."""
    running = Event.objects.filter(pk=OuterRef("subject_id"), status=Event.Status.RUNNING)
    return Notice.objects.filter(Exists(running), user=user, seen_at=None, kind=EventKind.ANNOUNCED)
