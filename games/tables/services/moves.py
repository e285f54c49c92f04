"""Actions of players while deals are played."""

from collections.abc import Callable
from datetime import timedelta

from django.utils import timezone

from accounts.caller import Caller
from games.common.denials import DeniedError, answering
from games.rules.cards import CardError, Cards, only_card, parse_cards
from games.rules.deal import actions, refusals
from games.rules.deal.apply import apply as apply_to_deal
from games.rules.deal.redeal import redeal_is_open
from games.rules.deal.state import DealState, Ending
from games.tables import clocks
from games.tables.denials import TableCode
from games.tables.models import Table
from games.tables.opening_hold import is_lead_held
from games.tables.proposals import played_by_bots
from games.tables.services.core import Answer, LockedTable, locked_table
from games.tables.services.due import schedule_next
from games.tables.services.session import deal_next, finish_deal, redeal
from games.tables.services.starting import agree_to_session
from games.tables.snapshot import PositionId, SeatFacts, position_of


@answering
def play(caller: Caller, table_id: int, cards: str, position: str) -> Answer:
    """Play the cards (notation, ``"9D 9S"``) from the caller's seat, if the rules allow.

    If the table is no longer at `position`, only a cut-in on the same play is still accepted.

    :param position: the text of the `PositionId` that the page showed
    """
    selected = _parsed_cards(cards)
    if not selected:
        raise DeniedError(TableCode.CHOOSE_CARDS)
    return _apply_for_caller(caller, table_id, position, lambda seat: actions.Play(seat, selected))


@answering
def pass_turn(caller: Caller, table_id: int, position: str) -> Answer:
    """Pass the turn of the caller's seat, if the table is still at that `PositionId`."""
    return _apply_for_caller(caller, table_id, position, actions.Pass)


@answering
def give(caller: Caller, table_id: int, cards: str, position: str) -> Answer:
    """Give one card (``"9D"``) back in the exchange, if the table is still at that `PositionId`."""
    selected = _parsed_cards(cards)
    if selected.bit_count() != 1:
        raise DeniedError(TableCode.CHOOSE_ONE_CARD)
    card = only_card(selected)
    return _apply_for_caller(caller, table_id, position, lambda seat: actions.Give(seat, card))


@answering
def ask_for_redeal(caller: Caller, table_id: int, position: str) -> Answer:
    """Show the caller's hand and ask for a redeal, if the deal of that `PositionId` has no play."""
    return _apply_for_caller(caller, table_id, position, actions.Redeal)


@answering
def ready(caller: Caller, table_id: int, *, terms: str | None = None) -> Answer:
    """Mark the caller as ready for the next deal, which starts when all players are ready.

    Before a further session for a stake, it is a yes to the session and its terms.

    :param terms: the digest of the terms that the page showed
    """
    with locked_table(table_id, caller) as table:
        seat = table.own_seat()
        if table.row.phase == Table.Phase.WAITING:
            agree_to_session(table, seat, terms)
            return None
        if table.row.phase != Table.Phase.BETWEEN:
            raise DeniedError(TableCode.NO_NEXT_DEAL)
        if table.row.paused_at is not None:
            raise DeniedError(TableCode.PAUSED)
        if seat.ready:
            return None
        others = (each for each in table.setting.seats if each != seat)
        if all(each.ready or each.is_bot or each.stand_in for each in others):
            deal_next(table)
        else:
            table.change_seat(seat, ready=True)
    return None


@answering
def keep_hand(caller: Caller, table_id: int) -> Answer:
    """Mark that the caller keeps the hand; the lead opens when all players have done so.

    It changes nothing for the player who leads or once the lead is open: their time continues.
    """
    with locked_table(table_id, caller) as table:
        seat, row = table.own_seat(), table.row
        _check_seat_may_act(row, seat)
        bot_seats = played_by_bots(table.setting.seats)
        is_awaited = row.turn in bot_seats or is_lead_held(row.turn_since, table.state)
        if not redeal_is_open(table.state) or seat.number == row.turn:
            return None
        if seat.ready or not is_awaited:
            return None
        table.change_seat(seat, ready=True)
        seats = table.setting.seats
        awaited = (each for each in seats if each.number not in (*bot_seats, row.turn))
        if all(each.ready for each in awaited):
            schedule_next(table, table.state)
    return None


def _parsed_cards(cards: str) -> Cards:
    """Return the cards of a text in card notation; raise DeniedError if it is invalid."""
    try:
        return parse_cards(cards)
    except CardError:
        raise DeniedError(TableCode.NO_SUCH_CARDS) from None


