"""What a person does while deals are played."""

from collections.abc import Callable, Sequence
from copy import copy
from datetime import timedelta

from django.db import transaction
from django.utils import timezone
from django.utils.translation import gettext as _

from accounts.models import User
from games import clocks, selectors, texts
from games.models import Action, Seat, Table
from games.rules import deal as rules_deal
from games.rules.cards import CardError, Cards, parse_cards
from games.services.core import DONE, Outcome, changed, take_place
from games.services.dealing import await_next, deal_next, finish_deal


def play(
    table_id: int, user: User | None, session_key: str | None, cards: str, moment: int
) -> Outcome:
    """Play the cards (notation, ``"9D 9S"``) from the person's seat, as of that moment.

    It may be out of turn, where the rules allow that.
    """
    chosen = _chosen(cards)
    if isinstance(chosen, Outcome):
        return chosen
    if not chosen:
        return Outcome(_("Choose the cards to play first."))
    return _act(table_id, user, session_key, moment, lambda seat: rules_deal.Play(seat, chosen))


def pass_turn(table_id: int, user: User | None, session_key: str | None, moment: int) -> Outcome:
    """Pass from the person's seat, as of that moment."""
    return _act(table_id, user, session_key, moment, rules_deal.Pass)


def give(
    table_id: int, user: User | None, session_key: str | None, cards: str, moment: int
) -> Outcome:
    """Give one card (notation, ``"9D"``) back in the exchange, as of that moment."""
    chosen = _chosen(cards)
    if isinstance(chosen, Outcome):
        return chosen
    if chosen.bit_count() != 1:
        return Outcome(_("Choose one card to give."))
    card = chosen.bit_length() - 1
    return _act(table_id, user, session_key, moment, lambda seat: rules_deal.Give(seat, card))


def ask_for_redeal(
    table_id: int, user: User | None, session_key: str | None, moment: int
) -> Outcome:
    """Show the person's hand and ask for a new deal, as of that moment."""
    return _act(table_id, user, session_key, moment, rules_deal.Redeal)


def ready(table_id: int, user: User | None, session_key: str | None) -> Outcome:
    """Say that the person is ready for the next deal; the last one to say so starts it."""
    with transaction.atomic():
        place = take_place(table_id, user, session_key)
        if isinstance(place, Outcome):
            return place
        table, scene, seat = place
        if table.phase != Table.Phase.BETWEEN:
            return Outcome(_("There is no next deal to be ready for just now."))
        if table.paused_at is not None:
            return Outcome(_("The table is paused."))
        if seat.ready:
            return DONE
        others = (each for each in scene.seats if each != seat)
        if all(each.ready or each.is_bot or each.stand_in for each in others):
            deal_next(table, scene)
            changed(table)
        else:
            Seat.objects.filter(pk=seat.pk).update(ready=True)
            changed(table, scene=True)
    return DONE


def _chosen(cards: str) -> Cards | Outcome:
    """The cards that the notation means, or why it means none."""
    try:
        return parse_cards(cards)
    except CardError:
        return Outcome(_("Those are no cards of this pack. Choose again."))


def _act(
    table_id: int,
    user: User | None,
    session_key: str | None,
    moment: int,
    action_of: Callable[[int], rules_deal.Action],
) -> Outcome:
    """Judge and carry out what the person's seat asks for, as of that moment."""
    with transaction.atomic():
        place = take_place(table_id, user, session_key)
        if isinstance(place, Outcome):
            return place
        table, scene, seat = place
        refusal = _not_now(table, seat)
        if refusal:
            return Outcome(refusal)
        action = action_of(seat.number)
        if table.moment != moment:
            state = selectors.deal_state(scene.deal, table.action_count)
            if not _is_still_meant(action, state, missed=table.moment - moment):
                return Outcome(_("The table had moved on before that arrived. Look again."))
        return Outcome(apply(table, scene, action, by_bot=False))


def _not_now(table: Table, seat: Seat) -> str:
    """Why nothing can be played at the moment, whatever it is."""
    if table.phase == Table.Phase.WAITING:
        return _("The session has not begun.")
    if table.phase == Table.Phase.FINISHED:
        return _("This session is over.")
    if table.phase == Table.Phase.BETWEEN:
        return _("This deal is over and the next one has not started.")
    if table.paused_at is not None:
        return _("The table is paused.")
    if seat.stand_in:
        return _("A bot plays for you. Take your seat back first.")
    return ""


def _is_still_meant(action: rules_deal.Action, state: rules_deal.DealState, *, missed: int) -> bool:
    """Whether what was asked for so many actions ago means the same now.

    Who acts out of turn races against the turns of others. A play is meant for the play on the
    table, and a request for a new deal for the deal before its first play; what others did since
    that leaves these as they were must not refuse it.
    """
    if not 0 < missed <= len(state.actions):
        return False
    since = state.actions[-missed:]
    match action:
        case rules_deal.Play(seat):
            only_passed = all(isinstance(each, rules_deal.Pass) for each in since)
            mine = any(each.seat == seat for each in since)
            out_of_turn = state.rules.honours == "any_out_of_turn"
            return out_of_turn and state.trick.top is not None and only_passed and not mine
        case rules_deal.Redeal():
            return state.starter is None
        case _:
            return False


def apply(table: Table, scene: selectors.Scene, action: rules_deal.Action, *, by_bot: bool) -> str:
    """Append the action if the rules allow it, and announce it; the caller holds the lock.

    Returns why not, in one sentence, or an empty text.
    """
    deal = scene.deal
    state = selectors.deal_state(deal, table.action_count)
    after = rules_deal.apply(state, action)
    if isinstance(after, rules_deal.Refusal):
        return texts.refusal_sentence(after, scene.names)
    Action.objects.create(
        deal=deal,
        number=table.action_count,
        text=rules_deal.action_text(action),
        by_bot=by_bot,
    )
    transaction.on_commit(lambda: selectors.remember(deal, after))
    seats = scene.seats if by_bot else _charged(table, scene.seats, action.seat)
    table.action_count += 1
    table.moment += 1
    table.turn = after.turn
    if after.over:
        finish_deal(table, deal, after)
    else:
        await_next(table, seats, after)
    changed(table)
    return ""


def _charged(table: Table, seats: Sequence[Seat], number: int) -> Sequence[Seat]:
    """The seats after the person's action: its time is taken from the bank, and nobody is away."""
    seat, since, clock = seats[number], table.turn_since, clocks.clock_of(table.clock)
    spent = 0
    if table.turn == number and clock is not None and since is not None:
        over = timezone.now() - since - timedelta(seconds=clock.turn)
        spent = max(0, round(1000 * over.total_seconds()))
    if not spent and not seat.timeouts:
        return seats
    # The rows of a scene belong to everybody who reads it.
    charged = copy(seat)
    charged.bank_ms = max(0, seat.bank_ms - spent)
    charged.timeouts = 0
    charged.save(update_fields=["bank_ms", "timeouts"])
    table.scene += 1
    return [charged if each.number == number else each for each in seats]
