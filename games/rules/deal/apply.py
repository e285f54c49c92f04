"""Applying actions to a deal."""

from games.rules.cards import (
    PACK_SIZE,
    Card,
    Cards,
    card_names,
    cards_of,
    iter_cards,
    together,
    without,
)
from games.rules.combinations.kinds import DEMOTING, HONOURS, Combination, Kind
from games.rules.combinations.table import CombinationTable
from games.rules.deal.actions import Action, Give, Pass, Play, Redeal
from games.rules.deal.finish import finish, finish_if_no_player_can_lead
from games.rules.deal.guard import duty, keeps_duty
from games.rules.deal.judge import judge, judge_pass, seat_refusal
from games.rules.deal.redeal import redeal_refusal
from games.rules.deal.refusals import Code, Refusal
from games.rules.deal.start import move_card, open_deal, shuffled
from games.rules.deal.state import (
    Breach,
    DealState,
    Draw,
    Ending,
    Phase,
    PlayedSpecial,
    Setup,
    Trick,
    next_in,
)
from games.rules.scoring import SeatNumber

_SPECIALS = HONOURS | DEMOTING
#: Maximum number of times that a stock is reshuffled in a deal (decided). Some rules let two
#: players who may not go out pass and draw for ever; with a stock that ends, the deal ends.
MOST_RECYCLES = 30


def apply(state: DealState, action: Action | object) -> DealState | Refusal:
    """Return the deal after an action, or the reason why the action is refused.

    Never raises, even for an object that is not an action, and never changes the given state.
    """
    match action:
        case Play():
            return _play(state, action)
        case Pass():
            return _pass(state, action)
        case Redeal():
            return _redeal(state, action)
        case Give():
            return _give(state, action)
    return Refusal(Code.UNKNOWN_ACTION)


# ---------------------------------------------------------------------- playing


def _play(state: DealState, action: Play) -> DealState | Refusal:
    """Return the deal after a play, or the reason why the play is refused."""
    seat, cards = action.seat, action.cards
    play = judge(state, seat, cards)
    if isinstance(play, Refusal):
        return play
    setup, trick = state.setup, state.trick
    rules = setup.rules
    hand = without(state.hands[seat], cards)
    hands = (*state.hands[:seat], hand, *state.hands[seat + 1 :])
    actions = (*state.actions, action)
    twos_low = state.twos_low or (rules.bomb_demotes_twos and play.kind in DEMOTING)
    # A new order of ranks counts from the next play on, so the play to beat is classified by it.
    top = play if twos_low == state.twos_low else setup.demoted.classify(cards)
    if rules.top_two_ends_trick and _ends_trick(state.combination_table, play):
        turn, after = _next_trick(hands, seat, setup.step, len(actions))
    else:
        turn, after = _turn_after(
            setup, hands, Trick(trick.start, top, seat, 0, trick.locked), seat, len(actions)
        )
    specials, bombs = state.specials, state.bombs
    if play.size >= 4 or specials:
        specials = _unbeaten_specials(state, seat, play, not hand)
        bombs += play.kind in HONOURS
    played = state._replace(
        hands=hands,
        turn=turn,
        trick=after,
        must_include=None,
        played=together(state.played, cards),
        bombs=bombs,
        active=state.active | 1 << seat,
        starter=seat if state.starter is None else state.starter,
        twos_low=twos_low,
        breach=_breach(state, seat, play) if rules.guard_can_fail else None,
        specials=specials,
        cut_ins=state.cut_ins if seat == state.turn else (*state.cut_ins, len(state.actions)),
        actions=actions,
    )
    if not hand:
        return _after_last_play(state, played, seat, play)
    return played if after.top is not None else finish_if_no_player_can_lead(played)


def _after_last_play(
    before: DealState, after: DealState, seat: SeatNumber, play: Combination
) -> DealState:
    """Return the deal after a player's last play: finished, or going on with `play_on`.

    :param before: the deal before the play
    :param after: the deal after the play, without its consequences
    """
    after = after._replace(
        out=(*before.out, seat), last_play=before.last_play if before.out else play.cards
    )
    if before.setup.rules.play_on and sum(map(bool, after.hands)) > 1:
        return after if after.trick.top is not None else finish_if_no_player_can_lead(after)
    return finish(after, Ending.OUT, foul=_foul(before, seat, play))


