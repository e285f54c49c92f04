"""Queries for rounds in play: tables, seats and sessions."""

from collections.abc import Collection
from dataclasses import dataclass, replace
from datetime import datetime
from typing import Any

from django.db.models import Max, Prefetch, Q, QuerySet

from accounts.models import User
from games.common.prepared import prepared
from games.tables.models import Seat, Session, Table
from tournaments.events.core.models import Event
from tournaments.events.entries.models import Entry
from tournaments.events.rounds.models import EventRound, EventSeat, EventTable

#: Seats of tables with real cards in play.
_PAPER = EventSeat.objects.filter(
    event_table__finished_at=None, event_table__round__event__cards="paper"
)


def tables_in_play(event: Event) -> list[Table]:
    """Return the app tables of the event in play; with real cards there are none."""
    return list(
        Table.objects.filter(event_table__round__event=event, event_table__finished_at=None)
        .select_related("event_table")
        .order_by("event_table__number")
    )


def table_of(user: User, event: Event | None = None) -> EventTable | None:
    """Return the newest event table at which the user has a seat now; None without one.

    :param event: limits the search to this event
    """
    if event is None:
        return _table_of.first(user.pk)
    tables = tables_at(user.pk).filter(round__event=event)
    return tables.select_related("table", "round__event").order_by("-pk").first()


def tables_at(user: int, _now: datetime | None = None) -> QuerySet[EventTable]:
    """Return the query for event tables at which the user with that id has a seat now."""
    found = Seat.objects.filter(
        user=user,
        left_at=None,
        session__status__in=Session.GOING_ON,
        session__table__event_table__finished_at=None,
        session__table__event_table__isnull=False,
    )
    own = Q(substitute_name="", entry__user=user) | Q(substitute=user)
    with_cards = _PAPER.filter(own).values("event_table")
    return EventTable.objects.filter(
        Q(table__in=found.values("session__table")) | Q(pk__in=with_cards)
    )


@prepared
def _table_of(user: int) -> QuerySet[EventTable]:
    """Return at most one event table: the newest at which the user has a seat now."""
    return tables_at(user).select_related("table", "round__event").order_by("-pk")[:1]


def paper_seats(people: Collection[int] | QuerySet[Any]) -> QuerySet[EventSeat]:
    """Return the query for the seats of these users at tables with real cards in play."""
    own = Q(substitute_name="", entry__user__in=people)
    return _PAPER.filter(own | Q(substitute__in=people))


@dataclass(frozen=True, slots=True)
class BusyPlayer:
    """A user with a seat at a table in play: the table's place, if an event of the club has it."""

    user_id: int
    name: str
    #: Name and address name of the table's event; empty for a table that the club doesn't have.
    event_name: str = ""
    event_slug: str = ""
    round_number: int = 0
    table_number: int = 0
    #: Primary key of the event's table.
    table_pk: int = 0
    #: The player's entry in the event that asks; 0 if none does.
    entry_number: int = 0


def _busy_player(
    user_id: int, name: str, row: EventTable | None, club_id: int | None
) -> BusyPlayer:
    """Return the user at that table, whose place is left out if it is not of the club."""
    if row is None or row.round.event.club_id != club_id:
        return BusyPlayer(user_id, name)
    event = row.round.event
    return BusyPlayer(user_id, name, event.name, event.slug, row.round.number, row.number, row.pk)


def busy_seats(
    people: Collection[int] | QuerySet[Any],
    event: Event | None = None,
    club_id: int | None = None,
) -> list[BusyPlayer]:
    """Return those of the users who have a seat at a table in play, each once, by name.

    Tables of all events count; for a round of `event` with real cards, which needs no seat in the
    app, only those with real cards. At most two queries.

    :param club_id: club whose tables are named; None for that of `event`
    """
    if event is not None:
        club_id = event.club_id
    cards = paper_seats(people).select_related("entry", "event_table__round__event")
    found = {
        each.player_id: _busy_player(each.player_id, each.player_name, each.event_table, club_id)
        for each in cards
        if each.player_id is not None and each.entry is not None
    }
    if event is None or not event.is_on_paper:
        seats = Seat.objects.filter(
            user__in=people,
            left_at=None,
            session__status=Session.Status.RUNNING,
            session__table__is_arranged=True,
        ).select_related("session__table__event_table__round__event")
        for each in seats:
            if each.user_id is not None:
                row = getattr(each.session.table, "event_table", None)
                found[each.user_id] = _busy_player(each.user_id, each.name, row, club_id)
    return sorted(found.values(), key=lambda each: (each.name, each.user_id))


