"""Tables that are played, as the desk sees them: deal, turn and clock, who is missing."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from datetime import datetime

from django.urls import reverse
from django.utils import timezone
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from accounts import services as accounts
from games.tables.models import Seat, Session, Table
from tournaments.events.models import Event, EventTable
from tournaments.events.presenter.words import signed


@dataclass(frozen=True, slots=True)
class LiveSeat:
    """Somebody at a table that is played."""

    name: str
    #: For whom they play, where that is somebody else.
    stands_for: str
    is_turn: bool
    #: Why nobody is to be expected at the seat; empty where somebody is.
    missing: str
    #: What the seat has come to so far, or in the end.
    net: str


@dataclass(frozen=True, slots=True)
class LiveTable:
    """A table of the round that is played."""

    #: The number of the row, which is unique.
    pk: int
    number: int
    url: str
    #: "Deal 2 of 4", "done" and the like.
    state: str
    is_over: bool
    #: Until when the seat on turn may think, in milliseconds since 1970; 0 without a clock.
    until: int
    seats: tuple[LiveSeat, ...]
    is_missing: bool
    correct_url: str


def live_lines(
    event: Event, rows: Iterable[EventTable], sessions: Iterable[Session]
) -> list[LiveTable]:
    """Return the tables of a round as they are now, in the reader's language. No query.

    :param sessions: theirs, as ``selectors.live_sessions`` reads them
    """
    by_table = {each.table_id: each for each in sessions}
    return [_line(event, row, by_table[row.table_id]) for row in rows if row.table_id in by_table]


def _line(event: Event, row: EventTable, session: Session) -> LiveTable:
    table, is_over = session.table, row.finished_at is not None
    entries = {each.place: each for each in row.seats.all()}
    names = {
        place: "" if each.entry is None else each.entry.name for place, each in entries.items()
    }
    results = {place: each.net for place, each in entries.items() if each.net is not None}
    seats = tuple(_seat(seat, table, names, results) for seat in session.seats.all())
    is_clocked = table.deadline is not None and table.paused_at is None
    return LiveTable(
        pk=row.pk,
        number=row.number,
        url=table.get_absolute_url(),
        state=_state(session, is_over=is_over),
        is_over=is_over,
        until=milliseconds(table.deadline) if is_clocked else 0,
        seats=seats,
        is_missing=any(seat.missing for seat in seats),
        correct_url=(
            reverse("event_correct", args=[event.slug, row.pk]) if is_over and results else ""
        ),
    )


def milliseconds(moment: datetime | None) -> int:
    """Return the moment as browsers count time; 0 for none."""
    return 0 if moment is None else int(moment.timestamp() * 1000)


def _state(session: Session, *, is_over: bool) -> str:
    phase, paused = session.table.phase, session.table.paused_at is not None
    if is_over:
        return _("done")
    numbers = {"deal": getattr(session, "newest", None) or 1, "deals": session.deals_planned}
    if phase == Table.Phase.FINISHED:
        return _("The result is being written down")
    if paused:
        return _("Deal %(deal)s of %(deals)s, paused") % numbers
    if phase == Table.Phase.BETWEEN:
        return _("Deal %(deal)s of %(deals)s is over") % numbers
    return _("Deal %(deal)s of %(deals)s") % numbers


def _seat(
    seat: Seat, table: Table, names: Mapping[int, str], results: Mapping[int, int]
) -> LiveSeat:
    is_playing = table.phase in (Table.Phase.PLAYING, Table.Phase.BETWEEN)
    name, entered = seat.name, names.get(seat.number, "")
    is_other = bool(entered) and seat.user_id is not None and not name.startswith(entered)
    return LiveSeat(
        name=name,
        stands_for=entered if is_other else "",
        is_turn=table.phase == Table.Phase.PLAYING and table.turn == seat.number,
        missing=_missing(seat) if is_playing else "",
        # With the same packs elsewhere, a result would tell of hands that are still played.
        net="" if table.same_packs and not results else signed(results.get(seat.number, seat.net)),
    )


def _missing(seat: Seat) -> str:
    """Return why nobody is to be expected at the seat: what the table knows, then their browser."""
    if seat.user is None:
        return ""
    if seat.left_at is not None:
        return _("has left; a bot plays")
    if seat.stand_in:
        return _("away; a bot plays")
    seen = seat.user.seen_at
    if seen is None or seen < timezone.now() - accounts.ONLINE:
        return _("no page open")
    if seat.timeouts:
        missed = ngettext("missed %(count)d turn", "missed %(count)d turns", seat.timeouts)
        return missed % {"count": seat.timeouts}
    return ""