def _apply_for_caller(
    caller: Caller, table_id: int, position: str, make_action: Callable[[int], actions.Action]
) -> Answer:
    """Apply an action of the caller's seat that was meant for that position; return any refusal.

    :param make_action: takes the number of the seat
    :raises DeniedError: the caller may not act now, or the table has moved on
    """
    with locked_table(table_id, caller) as table:
        seat = table.own_seat()
        _check_seat_may_act(table.row, seat)
        action = make_action(seat.number)
        _check_lead_is_open(table, action)
        sent, now = PositionId.parse(position), position_of(table.setting, table.row.action_count)
        if sent != now:
            missed = now.actions - sent.actions if sent.deal == now.deal else 0
            if not _is_still_valid(action, table.state, missed=missed):
                raise DeniedError(TableCode.MOVED_ON)
        return apply(table, action, by_bot=False)


def _check_seat_may_act(row: Table, seat: SeatFacts) -> None:
    """Check that a deal is running and that the user plays the seat.

    :raises DeniedError: no deal is running, the table is paused, or a bot plays the seat
    """
    not_now = {
        Table.Phase.WAITING: TableCode.NOT_BEGUN,
        Table.Phase.FINISHED: TableCode.OVER,
        Table.Phase.BETWEEN: TableCode.BETWEEN_DEALS,
    }
    if code := not_now.get(Table.Phase(row.phase)):
        raise DeniedError(code)
    if row.paused_at is not None:
        raise DeniedError(TableCode.PAUSED)
    if seat.stand_in:
        raise DeniedError(TableCode.BOT_PLAYS)


def _check_lead_is_open(table: LockedTable, action: actions.Action) -> None:
    """Check that the action does not lead while others may still ask for a redeal.

    :raises DeniedError: the lead is still held
    """
    if not isinstance(action, actions.Play | actions.Pass):
        return
    row = table.row
    if row.turn == action.seat and is_lead_held(row.turn_since, table.state):
        raise DeniedError(TableCode.LEAD_HELD)


def _is_still_valid(action: actions.Action, state: DealState, *, missed: int) -> bool:
    """Return whether a move sent `missed` actions ago is still valid.

    Only moves out of turn can be: a cut-in while others have only passed since, and a request for a
    redeal until the first play.

    Such a move races against the turns of others; actions that leave what it was meant for
    unchanged must not invalidate it.
    """
    if not 0 < missed <= len(state.actions):
        return False
    since = state.actions[-missed:]
    match action:
        case actions.Play(seat):
            only_passed = all(isinstance(each, actions.Pass) for each in since)
            has_acted = any(each.seat == seat for each in since)
            may_cut_in = state.rules.may_cut_in
            return may_cut_in and state.trick.top is not None and only_passed and not has_acted
        case actions.Redeal():
            return state.starter is None
        case _:
            return False


def apply(table: LockedTable, action: actions.Action, *, by_bot: bool) -> refusals.Refusal | None:
    """Store the action and continue the deal if the rules allow it; else return the refusal."""
    after = apply_to_deal(table.state, action)
    if isinstance(after, refusals.Refusal):
        return after
    table.append(action, after, by_bot=by_bot)
    seats = table.setting.seats if by_bot else _store_seat_after_action(table, action.seat)
    table.row.turn = after.turn
    if after.result is None:
        schedule_next(table, after, seats)
    elif after.result.ending is Ending.REDEAL:
        redeal(table, after)
    else:
        finish_deal(table, after)
    return None


def _store_seat_after_action(table: LockedTable, seat_number: int) -> tuple[SeatFacts, ...]:
    """Store a user's seat after their action, with overtime taken from the bank; return all seats.

    A player who acts is present: missed turns are reset, and so is a reminder.
    """
    row, seats = table.row, table.setting.seats
    seat, since, clock = seats[seat_number], row.turn_since, clocks.clock_of(row.clock)
    spent = 0
    if row.turn == seat_number and clock is not None and since is not None:
        over = timezone.now() - since - timedelta(seconds=clock.turn)
        spent = max(0, round(1000 * over.total_seconds()))
    bank_ms = max(0, seat.bank_ms - spent)
    if seat.reminded_at is not None:
        table.change_seat(seat, bank_ms=bank_ms, timeouts=0, reminded_at=None, idle=False)
    elif spent or seat.timeouts:
        table.change_seat(seat, bank_ms=bank_ms, timeouts=0)
    return table.setting.seats
