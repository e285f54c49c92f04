"""Timed steps of tables: bots act, clocks run out, the next deal starts; and the sweep."""

import logging
from collections.abc import Callable, Iterable, Mapping, Sequence
from datetime import datetime, timedelta
from functools import partial
from typing import TypeAlias

from django.conf import settings
from django.db.models import QuerySet
from django.utils import timezone

from games import bots
from games.bots import lowest
from games.bots.strengths import STAND_IN, Strength
from games.common.denials import answering
from games.common.group_commit import run_all
from games.common.prepared import prepared
from games.rules.deal import actions, refusals
from games.rules.deal.apply import apply as apply_to_deal
from games.rules.deal.state import DealState
from games.rules.view import View, view
from games.tables import thinking
from games.tables.models import Table
from games.tables.opening_hold import is_lead_held
from games.tables.proposals import played_by_bots
from games.tables.scheduler import Due
from games.tables.services.absences import note_absences
from games.tables.services.core import LockedTable, locked_table, queue_next
from games.tables.services.due import (
    held_seconds,
    longest_wait,
    may_act_out_of_turn,
    schedule_next,
)
from games.tables.services.moves import apply
from games.tables.services.rematch import replace_absent_askers
from games.tables.services.resting import rest_unwatched
from games.tables.services.seating import replace_absent_hosts
from games.tables.services.session import deal_next
from games.tables.services.votes import carry_out_votes, give_to_bot
from games.tables.snapshot import SeatFacts, snapshot

logger = logging.getLogger(__name__)

#: Number of turns missed in a row after which a bot stands in.
MAX_TIMEOUTS = 2
#: A master does not search where the step is later than this, so that a busy server catches up.
LATE = timedelta(seconds=0.5)
#: Maximum number of tables in one sweep; the next sweep finds the others.
MAX_TABLES = 1000

_STUCK = "table %s could not move on"


class IllegalActionError(Exception):
    """A bot has chosen an illegal action."""


#: The next timed step of a table.
_Step: TypeAlias = Callable[[], object]


def move_on(table_id: int, version: int) -> None:
    """Do the table's timed step during a deal: a bot acts, or the clock of the player runs out.

    Does nothing if the table is no longer at that version.
    """
    step = _next_step(table_id, version)
    if step is not None:
        step()


def move_all_on(due: Iterable[Due]) -> None:
    """Do the timed steps of all these tables and versions; a failure affects only its table."""
    steps: dict[int, _Step] = {}
    for table_id, version in due:
        try:
            step = _next_step(table_id, version)
        except Exception:
            logger.exception(_STUCK, table_id)
        else:
            if step is not None:
                steps[table_id] = step
    _run_all_steps(steps)


def _run_all_steps(steps: Mapping[int, _Step]) -> None:
    """Run the steps, by table id, and log those that fail."""
    for table_id, done in zip(steps, run_all(steps.values()), strict=True):
        if error := done.exception():
            logger.error(_STUCK, table_id, exc_info=error)


def _next_step(table_id: int, version: int) -> _Step | None:
    """Return the table's timed step, with a bot's decision; None if its version has changed.

    Bots decide here, before the row is locked, so they block no one; their actions are checked like
    those of users.
    """
    now = snapshot(table_id)
    if now is None or now.version != version or now.table.phase != Table.Phase.PLAYING:
        return None
    if now.state.over:
        return None
    due_at = now.table.due_at
    is_late = due_at is not None and timezone.now() - due_at > LATE
    action = _bot_action(table_id, now.state, now.seats, may_search=not is_late)
    return partial(_carry_out, table_id, version, action)


@answering
def _carry_out(table_id: int, version: int, action: actions.Action | None) -> None:
    """Carry out a bot's action or, for None, run out the clock or wait, at that version only."""
    with locked_table(table_id) as table:
        row = table.row
        if row.version != version or row.paused_at is not None:
            return
        if rest_unwatched(table):
            return
        if action is not None:
            _apply_action(table, action)
        elif row.deadline is not None and row.deadline <= timezone.now():
            _time_out(table)
        else:
            _wait_for_player(table)


