"""Scheduling of timed steps: bot turns, deadlines, bots acting out of turn, the next deal."""

import random
from collections.abc import Collection, Sequence
from datetime import timedelta

from django.conf import settings
from django.utils import timezone

from games.rules.deal import judge, redeal
from games.rules.deal.state import DealState, Phase
from games.rules.view import view
from games.tables import bot_speed, clocks
from games.tables.models import Table
from games.tables.opening_hold import is_lead_held
from games.tables.proposals import played_by_bots
from games.tables.services.core import LockedTable
from games.tables.snapshot import SeatFacts

#: The fewest cards that can be played out of turn.
BOMB_SIZE = 5
#: Seconds between two deals at a table where only bots play.
BOTS_PAUSE = 3.0


def schedule_next(
    table: LockedTable, state: DealState, seats: tuple[SeatFacts, ...] | None = None
) -> None:
    """Set the deadline of the player on turn and when the table's next timed step is due.

    :param seats: the current seats, if the table's setting is outdated
    """
    row, now = table.row, timezone.now()
    seats = table.setting.seats if seats is None else seats
    bot_seats = played_by_bots(seats)
    row.turn_since = now
    row.deadline = None
    asked_at = opens_at = None
    if state.turn in bot_seats:
        pause = random.uniform(*bot_speed.thinking_seconds(row.pace))
        delay = max(pause, _seconds_for_others(state, seats, bot_seats))
        asked_at = now + timedelta(seconds=delay)
        row.turn_since = now + timedelta(seconds=held_seconds(state, seats))
    else:
        assert state.turn is not None
        held = held_seconds(state, seats)
        if held:
            row.turn_since = opens_at = now + timedelta(seconds=held)
        clock = clocks.clock_of(row.clock)
        if clock is not None:
            bank = timedelta(milliseconds=seats[state.turn].bank_ms)
            row.deadline = row.turn_since + timedelta(seconds=clock.turn) + bank
        if any(may_act_out_of_turn(state, number) for number in bot_seats):
            asked_at = now + timedelta(
                seconds=random.uniform(*bot_speed.thinking_seconds(row.pace))
            )
    row.due_at = min(filter(None, (asked_at, opens_at, row.deadline)), default=None)


def reschedule(table: LockedTable) -> None:
    """Schedule the next step again when bots take over seats or give them back, or votes pass.

    No player or bot gets more time on the current turn than before.
    """
    row = table.row
    if row.phase == Table.Phase.BETWEEN and row.due_at is None:
        # The table was resting (``resting``).
        schedule_next_deal(row, table.setting.seats)
    if row.phase != Table.Phase.PLAYING:
        return
    since, deadline, due_at = row.turn_since, row.deadline, row.due_at
    schedule_next(table, table.state)
    is_opening = redeal.redeal_is_open(table.state)
    if is_opening and since is not None and row.turn_since is not None:
        # Do not hold the lead longer than before.
        since = row.turn_since = min(since, row.turn_since)
    if deadline is not None and row.deadline is not None:
        # The player on turn gets no extra time when another player leaves or returns.
        row.turn_since = since
        row.deadline = min(deadline, row.deadline) if is_opening else deadline
        row.due_at = min(row.due_at or row.deadline, row.deadline)
    elif row.deadline is None and since and row.turn not in played_by_bots(table.setting.seats):
        # Without a clock, the turn does not start again when others vote.
        row.turn_since = min(since, row.turn_since or since)
        if due_at is not None and row.due_at is not None:
            row.due_at = min(due_at, row.due_at)
    elif due_at is not None and row.due_at is not None:
        # Bots get no extra time either: repeated votes must not hold them up.
        row.due_at = min(due_at, row.due_at)
    if row.turn_since is not None and is_lead_held(row.turn_since, table.state):
        if row.turn in played_by_bots(table.setting.seats):
            # A replaced player does not shorten the time to ask for a redeal.
            row.due_at = max(row.due_at or row.turn_since, row.turn_since)
        else:
            row.due_at = min(row.due_at or row.turn_since, row.turn_since)


def schedule_next_deal(row: Table, seats: Sequence[SeatFacts]) -> None:
    """Set when the next deal starts automatically: sooner if only bots play."""
    pause = bot_speed.seconds_between_deals(row.pace)
    if len(played_by_bots(seats)) == len(seats):
        pause = min(BOTS_PAUSE, pause)
    row.due_at = timezone.now() + timedelta(seconds=pause)


def longest_wait() -> float:
    """Return the longest possible time in seconds until the next timed step of a table."""
    turns = [clock.turn + clock.bank for clock in clocks.CLOCKS.values() if clock is not None]
    thinking = max(bot_speed.thinking_seconds(pace)[1] for pace in bot_speed.FACTORS)
    between = max(bot_speed.seconds_between_deals(pace) for pace in bot_speed.FACTORS)
    longest = max(*turns, thinking, settings.CUT_IN_SECONDS, between) + settings.REDEAL_SECONDS
    return float(longest)


def may_act_out_of_turn(state: DealState, seat: int) -> bool:
    """Return whether the seat, with its cards, may now ask for a redeal or cut in."""
    if not state.rules.may_cut_in and not redeal.redeal_is_open(state):
        return False
    seen = view(state, seat)
    return seen.may_redeal or seen.may_cut_in


def held_seconds(state: DealState, seats: Sequence[SeatFacts]) -> float:
    """Return for how many seconds the lead waits for players who may ask for a redeal.

    The time does not depend on their hands, so waiting reveals nothing; it is 0 once all other
    players keep their hands. Bots ask immediately or not at all.
    """
    if not redeal.redeal_is_open(state) or state.phase is not Phase.PLAY:
        return 0.0
    bot_seats = played_by_bots(seats)
    silent = (
        seat.number not in bot_seats and seat.number != state.turn and not seat.ready
        for seat in seats
    )
    return float(settings.REDEAL_SECONDS) if any(silent) else 0.0


def _seconds_for_others(
    state: DealState, seats: Sequence[SeatFacts], bot_seats: Collection[int]
) -> float:
    """Return how many seconds a bot on turn leaves for others to act out of turn.

    The time does not depend on whether anyone can, so waiting reveals nothing about a hand.
    """
    seconds = 0.0
    if redeal.redeal_is_open(state):
        seconds = held_seconds(state, seats)
    elif any(
        _could_cut_in(state, seat) for seat in range(len(state.hands)) if seat not in bot_seats
    ):
        seconds = settings.CUT_IN_SECONDS
    return seconds


def _could_cut_in(state: DealState, seat: int) -> bool:
    """Return whether the seat may cut in and has five cards or more, whatever they are."""
    return judge.may_cut_in_now(state, seat) and state.hands[seat].bit_count() >= BOMB_SIZE
