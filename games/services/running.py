"""What happens by itself: bots act, clocks run out, the next deal starts, lost tasks are found."""

import logging
from collections.abc import Iterable
from datetime import timedelta

from django.conf import settings
from django.db import transaction
from django.utils import timezone

from games import bots, selectors, wake
from games.models import Seat, Table
from games.people import played_by_bots
from games.rules import deal as rules_deal
from games.rules.view import view
from games.services.agreeing import carry_out_votes, give_to_bot
from games.services.core import changed, lock, queue, task_of
from games.services.dealing import deal_next, may_act_out_of_turn
from games.services.playing import apply
from games.services.sitting import replace_absent_hosts

logger = logging.getLogger(__name__)

#: After so many turns missed in a row a bot stands in.
MOST_TIMEOUTS = 2


def move_on(table_id: int, version: int) -> None:
    """Let a bot act, or the clock of the person on turn run out.

    Does nothing when the table has moved on from that version. The bots think before the lock is
    taken: they hold up nobody, and are judged like everybody.
    """
    table = selectors.table(table_id)
    if table is None or table.version != version or table.phase != Table.Phase.PLAYING:
        return
    position = selectors.position(table)
    if position.table.version != version or position.state.over:
        return
    action = _bot_action(position.state, position.seats)
    with transaction.atomic():
        table = lock(table_id)
        if table is None or table.version != version or table.paused_at is not None:
            return
        if action is not None:
            _act(table, selectors.scene(table), action)
        elif table.deadline is not None and table.deadline <= timezone.now():
            _time_out(table, position.state)
        else:
            # None of those who could have acted out of turn wants to: only a person is awaited.
            table.due_at = table.deadline
            table.save(update_fields=["due_at"])
            queue(table)


def _act(table: Table, scene: selectors.Scene, action: rules_deal.Action) -> None:
    refusal = apply(table, scene, action, by_bot=True)
    if refusal:
        logger.error("a bot's %s was refused at table %s: %s", action, table.pk, refusal)


def _bot_action(state: rules_deal.DealState, seats: Iterable[Seat]) -> rules_deal.Action | None:
    """What a bot does now: those who may act out of turn come first, for nobody waits for them."""
    robots = played_by_bots(seats)
    for number in robots:
        if number != state.turn and may_act_out_of_turn(state, number):
            seen = view(state, number)
            action = bots.redeal(seen) or bots.cut_in(seen)
            if action is not None:
                return action
    return bots.choose(view(state, state.turn)) if state.turn in robots else None


def _time_out(table: Table, state: rules_deal.DealState) -> None:
    """Pass for the person on turn, or make the lowest play where passing is not allowed."""
    number = state.turn
    assert number is not None
    scene = selectors.scene(table)
    seat = scene.seats[number]
    seen = view(state, number)
    Seat.objects.filter(pk=seat.pk).update(bank_ms=0, timeouts=seat.timeouts + 1)
    if seat.timeouts + 1 >= MOST_TIMEOUTS:
        give_to_bot(scene.session, number)
    table.scene += 1
    action = rules_deal.Pass(number) if seen.may_pass else bots.lowest(seen)
    _act(table, selectors.read_scene(table), action)
    if seat.timeouts + 1 >= MOST_TIMEOUTS:
        # One voice less is needed now for what the others want.
        carry_out_votes(table)


def start_next_deal(table_id: int, version: int) -> None:
    """Start the next deal, unless the table has moved on from that version."""
    with transaction.atomic():
        table = lock(table_id)
        if table is None or table.version != version or table.phase != Table.Phase.BETWEEN:
            return
        if table.paused_at is None:
            deal_next(table, selectors.scene(table))
            changed(table)


def sweep(*, everything: bool = False) -> None:
    """Do what is overdue because its task was lost, and replace hosts who have walked away.

    :param everything: queue all that is outstanding, for a start of the embedded club, whose queue
        has died with the process
    """
    now = timezone.now()
    outstanding = Table.objects.filter(due_at__isnull=False, paused_at=None)
    if not everything:
        grace = timedelta(seconds=settings.SWEEP_GRACE_SECONDS)
        outstanding = outstanding.filter(due_at__lt=now - grace)
    for table in outstanding.order_by("due_at")[:1000]:
        try:
            if everything:
                seconds = max(0.0, (table.due_at - now).total_seconds()) if table.due_at else 0.0
                wake.after_commit(task_of(table), table.pk, table.version, seconds)
            elif table.phase == Table.Phase.BETWEEN:
                start_next_deal(table.pk, table.version)
            else:
                move_on(table.pk, table.version)
        except Exception:
            # One broken table must not keep the others waiting.
            logger.exception("table %s could not be swept", table.pk)
    replace_absent_hosts()
