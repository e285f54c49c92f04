"""Checks whether an action is allowed, without doing it."""

from games.rules.cards import (
    PACK_SIZE,
    RANK_MASKS,
    RANKS,
    SUIT_MASKS,
    Cards,
    card_name,
    card_names,
    is_set_of_cards,
    lacking,
)
from games.rules.combinations.kinds import HONOURS, Combination, Kind
from games.rules.combinations.sequences import ALL_SEQUENCES
from games.rules.combinations.table import CombinationTable
from games.rules.deal.guard import Duty, duty, keeps_duty
from games.rules.deal.refusals import Code, Param, Refusal
from games.rules.deal.state import DealState, Phase
from games.rules.moves import forbidden_last, open_plays_in
from games.rules.ruleset.rule_set import RuleSet
from games.rules.scoring import SeatNumber


def judge(state: DealState, seat: SeatNumber, cards: Cards) -> Combination | Refusal:
    """Return the combination that a seat may play now, or the reason why it may not.

    Cards are classified before the turn is checked, and a refusal because of the turn carries the
    combination, so that a selection can be named while others play.
    """
    play = _classify_held(state, seat, cards)
    if isinstance(play, Refusal):
        return play
    if state.phase is Phase.EXCHANGE:
        return Refusal(Code.EXCHANGE_FIRST, _turn_params(state), play)
    table, hand, trick = state.combination_table, state.hands[seat], state.trick
    if seat != state.turn:
        refused = _cut_in_refusal(state, seat, play)
        if refused is not None:
            return refused
    must_include = state.must_include
    if must_include is not None and not cards >> must_include & 1:
        return Refusal(Code.MUST_INCLUDE, {"card": card_name(must_include)}, play)
    top = trick.top
    if top is not None and not table.beats(play, top):
        return _too_low_refusal(table, play, top)
    rules = state.setup.rules
    if cards == hand and forbidden_last(rules, table, cards):
        return _last_play_refusal(rules, table, play)
    if rules.guard == "enforced" and seat == state.turn:
        held = duty(state)
        if held is not None and not keeps_duty(held, play):
            return Refusal(Code.GUARD_PLAY, _duty_params(held), play)
    return play


def judge_ahead(state: DealState, seat: SeatNumber, cards: Cards) -> Combination | Refusal:
    """Return the combination that a seat could play if it were its turn now, or the reason why not.

    Checks the cards, being out of the trick, the play to beat and the last play; not the guard's
    duty, the card that a first play must include, or an exchange.

    A seat whose own play is on the table would lead, unless another player beats that play. The
    option `guard` depends on the next player, so it is only checked in turn.
    """
    play = _classify_held(state, seat, cards)
    if isinstance(play, Refusal):
        return play
    table, trick = state.combination_table, state.trick
    if trick.locked >> seat & 1:
        return Refusal(Code.LOCKED_OUT, _turn_params(state), play)
    if trick.top is not None and trick.owner != seat and not table.beats(play, trick.top):
        return _too_low_refusal(table, play, trick.top)
    rules = state.setup.rules
    if cards == state.hands[seat] and forbidden_last(rules, table, cards):
        return _last_play_refusal(rules, table, play)
    return play


def judge_pass(state: DealState, seat: SeatNumber) -> Refusal | None:
    """Return the reason why a seat may not pass now, or None if it may."""
    refused = seat_refusal(state, seat)
    if refused is not None:
        return refused
    if state.phase is Phase.EXCHANGE:
        return Refusal(Code.EXCHANGE_FIRST, _turn_params(state))
    if seat != state.turn:
        return Refusal(Code.NOT_YOUR_TURN, _turn_params(state))
    if state.trick.top is None:
        return Refusal(Code.MUST_LEAD) if may_lead(state, seat) else None
    if state.setup.rules.guard == "enforced":
        held = duty(state)
        if held is not None and not held.may_pass:
            return Refusal(Code.GUARD_MUST_BEAT, _duty_params(held))
    if must_beat_now(state):
        return Refusal(Code.MUST_BEAT)
    return None


def must_beat_now(state: DealState) -> bool:
    """Return whether the seat to act has to beat the play on the table (option `must_beat`)."""
    trick = state.trick
    return (
        state.setup.rules.must_beat
        and trick.top is not None
        and state.turn != trick.owner
        and bool(legal_plays(state))
    )


def may_lead(state: DealState, seat: SeatNumber) -> bool:
    """Return whether a seat would have an allowed play if it were on lead."""
    hand = state.hands[seat]
    return hand.bit_count() > 1 or not forbidden_last(
        state.setup.rules, state.combination_table, hand
    )


def legal_plays(state: DealState) -> list[Cards]:
    """Return the cards of every legal play of the seat to act, each once.

    Plays out of turn are not included (see `games.rules.moves.cut_ins`).
    """
    seat = state.turn
    if seat is None or state.phase is not Phase.PLAY:
        return []
    setup = state.setup
    return open_plays_in(
        state.combination_table,
        setup.rules,
        state.hands[seat],
        state.trick.top,
        must_include=state.must_include,
        next_has_one=setup.rules.guard == "enforced" and duty(state) is not None,
    )


def may_cut_in_now(state: DealState, seat: SeatNumber) -> bool:
    """Return whether a seat may play a bomb out of turn now, if it has one (option `honours`).

    Bombs are fours with a fifth card, fives and straight flushes; the hand isn't checked.
    """
    trick = state.trick
    return (
        state.setup.rules.may_cut_in
        and state.phase is Phase.PLAY
        and trick.top is not None
        and seat not in (state.turn, trick.owner)
        and not trick.locked >> seat & 1
    )