def _breach(state: DealState, seat: SeatNumber, play: Combination | None) -> Breach | None:
    """Return the breach of the guard's duty by a play or, if None, a pass; None if it is none.

    Only the seat on turn has the duty, so a play out of turn is never a breach.
    """
    guard_duty = duty(state) if seat == state.turn else None
    if guard_duty is None or (
        guard_duty.may_pass if play is None else keeps_duty(guard_duty, play)
    ):
        return None
    return Breach(guard_duty.guard, guard_duty.guarded, guard_duty.highest)


def _unbeaten_specials(
    state: DealState, seat: SeatNumber, play: Combination, is_last: bool
) -> tuple[PlayedSpecial, ...]:
    """Return the fours, fives and straight flushes still unbeaten after a play.

    :param is_last: whether the play is the player's last
    """
    specials = state.specials
    top = state.trick.top
    if top is not None and top.kind in _SPECIALS:
        specials = specials[:-1]
    if play.kind in _SPECIALS:
        specials += (PlayedSpecial(seat, play, is_last),)
    return specials


def _ends_trick(table: CombinationTable, play: Combination) -> bool:
    """Return whether nothing beats `play`: the highest card, alone or in a pair, without bombs."""
    return play.size <= 2 and not table.honours_beat_any and play.top == table.ranking.top_card


def _foul(state: DealState, seat: SeatNumber, play: Combination) -> SeatNumber | None:
    """Return the guard whose breach lets a player go out with a single card, or None.

    Under `pays_all_if_preventable` the guard's highest card must have been higher than that card.
    """
    breach = state.breach
    if breach is None or breach.guarded != seat or play.kind is not Kind.SINGLE:
        return None
    if state.setup.rules.guard == "pays_all_if_preventable":
        strength = state.combination_table.ranking.strength
        if strength[breach.highest] <= strength[play.top]:
            return None
    return breach.guard


# ---------------------------------------------------------------------- passing


def _pass(state: DealState, action: Pass) -> DealState | Refusal:
    """Return the deal after a pass, with any cards drawn for it, or why it is refused."""
    seat = action.seat
    refused = judge_pass(state, seat)
    if refused is not None:
        return refused
    setup, trick, hands = state.setup, state.trick, state.hands
    breach = _breach(state, seat, None) if setup.rules.guard_can_fail else None
    owner, top = trick.owner, trick.top
    actions = (*state.actions, action)
    if top is None or owner is None:
        # The player on lead has no allowed play: the next player leads, and may lead any card.
        turn = next_in(hands, seat, setup.step)
        return state._replace(
            turn=turn,
            must_include=None,
            breach=None,
            lead_passes=(*state.lead_passes, len(state.actions)),
            actions=actions,
        )
    if seat == owner or setup.rules.passing == "one_pass_ends":
        state = state._replace(trick_ends=(*state.trick_ends, len(state.actions)))
    if seat == owner:
        turn, after = _next_trick(hands, seat, setup.step, len(actions))
        ended = state._replace(turn=turn, trick=after, breach=None, actions=actions)
        return finish_if_no_player_can_lead(ended)
    passing = setup.rules.passing
    if state.stock or setup.rules.stock_recycle:
        state = _draw(state, seat, top.size)
        hands = state.hands
    if passing == "one_pass_ends":
        turn, after = _next_trick(hands, owner, setup.step, len(actions))
    else:
        locked = trick.locked | 1 << seat if passing == "locked" else 0
        after = Trick(trick.start, top, owner, trick.passes + 1, locked)
        turn, after = _turn_after(setup, hands, after, seat, len(actions))
    passed = state._replace(turn=turn, trick=after, breach=breach, actions=actions)
    return passed if after.top is not None else finish_if_no_player_can_lead(passed)


