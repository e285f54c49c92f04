"""What pages of events read: events, who entered them, their rounds and their record."""

from collections.abc import Collection

from django.db.models import Count, Prefetch, Q, QuerySet

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
    PaperDeal,
    PaperDealRecord,
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
    tables = (
        EventTable.objects.select_related("table")
        .order_by("number")
        .annotate(
            deals_written=Count("paper_deals"),
            deals_confirmed=Count("paper_deals", filter=Q(paper_deals__confirmed_at__isnull=False)),
        )
    )
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
    with_cards = paper_seats([user.pk]).values("event_table")
    tables = EventTable.objects.filter(
        Q(table__in=found.values("session__table")) | Q(pk__in=with_cards)
    )
    if event is not None:
        tables = tables.filter(round__event=event)
    return tables.select_related("table", "round__event").order_by("-pk").first()


def paper_seats(people: Collection[int]) -> QuerySet[EventSeat]:
    """Return the seats at which these people play with real cards now, by their accounts."""
    own = Q(substitute_name="", entry__user__in=people)
    return EventSeat.objects.filter(
        own | Q(substitute__in=people), event_table__finished_at=None, event_table__table=None
    )


def paper_table(event: Event, event_table_id: int) -> EventTable | None:
    """Return the table of the event with round, seats and deals. Three queries at most."""
    seats = EventSeat.objects.select_related("entry").order_by("place")
    people = ("entered_by", "confirmed_by", "disputed_by")
    deals = PaperDeal.objects.select_related(*people).order_by("number")
    return (
        EventTable.objects.filter(pk=event_table_id, round__event=event)
        .select_related("round", "table")
        .prefetch_related(Prefetch("seats", seats), Prefetch("paper_deals", deals))
        .first()
    )


def paper_records(table: EventTable) -> list[PaperDealRecord]:
    """Return what was done about the deals of the table, the newest first. One query."""
    found = PaperDealRecord.objects.filter(deal__event_table=table)
    return list(found.select_related("actor", "deal").order_by("-pk"))


def records(event: Event) -> QuerySet[EventRecord]:
    """Return what was done, the newest first."""
    return event.records.select_related("actor", "entry")


def penalties(event: Event) -> list[EntryPenalty]:
    """Return the penalties that hold."""
    held = EntryPenalty.objects.filter(entry__event=event, reversed_at=None)
    return list(held.select_related("entry").order_by("pk"))
