"""What pages of events read: events, who entered them, their rounds and their record."""

from django.db.models import Count, F, Max, Prefetch, Q, QuerySet

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
    NightTable,
    Season,
    SeasonRecord,
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
    tables = EventTable.objects.select_related("table", "night_session__session__table")
    tables = tables.order_by("number")
    return list(
        event.rounds.order_by("-number").prefetch_related(
            Prefetch("tables", tables.prefetch_related(Prefetch("seats", seats)))
        )
    )


def night_tables(event: Event) -> list[NightTable]:
    """Return the tables of a club night at which people wait or play.

    Each has one such session in ``going_on``, with its seats and the number of its newest deal.
    Three queries.
    """
    going_on = Session.objects.filter(
        status__in=(Session.Status.WAITING, Session.Status.RUNNING)
    ).annotate(deal_number=Max("deals__number"))
    held = event.night_tables.select_related("table").prefetch_related(
        Prefetch("table__sessions", going_on.prefetch_related("seats"), to_attr="going_on")
    )
    return [each for each in held if each.table.going_on]  # type: ignore[attr-defined]


def night_of_table(slug: str) -> Event | None:
    """Return the club night that the table is one of."""
    return Event.objects.filter(night_tables__table__slug=slug).first()


def unfinished_sessions(event: Event) -> int:
    """Return how many sessions of a club night had begun and were not finished when it ended."""
    late = Q(finished_at=None) | Q(finished_at__gt=event.finished_at)
    begun = Session.objects.filter(late, table__night_table__event=event)
    return begun.filter(started_at__lt=event.finished_at).exclude(status="waiting").count()


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


# --- Seasons


def season(slug: str) -> Season | None:
    """Return the season of that address, with its club."""
    return Season.objects.filter(slug=slug).select_related("club").first()


def seasons(club: Club) -> QuerySet[Season]:
    """Return the club's seasons, those that are not closed first, each with its events' number."""
    found = Season.objects.filter(club=club).annotate(event_count=Count("events"))
    return found.order_by(F("closed_at").desc(nulls_first=True), "-pk")


def season_events(season: Season) -> list[Event]:
    """Return the events of the season, in the order in which they begin. One query."""
    return list(season.events.order_by("starts_at", "pk"))


def events_to_add(season: Season) -> QuerySet[Event]:
    """Return the events of the club that could count for the season, too, the latest first."""
    found = Event.objects.filter(club=season.club_id).exclude(status=Event.Status.CANCELLED)
    return found.exclude(seasons=season).order_by("-starts_at", "-pk")


def season_records(season: Season, *, drafts: bool) -> QuerySet[SeasonRecord]:
    """Return what was done with the season, the newest first.

    :param drafts: with what was done about events that only their organizers know of
    """
    found = season.records.select_related("actor", "event")
    return found if drafts else found.exclude(event__status=Event.Status.DRAFT)