def busy_players(
    people: Collection[int] | QuerySet[Any], event: Event | None = None
) -> dict[int, str]:
    """Return the names of those of the users who have a seat at a table in play, by user ID.

    As in `busy_seats`. At most two queries.
    """
    return {each.user_id: each.name for each in busy_seats(people, event)}


def names_and_places(busy: Collection[BusyPlayer]) -> dict[str, tuple[object, ...]]:
    """Return the players' names and tables as parameters of the denial of a round."""
    places = ((each.event_name, each.round_number, each.table_number) for each in busy)
    return {"names": tuple(each.name for each in busy), "places": tuple(places)}


def busy_in_proposal(event: Event) -> list[BusyPlayer]:
    """Return the players of the proposed round who have a seat at another table in play.

    One query without a proposed round, else at most four.
    """
    proposed = event.rounds.filter(status=EventRound.Status.PROPOSED).first()
    if proposed is None:
        return []
    entries = event.entries.filter(number__in=proposed.seated.seated, user__isnull=False)
    numbers = dict(entries.values_list("user", "number"))
    users = [user for user in numbers if user is not None]
    busy = busy_seats(users, event)
    return [replace(each, entry_number=numbers[each.user_id]) for each in busy]


def seats_in_play(event: Event) -> list[EventSeat]:
    """Return the entrants' seats at tables in play, by entry number. One query."""
    seats = EventSeat.objects.filter(
        event_table__round__event=event,
        event_table__round__status=EventRound.Status.RUNNING,
        event_table__finished_at=None,
        entry__isnull=False,
    )
    return list(seats.select_related("entry", "event_table").order_by("entry__number"))


def tables_of_players(event: Event) -> dict[int, int]:
    """Return the number of the table in play at which each user has a seat, by user ID. One query.

    It includes substitutes.
    """
    if event.is_on_paper:
        seats = _PAPER.filter(event_table__round__event=event).select_related("entry")
        found = (
            (each.player_id, each.event_table.number)
            for each in seats.select_related("event_table")
        )
        return {user: number for user, number in found if user is not None}
    seated = Seat.objects.filter(
        session__table__event_table__round__event=event,
        session__table__event_table__finished_at=None,
        left_at=None,
        user__isnull=False,
    )
    pairs = seated.values_list("user", "session__table__event_table__number")
    return {user: number for user, number in pairs if user is not None}


def substitutes_of(row: EventRound) -> dict[int, str]:
    """Return the names of the round's substitutes by entry number. One query."""
    seats = EventSeat.objects.filter(event_table__round=row).exclude(substitute_name="")
    return dict(seats.values_list("entry__number", "substitute_name"))


def playing_substitutes(event: Event) -> dict[int, str]:
    """Return the names of the substitutes at tables in play, by the number of the entry.

    One query, and none unless the event is running.
    """
    if event.status != Event.Status.RUNNING:
        return {}
    seats = EventSeat.objects.filter(
        event_table__round__event=event, event_table__finished_at=None, entry__isnull=False
    ).exclude(substitute_name="")
    return {number or 0: by for number, by in seats.values_list("entry__number", "substitute_name")}


def event_table_of(table_id: int) -> EventTable | None:
    """Return the event's table that is played at this table, with its event; None for others."""
    return EventTable.objects.filter(table=table_id).select_related("round__event").first()


def rounds_awaited(user: int, _now: datetime | None = None) -> QuerySet[Entry]:
    """Return the query for the user's entries in events whose next round may start soon."""
    soon = (Event.Status.CHECK_IN, Event.Status.RUNNING)
    return Entry.objects.filter(user=user, status__in=Entry.PLACED_STATUSES, event__status__in=soon)


def live_sessions(event: Event) -> list[Session]:
    """Return the sessions of the round in progress, by table. Two queries.

    Each has its table and the number of its newest deal (``newest``); seats have their users.
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