def _wait_for_player(table: LockedTable) -> None:
    """Set when a table that waits for a player is due next: when the lead opens, or the deadline.

    Called where neither a bot nor the clock acts now. A lead that has just opened is announced.
    """
    row, was_due_at = table.row, table.row.due_at
    if is_lead_held(row.turn_since, table.state):
        row.due_at = row.turn_since
    elif row.due_at == row.turn_since and held_seconds(table.state, table.setting.seats):
        # The lead is open now; announce it to the player who leads.
        row.due_at = row.deadline
        table.touch()
    else:
        # No bot wants to act out of turn, so the table waits for a user.
        row.due_at = row.deadline
    if row.due_at == was_due_at:
        # The task ran slightly early. Nothing is stored, so queue the next one here.
        queue_next(row)


def _apply_action(table: LockedTable, action: actions.Action) -> None:
    """Apply the action of a timed step; log it if the rules refuse it."""
    refusal = apply(table, action, by_bot=True)
    if refusal is not None:
        logger.error("a timed step at table %s was refused: %s", table.row.pk, refusal.code)


def _bot_action(
    table_id: int, state: DealState, seats: Sequence[SeatFacts], *, may_search: bool
) -> actions.Action | None:
    """Return the action of a bot at the table, or None if all bots wait.

    Bots that may act out of turn come first, because the table does not wait for them.

    :param may_search: whether a master may take the time for a search
    """
    bot_seats = played_by_bots(seats)
    for number in bot_seats:
        if number != state.turn and may_act_out_of_turn(state, number):
            action = _decision(table_id, state, seats[number], may_search=False)
            if action is not None:
                return action
    if state.turn not in bot_seats:
        return None
    return _decision(table_id, state, seats[state.turn], may_search=may_search)


def _decision(
    table_id: int, state: DealState, seat: SeatFacts, *, may_search: bool
) -> actions.Action | None:
    """Return the action that the seat's bot decides on, or None to wait.

    A bot that fails or chooses an illegal action must not hold up the table: on turn the lowest
    play is made for it, out of turn it waits. The failure is logged without cards.
    """
    seen = view(state, seat.number)
    name = seat.bot or STAND_IN.value
    try:
        action = _decided(name, seen, may_search=may_search)
        _check_bot_action(state, seat.number, action)
    except Exception:
        logger.exception("bot %s failed at table %s, seat %s", name, table_id, seat.number)
        return lowest.lowest(seen) if seat.number == state.turn else None
    return action


def _decided(name: str, seen: View, *, may_search: bool) -> actions.Action | None:
    """Return what a bot decides, or None to wait.

    A master searches in another process; where it cannot, it plays as a strong bot.
    """
    if name != Strength.MASTER:
        return bots.decide(bots.bot(name), seen)
    action = bots.decide(bots.bot(Strength.STRONG), seen)
    has_choice = isinstance(action, actions.Play) or bool(seen.open_plays())
    if may_search and seen.on_turn and has_choice and not isinstance(action, actions.Redeal):
        return thinking.choose(seen) or action
    return action


def _check_bot_action(state: DealState, seat: int, action: actions.Action | None) -> None:
    """Check that the rules allow the bot's action or, for None, waiting.

    :raises IllegalActionError: they do not allow it
    """
    if action is None:
        if seat == state.turn:
            raise IllegalActionError("the bot waits on its turn")
        return
    if action.seat != seat:
        raise IllegalActionError("the bot acts for another seat")
    after = apply_to_deal(state, action)
    if isinstance(after, refusals.Refusal):
        raise IllegalActionError(after.code)


