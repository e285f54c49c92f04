"""What pages of events read: events, who entered them, their rounds and their record."""

from django.db.models import Max, Prefetch, QuerySet

from accounts.models import User
from games.tables.models import Seat, Session
from tournaments.clubs.models import Club
from tournaments.events.models import (
    Entry,
    EntryPenalty,
    Event,
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
