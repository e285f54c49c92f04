"""Running tables on the organizers' desk: deal, turn, clock and missing players."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from datetime import datetime

from django.urls import reverse
from django.utils import timezone
from django.utils.translation import gettext as _
from django.utils.translation import ngettext, pgettext

from accounts import services as accounts
from games.tables.models import Seat, Session, Table
from tournaments.events.core.models import Event
from tournaments.events.core.words import signed
from tournaments.events.desk.row_menus import RowAction, player_actions, table_actions
from tournaments.events.entries.models import Entry
from tournaments.events.rounds.models import EventSeat, EventTable


@dataclass(frozen=True, slots=True)
class LiveSeat:
    """A seat at a running table on the desk, in texts: name, points, why the player is missing."""

    name: str
    #: The entrant for whom a substitute plays; otherwise empty.
    stands_for: str
    is_turn: bool
    #: Why the player is missing; empty if present.
    missing: str
    #: The seat's net points so far, or its final result.
    net: str
    #: The number of the entry, 0 for a bot that fills the table, and the items of its menu.
    number: int = 0
    actions: tuple[RowAction, ...] = ()


@dataclass(frozen=True, slots=True)
class LiveTable:
    """A table of the running round as the desk shows it: state, clock and seats."""

    #: Primary key of the table's row.
    pk: int
    number: int
    url: str
    #: "Deal 2 of 4", "finished" or similar.
    state: str
    is_over: bool
    #: When the time of the seat on turn runs out, in milliseconds since 1970; 0 without a clock.
    until: int
    seats: tuple[LiveSeat, ...]
    is_missing: bool
    correct_url: str
    #: The items of the table's menu.
    actions: tuple[RowAction, ...] = ()


def live_tables(
    event: Event, rows: Iterable[EventTable], sessions: Iterable[Session]
) -> list[LiveTable]:
    """Return the current state of the tables that have one of the sessions. No query.

    :param sessions: the sessions of these tables, as ``rounds.selectors.live_sessions`` reads them
    """
    by_table = {each.table_id: each for each in sessions}
    return [
        _live_table(event, row, by_table[row.table_id]) for row in rows if row.table_id in by_table
    ]


def _live_table(event: Event, row: EventTable, session: Session) -> LiveTable:
    """Return the current state of one table of the round, for the desk."""
    table, is_over = session.table, row.finished_at is not None
    entries = {each.place: each for each in row.seats.all()}
    seats = tuple(
        _live_seat(event, seat, session, entries, is_over) for seat in session.seats.all()
    )
    results = any(each.net is not None for each in entries.values())
    is_clocked = table.deadline is not None and table.paused_at is None
    return LiveTable(
        pk=row.pk,
        number=row.number,
        url=table.get_absolute_url(),
        state=_state_label(session, is_over=is_over),
        is_over=is_over,
        until=milliseconds(table.deadline) if is_clocked else 0,
        seats=seats,
        is_missing=any(seat.missing for seat in seats),
        correct_url=(
            reverse("event_correct", args=[event.slug, row.pk]) if is_over and results else ""
        ),
        actions=() if is_over else table_actions(event, row.number),
    )


def milliseconds(moment: datetime | None) -> int:
    """Return the moment in milliseconds since 1970, as browsers count; 0 for None."""
    return 0 if moment is None else int(moment.timestamp() * 1000)


def _state_label(session: Session, *, is_over: bool) -> str:
    """Return the progress of the table: the deal, "finished", or that it is paused or saving."""
    phase, paused = session.table.phase, session.table.paused_at is not None
    if is_over:
        return pgettext("a table", "finished")
    numbers = {"deal": getattr(session, "newest", None) or 1, "deals": session.deals_planned}
    if phase == Table.Phase.FINISHED:
        return _("Saving the result")
    if paused:
        return _("Deal %(deal)s of %(deals)s, paused") % numbers
    if phase == Table.Phase.BETWEEN:
        return _("Deal %(deal)s of %(deals)s finished") % numbers
    return _("Deal %(deal)s of %(deals)s") % numbers


def _live_seat(
    event: Event, seat: Seat, session: Session, entries: Mapping[int, EventSeat], is_over: bool
) -> LiveSeat:
    """Return a seat's state; `entries` are the event's seats by seat number.

    With the same cards at all tables, points are empty until there are results.
    """
    table, own = session.table, entries.get(seat.number)
    entry = None if own is None else own.entry
    name, entered = seat.name, "" if entry is None else entry.name
    is_other = bool(entered) and seat.user_id is not None and not name.startswith(entered)
    has_result = own is not None and own.net is not None
    points = seat.net if own is None or own.net is None else own.net
    return LiveSeat(
        name=name,
        stands_for=entered if is_other else "",
        is_turn=table.phase == Table.Phase.PLAYING and table.turn == seat.number,
        missing=_missing_label(seat) if table.phase in Table.RUNNING_PHASES else "",
        # With the same packs at other tables, a result would give away hands still being played.
        net="" if table.same_packs and not has_result else signed(points),
        number=0 if entry is None else entry.number,
        actions=()
        if entry is None
        else player_actions(event, entry.number, _seat_acts(entry, is_over)),
    )


def _seat_acts(entry: Entry, is_over: bool) -> list[str]:
    """Return the actions about the player in a seat; an entrant who has left can be replaced."""
    acts = [] if is_over else ["replace"]
    return acts if entry.status == Entry.Status.WITHDRAWN else [*acts, "penalty", "take-out"]


def _missing_label(seat: Seat) -> str:
    """Return why a player is missing: left, away, offline or out of time; otherwise empty."""
    if seat.user is None:
        return ""
    if seat.left_at is not None:
        return _("left; a bot is playing")
    if seat.stand_in:
        return _("away; a bot is playing")
    seen = seat.user.seen_at
    if seen is None or seen < timezone.now() - accounts.ONLINE_WINDOW:
        return _("offline")
    if seat.timeouts:
        missed = ngettext("missed %(count)d turn", "missed %(count)d turns", seat.timeouts)
        return missed % {"count": seat.timeouts}
    return ""