def _time_out(table: LockedTable) -> None:
    """Pass for the player whose time is up, or make the lowest play if they may not pass.

    After `MAX_TIMEOUTS` turns missed in a row a bot stands in for them.
    """
    state = table.state
    number = state.turn
    assert number is not None
    seat, seen = table.setting.seats[number], view(state, number)
    is_away = seat.timeouts + 1 >= MAX_TIMEOUTS
    table.change_seat(seat, bank_ms=0, timeouts=seat.timeouts + 1)
    if is_away:
        give_to_bot(table, number)
    _apply_action(table, actions.Pass(number) if seen.may_pass else lowest.lowest(seen))
    if is_away:
        # Pending votes need one vote less now.
        carry_out_votes(table)


@answering
def start_next_deal(table_id: int, version: int) -> None:
    """Start the next deal if the table is still at that version and does not pause or rest.

    A table rests while only bots play and no page shows it (`resting`).
    """
    with locked_table(table_id) as table:
        row = table.row
        if row.version != version or row.phase != Table.Phase.BETWEEN or row.paused_at is not None:
            return
        if not rest_unwatched(table):
            deal_next(table)


def start_next_deals(due: Iterable[Due]) -> None:
    """Start the next deal at each of these tables; a failure affects only its table."""
    _run_all_steps({table: partial(start_next_deal, table, version) for table, version in due})


@answering
def _restart_clock(table_id: int, version: int) -> None:
    """Give the turn its full time again, or start the next deal, if still at that version."""
    with locked_table(table_id) as table:
        row = table.row
        if row.version != version or row.paused_at is not None:
            return
        if row.phase == Table.Phase.BETWEEN:
            deal_next(table)
        else:
            schedule_next(table, table.state)
            table.touch()


def _restart_tables_ahead(now: datetime) -> None:
    """Restart tables whose next step is due far too late because the clock was set back.

    The player on turn there gets the full time again. Turns without a time limit began in the past
    and are left alone.
    """
    until = now + timedelta(seconds=longest_wait())
    for table_id, version in _tables_ahead(now, until):
        try:
            _restart_clock(table_id, version)
        except Exception:
            logger.exception("table %s could not be swept", table_id)


@prepared
def _tables_ahead(now: datetime, until: datetime) -> QuerySet[Table, tuple[int, int]]:
    """Return the query for id and version of tables whose next step is due after `until`.

    Deals whose turn began by `now` are left out.
    """
    ahead = Table.objects.filter(due_at__gt=until, paused_at=None).exclude(
        phase=Table.Phase.PLAYING, turn_since__lte=now
    )
    return ahead.values_list("pk", "version")[:MAX_TABLES]


def _awaiting_step() -> QuerySet[Table]:
    """Return the query for tables with a timed step that are not paused, earliest first."""
    return Table.objects.filter(due_at__isnull=False, paused_at=None).order_by("due_at")


@prepared
def _overdue(before: datetime) -> QuerySet[Table]:
    """Return the query for tables whose timed step was due before then, earliest first."""
    return _awaiting_step().filter(due_at__lt=before)[:MAX_TABLES]


def sweep(*, everything: bool = False) -> None:
    """Do overdue steps whose task was lost, store absences, and replace absent hosts and askers.

    :param everything: queue all outstanding steps instead of doing overdue ones: at the start of
        the embedded server, whose queue ended with its process
    """
    now = timezone.now()
    _restart_tables_ahead(now)
    grace = timedelta(seconds=settings.SWEEP_GRACE_SECONDS)
    tables = _awaiting_step().iterator() if everything else _overdue(now - grace)
    for table in tables:
        try:
            if everything:
                queue_next(table)
            elif table.phase == Table.Phase.BETWEEN:
                start_next_deal(table.pk, table.version)
            else:
                move_on(table.pk, table.version)
        except Exception:
            # One broken table must not keep the others waiting.
            logger.exception("table %s could not be swept", table.pk)
    note_absences()
    replace_absent_hosts()
    replace_absent_askers()