def _draw(state: DealState, seat: SeatNumber, play_size: int) -> DealState:
    """Return the deal after a player who passed has drawn, from a reshuffled stock if it runs out.

    Fewer cards are drawn if it can't be reshuffled, or was `MOST_RECYCLES` times (S4).

    :param play_size: the number of cards of the play to beat
    """
    needed = state.setup.rules.draws(play_size)
    drawn: list[Card] = list(state.stock[:needed])
    stock = state.stock[needed:]
    played, recycles = state.played, state.recycles
    if len(drawn) < needed and state.setup.rules.stock_recycle and recycles < MOST_RECYCLES:
        trick_cards = state.trick_cards
        recycled = without(played, trick_cards)
        if recycled:
            stock = shuffled(iter_cards(recycled), f"{state.setup.seed}/{recycles + 1}")
            played, recycles = trick_cards, recycles + 1
            missing = needed - len(drawn)
            drawn += stock[:missing]
            stock = stock[missing:]
    hand: Cards = together(state.hands[seat], cards_of(drawn))
    hands = (*state.hands[:seat], hand, *state.hands[seat + 1 :])
    draws = state.draws
    if drawn:
        draw = Draw(len(state.actions), len(drawn), recycles > state.recycles)
        draws = (*draws, draw)
    return state._replace(hands=hands, stock=stock, played=played, recycles=recycles, draws=draws)


# ---------------------------------------------------------------------- turns and tricks


def _turn_after(
    setup: Setup, hands: tuple[Cards, ...], trick: Trick, seat: SeatNumber, action_count: int
) -> tuple[SeatNumber | None, Trick]:
    """Return the next seat to act after a seat's play or pass, and the trick.

    If no other player can still beat the play, that is a new trick, led by its winner.

    :param action_count: the number of actions of the deal, including this one
    """
    owner = seat if trick.owner is None else trick.owner
    following = next_in(hands, seat, setup.step, trick.locked)
    if following is None:
        # All others with cards are locked out: the owner may beat their own play, unless out.
        goes_on = bool(hands[owner])
        following = owner
    elif setup.rules.passing == "locked":
        goes_on = True
    elif hands[owner]:
        goes_on = following != owner
    else:
        goes_on = trick.passes < sum(map(bool, hands))
    return (following, trick) if goes_on else _next_trick(hands, owner, setup.step, action_count)


def _next_trick(
    hands: tuple[Cards, ...], owner: SeatNumber, step: int, action_count: int
) -> tuple[SeatNumber | None, Trick]:
    """Return the seat that leads after a trick won by `owner`, and the new trick.

    If the owner is out of cards, the next seat with cards leads; None if there is none.
    """
    return owner if hands[owner] else next_in(hands, owner, step), Trick(action_count)


# ---------------------------------------------------------------------- before the first play


def _redeal(state: DealState, action: Redeal) -> DealState | Refusal:
    """Return the deal ended by a request for a redeal, or the reason why it is refused."""
    refused = seat_refusal(state, action.seat) or redeal_refusal(state, action.seat)
    if refused is not None:
        return refused
    asked = state._replace(actions=(*state.actions, action))
    return finish(asked, Ending.REDEAL, asked_by=action.seat)


def _give(state: DealState, action: Give) -> DealState | Refusal:
    """Return the deal after the winner gave a card back, or the reason why it is refused."""
    refused = seat_refusal(state, action.seat)
    if refused is not None:
        return refused
    exchange = state.exchange
    if state.phase is not Phase.EXCHANGE or exchange is None:
        return Refusal(Code.NO_EXCHANGE)
    if action.seat != exchange.winner:
        return Refusal(Code.NOT_YOUR_EXCHANGE, {"turn": exchange.winner})
    if type(action.card) is not int or not 0 <= action.card < PACK_SIZE:
        return Refusal(Code.UNKNOWN_CARDS)
    if not state.hands[action.seat] >> action.card & 1:
        return Refusal(Code.NOT_HELD, {"cards": card_names(1 << action.card)})
    return open_deal(
        state._replace(
            hands=move_card(state.hands, action.card, exchange.winner, exchange.loser),
            exchange=exchange._replace(returned=action.card),
            actions=(*state.actions, action),
        )
    )
