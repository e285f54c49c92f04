"""What pages of events read: events, who entered them, their rounds and their record."""

from datetime import datetime, timedelta

from django.db.models import Count, Max, Prefetch, QuerySet
from django.utils import timezone

from accounts.models import User
from games.tables.models import Seat, Session
from tournaments.clubs.models import Club
from tournaments.events.models import (
    Entry,
    EntryPenalty,
    Event,
    EventNotice,
    EventReader,
    EventRecord,
    EventRound,
    EventSeat,
    EventTable,
)

#: The points of its course at which an event is over.
OVER = (Event.Status.FINISHED, Event.Status.CANCELLED)


def event(slug: str) -> Event | None:
    """Return the event of that address, with its club."""
    return Event.objects.filter(slug=slug).select_related("club").first()


def coming(club: Club, *, drafts: bool) -> QuerySet[Event]:
    """Return the club's events that are not over, the next one first."""
    found = Event.objects.filter(club=club).exclude(status__in=OVER)
    if not drafts:
        found = found.exclude(status=Event.Status.DRAFT)
    return found.order_by("starts_at", "pk")


def past(club: Club) -> QuerySet[Event]:
    """Return the club's events that are over, the latest first."""
    return Event.objects.filter(club=club, status__in=OVER).order_by("-starts_at", "-pk")


def next_of_clubs(user: User) -> Event | None:
    """Return the next event of the person's clubs that they could take part in, or do."""
    found = Event.objects.filter(club__memberships__user=user, club__closed_at=None)
    found = found.exclude(status__in=(Event.Status.DRAFT, *OVER)).select_related("club")
    return found.order_by("starts_at", "pk").first()


def entries(event: Event) -> list[Entry]:
    """Return all who ever entered, by number. One query."""
    return list(event.entries.order_by("number"))


def rounds(event: Event) -> list[EventRound]:
    """Return the rounds with tables and seats, the newest first. Three queries."""
    seats = EventSeat.objects.select_related("entry").order_by("place")
    tables = EventTable.objects.select_related("table").order_by("number")
    return list(
        event.rounds.order_by("-number").prefetch_related(
            Prefetch("tables", tables.prefetch_related(Prefetch("seats", seats)))
        )
    )


def table_of(user: User, event: Event | None = None) -> EventTable | None:
    """Return the table of an event at which the person's seat is now.

    :param event: only of this one
    """
    found = Seat.objects.filter(
        user=user,
        left_at=None,
        session__status__in=(Session.Status.WAITING, Session.Status.RUNNING),
        session__table__event_table__finished_at=None,
        session__table__event_table__isnull=False,
    )
    tables = EventTable.objects.filter(table__in=found.values("session__table"))
    if event is not None:
        tables = tables.filter(round__event=event)
    return tables.select_related("table", "round__event").order_by("-pk").first()


def records(event: Event) -> QuerySet[EventRecord]:
    """Return what was done, the newest first."""
    return event.records.select_related("actor", "entry")


def penalties(event: Event) -> list[EntryPenalty]:
    """Return the penalties that hold."""
    held = EntryPenalty.objects.filter(entry__event=event, reversed_at=None)
    return list(held.select_related("entry").order_by("pk"))


def event_of_table(table_id: int) -> Event | None:
    """Return the event that has arranged the table."""
    return Event.objects.filter(rounds__tables__table=table_id).first()


def awaits_round(user: User) -> bool:
    """Return whether a round may begin soon in which the person plays. One query."""
    soon = (Event.Status.CHECK_IN, Event.Status.RUNNING)
    taking_part = (Entry.Status.ENTERED, Entry.Status.HERE)
    found = Entry.objects.filter(user=user, status__in=taking_part, event__status__in=soon)
    return found.exists()