def _classify_held(state: DealState, seat: SeatNumber, cards: Cards) -> Combination | Refusal:
    """Return the combination of cards that a seat holds, or the reason why it can't play them."""
    refused = seat_refusal(state, seat)
    if refused is not None:
        return refused
    hand = state.hands[seat]
    if not hand:
        return Refusal(Code.SEAT_OUT)
    if not cards:
        return Refusal(Code.NO_CARDS)
    # A set with the second copy of a card but not the first is invalid.
    if not isinstance(cards, int) or cards & ~hand or cards >> PACK_SIZE & ~cards:
        return _not_held_refusal(cards, hand)
    play = state.combination_table.classify(cards)
    return combination_refusal(state.combination_table, cards) if play is None else play


def _not_held_refusal(cards: object, hand: Cards) -> Refusal:
    """Return the reason why a value is not a set of cards in a hand."""
    if not isinstance(cards, int) or not is_set_of_cards(cards):
        return Refusal(Code.UNKNOWN_CARDS)
    return Refusal(Code.NOT_HELD, {"cards": card_names(lacking(cards, hand))})


def seat_refusal(state: DealState, seat: SeatNumber) -> Refusal | None:
    """Return a refusal if the deal is over or there is no such seat, otherwise None."""
    if state.result is not None:
        return Refusal(Code.DEAL_OVER)
    if type(seat) is not int or not 0 <= seat < len(state.hands):
        return Refusal(Code.NO_SUCH_SEAT)
    return None


def _turn_params(state: DealState) -> dict[str, Param]:
    """Return the refusal parameter with the seat to act, or no parameter."""
    return {} if state.turn is None else {"turn": state.turn}


def _duty_params(guard_duty: Duty) -> dict[str, Param]:
    """Return the refusal parameters of a duty: the guard's highest card and the next seat."""
    return {"card": card_name(guard_duty.highest), "next": guard_duty.guarded}


def _cut_in_refusal(state: DealState, seat: SeatNumber, play: Combination) -> Refusal | None:
    """Return the reason why a seat may not play out of turn now, or None if it may.

    Only a bomb may be played on another player's play; whether it beats that is not checked here.
    """
    trick = state.trick
    if trick.locked >> seat & 1:
        return Refusal(Code.LOCKED_OUT, _turn_params(state), play)
    if not state.setup.rules.may_cut_in or play.kind not in HONOURS:
        return Refusal(Code.NOT_YOUR_TURN, _turn_params(state), play)
    if trick.top is None:
        return Refusal(Code.CUT_IN_NOTHING_TO_BEAT, _turn_params(state), play)
    if seat == trick.owner:
        return Refusal(Code.CUT_IN_OWN_PLAY, _turn_params(state), play)
    return None


def combination_refusal(table: CombinationTable, cards: Cards) -> Refusal:
    """Return the most specific reason why cards are not a combination."""
    count = cards.bit_count()
    by_rank = sorted((cards & mask).bit_count() for mask in RANK_MASKS if cards & mask)
    if by_rank == [3]:
        return Refusal(Code.TRIPLES_EXCLUDED)
    if by_rank == [2, 2]:
        return Refusal(Code.TWO_PAIRS_EXCLUDED)
    if by_rank == [4]:
        return Refusal(Code.FOUR_NEEDS_FIFTH)
    if by_rank == [1, 4]:
        return Refusal(Code.FOUR_IS_BARE)
    suit = next((suit for suit in range(4) if cards & ~SUIT_MASKS[suit] == 0), None)
    if by_rank == [5]:
        return Refusal(Code.FOUR_IS_BARE)
    if by_rank == [1] * 5:
        if suit is not None and cards >> suit in table.sequence_masks:
            return Refusal(Code.STRAIGHT_FLUSH_NEEDS_TWO)
        held = {RANKS[rank] for rank, mask in enumerate(RANK_MASKS) if cards & mask}
        sequence = next((name for name in ALL_SEQUENCES if set(name) == held), None)
        if sequence is not None and suit is None:
            return Refusal(Code.SEQUENCE_EXCLUDED, {"ranks": sequence})
    if suit is not None and count == 5:
        return Refusal(Code.FLUSHES_EXCLUDED)
    return Refusal(Code.NO_COMBINATION, {"count": count})


def _too_low_refusal(table: CombinationTable, play: Combination, top: Combination) -> Refusal:
    """Return the reason why `play` does not beat `top`, the play on the table."""
    if play.kind is top.kind:
        return Refusal(Code.TOO_LOW, {"kind": play.kind.value}, play)
    kinds = {"kind": play.kind.value, "over": top.kind.value}
    beats_any = table.honours_beat_any and play.kind in HONOURS
    if play.size != top.size and not beats_any:
        return Refusal(Code.WRONG_SIZE, {"count": play.size, "needed": top.size}, play)
    if play.key > top.key:
        return Refusal(Code.KIND_DIFFERS, kinds, play)
    return Refusal(Code.KIND_TOO_LOW, kinds, play)


def _last_play_refusal(rules: RuleSet, table: CombinationTable, play: Combination) -> Refusal:
    """Return the reason why `play` may not be the last one (option `going_out`)."""
    if rules.going_out == "not_top_card":
        top_card = card_name(table.ranking.top_card)
        return Refusal(Code.LAST_TOP_CARD, {"card": top_card}, play)
    code = Code.LAST_TWO if play.kind is Kind.SINGLE else Code.LAST_PAIR_OF_TWOS
    return Refusal(code, {}, play)