def live_sessions(event: Event) -> list[Session]:
    """Return the sessions of the round that is played, by table. Two queries.

    Each knows its table and its newest deal's number (``newest``); seats know their people.
    """
    playing = EventRound.Status.RUNNING
    found = Session.objects.filter(
        table__event_table__round__event=event, table__event_table__round__status=playing
    )
    return list(
        found.select_related("table")
        .annotate(newest=Max("deals__number"))
        .prefetch_related(Prefetch("seats", Seat.objects.select_related("user").order_by("number")))
        .order_by("table__event_table__number")
    )


# --- Dates

#: How far back feeds of calendars go, and how many events they have at most.
FEED_BACK, FEED_LENGTH = timedelta(days=366), 500
#: For how long people are told what they have not looked at.
NOTICE_DAYS = 14
#: What stands on the front page until it was seen; the rest is said there otherwise, or mailed.
_ON_HOME = (
    EventNotice.Kind.MOVED_UP,
    EventNotice.Kind.CANCELLED,
    EventNotice.Kind.ANNOUNCED,
    EventNotice.Kind.RESULTS,
)


def dated(events: QuerySet[Event], since: datetime, until: datetime | None = None) -> list[Event]:
    """Return those of the events that begin then and are no drafts, in order, with clubs."""
    found = events.filter(starts_at__gte=since).exclude(status=Event.Status.DRAFT)
    if until is not None:
        found = found.filter(starts_at__lt=until)
    return list(found.select_related("club").order_by("starts_at", "pk")[:FEED_LENGTH])


def in_feed(events: QuerySet[Event]) -> list[Event]:
    """Return what a feed of these events has. One query."""
    return dated(events, timezone.now() - FEED_BACK)


def newest_change(events: QuerySet[Event]) -> tuple[datetime | None, int, int]:
    """Return when one of the events changed last, how many there are, and the newest. One query.

    Together they are others as soon as a feed of the events is.
    """
    shown = events.exclude(status=Event.Status.DRAFT)
    found = shown.aggregate(last=Max("changed_at"), count=Count("pk"), newest=Max("pk"))
    return found["last"], found["count"], found["newest"] or 0


def of_clubs(user_id: int) -> QuerySet[Event]:
    """Return the events of all clubs that the person belongs to."""
    return Event.objects.filter(club__memberships__user=user_id)


def reader_of(user: User) -> EventReader:
    """Return what the person wants to hear of events; what is usual where they never said."""
    return EventReader.objects.filter(user=user).first() or EventReader(user=user)


def calendar_reader(token: str) -> User | None:
    """Return whose calendar the address leads to."""
    found = EventReader.objects.filter(calendar_token=token, user__is_active=True)
    reader = found.select_related("user").first()
    return None if reader is None else reader.user


def entry_statuses(user: User, events: list[Event]) -> dict[int, Entry]:
    """Return the person's entries to the events, by the events' numbers. One query."""
    return {each.event_id: each for each in Entry.objects.filter(user=user, event__in=events)}


def awaiting_check_in(user: User) -> list[Event]:
    """Return the events that wait for the person to say that they are there. One query."""
    awaited = Entry.objects.filter(user=user, status=Entry.Status.ENTERED)
    found = Event.objects.filter(
        pk__in=awaited.values("event"), status=Event.Status.CHECK_IN
    ).select_related("club")
    return list(found.order_by("starts_at", "pk"))


def unseen_notices(user: User) -> list[EventNotice]:
    """Return what the person was told and has not seen, the newest first. One query.

    Not what is past: an announcement of an event that is over, say.
    """
    since = timezone.now() - timedelta(days=NOTICE_DAYS)
    found = EventNotice.objects.filter(
        user=user, seen_at=None, kind__in=_ON_HOME, created_at__gt=since
    ).select_related("event__club")
    return [each for each in found[:20] if not _is_past(each)]


def _is_past(notice: EventNotice) -> bool:
    is_over = notice.event.status in OVER
    told_of_the_end = (EventNotice.Kind.CANCELLED, EventNotice.Kind.RESULTS)
    return is_over and notice.kind not in told_of_the_end
