"""View of a deal: what a seat or a spectator may see.

`view` is the only place where secrets are removed: everything that leaves the server, and all that
a bot gets, goes through it. It contains nothing derived from cards that the viewer may not know,
neither the pack nor the seed.
"""

from dataclasses import dataclass
from typing import Any

from games.rules.cards import Card, Cards
from games.rules.combinations.kinds import Combination
from games.rules.deal.actions import Action, Give, Pass, Play
from games.rules.deal.guard import Duty, duty
from games.rules.deal.judge import judge_pass, may_cut_in_now, must_beat_now
from games.rules.deal.leader import draws_dealer, opens_round
from games.rules.deal.redeal import hand_dealt, redeal_refusal
from games.rules.deal.start import cut_card, first_dealt
from games.rules.deal.state import DealState, Draw, Exchange, Phase, Result
from games.rules.moves import cut_ins, open_plays
from games.rules.ruleset.rule_set import RuleSet
from games.rules.scoring import SeatNumber


@dataclass(frozen=True, slots=True)
class View:
    """A deal as one viewer may see it."""

    #: The rule set.
    rules: RuleSet
    #: The viewer's seat, or None for a spectator.
    seat: SeatNumber | None
    #: The number of the deal, from 1.
    number: int
    #: The dealer.
    dealer: SeatNumber
    #: The card that was exposed to find who gets the first card (option `first_card`), or None. All
    #: players saw it.
    cut: Card | None
    #: The seat that got the first card because of it, or None.
    first_dealt: SeatNumber | None
    #: Whether the dealer was drawn.
    dealer_is_drawn: bool
    #: Whether a new round begins with this deal (option `round_length`); not so in the first deal.
    opens_round: bool
    #: The seat that leads the deal, or None until it is known.
    leader: SeatNumber | None
    #: Whether play goes clockwise.
    clockwise: bool
    #: All seats in the order of play, starting with seat 0.
    order: tuple[SeatNumber, ...]
    #: The phase of the deal.
    phase: Phase
    #: The seat to act, or None if the deal is over.
    turn: SeatNumber | None
    #: The viewer's cards; a spectator has none.
    hand: Cards
    #: The number of cards of each seat.
    counts: tuple[int, ...]
    #: The play to beat, or None on lead.
    top: Combination | None
    #: The seat that made this play.
    owner: SeatNumber | None
    #: Plays and passes of the current trick, in order.
    trick: tuple[Action, ...]
    #: Per seat the last play or pass in this trick, or None.
    last: tuple[Action | None, ...]
    #: All plays, passes and requests for a new deal, in order.
    history: tuple[Action, ...]
    #: The number of these before the current trick.
    trick_start: int
    #: The indices in the history of plays out of turn.
    cut_ins: tuple[int, ...]
    #: The indices of passes that passed the lead on.
    lead_passes: tuple[int, ...]
    #: The indices of passes that ended the trick immediately.
    trick_ends: tuple[int, ...]
    #: The draws of passing players, by index in the history.
    draws: tuple[Draw, ...]
    #: The card that the viewer's play must contain, or None.
    must_include: Card | None
    #: The seats that are out of the trick.
    locked: tuple[SeatNumber, ...]
    #: The seats without cards, in the order of going out.
    out: tuple[SeatNumber, ...]
    #: The cards on the table, so all that were played except those shuffled into a new stock.
    played: Cards
    #: The seat that made the first play, or None before it.
    starter: SeatNumber | None
    #: Per seat, whether the player has played a card.
    active: tuple[bool, ...]
    #: Whether a four, or five of a kind, has demoted the twos.
    twos_low: bool
    #: The number of fours with a fifth card, straight flushes and five of a kind played.
    bombs: int
    #: The number of cards in the stock.
    stock_count: int
    #: The number of times that a new stock was shuffled.
    recycles: int
    #: The leftover cards, if the viewer knows them.
    leftover: Cards
    #: The number of leftover cards.
    leftover_count: int
    #: The seat that took them, or None.
    taker: SeatNumber | None
    #: Loser and winner of the deal before, if they exchange cards.
    exchanging: tuple[SeatNumber, SeatNumber] | None
    #: The exchanged cards, only for these two players.
    exchange: Exchange | None
    #: The seats that the table announces (option `last_card_call`).
    announced: tuple[SeatNumber, ...]
    #: The viewer's duty as guard, or None.
    duty: Duty | None
    #: Whether the viewer has to beat the play on the table (option `must_beat`).
    must_beat: bool
    #: Whether the viewer may pass now.
    may_pass: bool
    #: Whether the viewer may play out of turn now and has such a play.
    may_cut_in: bool
    #: Whether the viewer may ask for a redeal now.
    may_redeal: bool
    #: Whether the viewer has to give a card back now.
    must_give: bool
    #: The cards left of all seats if the deal is over, otherwise None.
    hands: tuple[Cards, ...] | None
    #: The result, or None while the deal goes on.
    result: Result | None

    @property
    def over(self) -> bool:
        """Return whether the deal is over."""
        return self.result is not None

    @property
    def on_turn(self) -> bool:
        """Return whether it is the viewer's turn to play or pass."""
        return self.phase is Phase.PLAY and self.seat is not None and self.seat == self.turn

    @property
    def hand_dealt(self) -> Cards:
        """The viewer's hand as it was dealt; empty for a spectator. Valid before the first play."""
        if self.seat is None:
            return 0
        return hand_dealt(self.hand, self.seat, self.exchange, self.taker, self.leftover)

    @property
    def on_lead(self) -> bool:
        """Return whether the seat to act leads."""
        return self.phase is Phase.PLAY and self.top is None

    @property
    def may_play(self) -> bool:
        """Return whether the viewer has a play to make now, in or out of turn."""
        return self.may_cut_in or bool(self.open_plays())

    def open_plays(self) -> list[Cards]:
        """Return the cards of every play that the viewer can make now, each once."""
        if self.on_turn:
            return open_plays(
                self.rules,
                self.hand,
                self.top,
                must_include=self.must_include,
                next_has_one=self.duty is not None,
                twos_low=self.twos_low,
            )
        if self.may_cut_in and self.top is not None:
            return cut_ins(self.rules, self.hand, self.top, twos_low=self.twos_low)
        return []


#: The last state and its part that all viewers share: the views of a state are usually requested
#: one after the other.
_seen_last: tuple[DealState, dict[str, Any]] | None = None


def view(state: DealState, seat: SeatNumber | None) -> View:
    """Return a deal as a seat, or a spectator (None), may see it; raise `IndexError` for none."""
    if seat is not None and not 0 <= seat < len(state.hands):
        raise IndexError(f"there is no seat {seat}")
    return View(**_shared_fields(state), **_viewer_fields(state, seat))


def own_hand(state: DealState, seat: SeatNumber) -> Cards:
    """Return the cards of a seat, for its own player: the view's `hand`, without the rest of it."""
    return state.hands[seat]


def _shared_fields(state: DealState) -> dict[str, Any]:
    """Return the view's fields that all viewers share, cached for the last state."""
    global _seen_last
    last = _seen_last
    if last is None or last[0] is not state:
        _seen_last = last = state, _computed_shared_fields(state)
    return last[1]


def _computed_shared_fields(state: DealState) -> dict[str, Any]:
    """Return the view's fields that all viewers share."""
    setup, rules, trick = state.setup, state.setup.rules, state.trick
    seats = range(len(state.hands))
    counts = tuple([cards.bit_count() for cards in state.hands])
    history, trick_start = _public_actions(state)
    this_trick = history[trick_start:]
    exchange = state.exchange
    # Cards are given before the first play, and are not part of the history.
    hidden = len(state.actions) - len(history)
    cut = cut_card(setup)
    return {
        "rules": rules,
        "number": setup.number,
        "dealer": setup.dealer,
        "cut": cut,
        "first_dealt": None
        if cut is None
        else first_dealt(rules, setup.pack or (), setup.dealer, setup.step),
        "dealer_is_drawn": draws_dealer(rules, setup.number),
        "opens_round": setup.number > 1 and opens_round(rules, setup.number),
        "leader": state.leader,
        "clockwise": setup.step == -1,
        "order": tuple([setup.step * place % len(seats) for place in seats]),
        "phase": state.phase,
        "turn": state.turn,
        "counts": counts,
        "top": trick.top,
        "owner": trick.owner,
        "trick": this_trick,
        "last": _last_actions(this_trick, len(seats)),
        "history": history,
        "trick_start": trick_start,
        "cut_ins": tuple([place - hidden for place in state.cut_ins]),
        "lead_passes": tuple([place - hidden for place in state.lead_passes]),
        "trick_ends": tuple([place - hidden for place in state.trick_ends]),
        "draws": tuple([each._replace(place=each.place - hidden) for each in state.draws]),
        "locked": tuple([each for each in seats if trick.locked >> each & 1]),
        "out": state.out,
        "played": state.played,
        "starter": state.starter,
        "active": tuple([bool(state.active >> each & 1) for each in seats]),
        "twos_low": state.twos_low,
        "bombs": state.bombs,
        "stock_count": len(state.stock),
        "recycles": state.recycles,
        "leftover_count": state.leftover.bit_count(),
        "taker": state.taker,
        "exchanging": None if exchange is None else (exchange.loser, exchange.winner),
        "announced": _announced(rules, counts),
        "hands": None if state.result is None else state.hands,
        "result": state.result,
    }


def _viewer_fields(state: DealState, seat: SeatNumber | None) -> dict[str, Any]:
    """Return the view's fields that depend on the viewer: a seat, or a spectator (None)."""
    rules, trick, exchange = state.setup.rules, state.trick, state.exchange
    hand = 0 if seat is None else state.hands[seat]
    is_own_turn = seat is not None and seat == state.turn
    is_exchanging = exchange is not None and seat in (exchange.loser, exchange.winner)
    may_cut_in = (
        seat is not None
        and not is_own_turn
        and trick.top is not None
        and may_cut_in_now(state, seat)
        and bool(cut_ins(rules, hand, trick.top, twos_low=state.twos_low))
    )
    return {
        "seat": seat,
        "hand": hand,
        # For other seats it would reveal a card in the leader's hand.
        "must_include": state.must_include if is_own_turn else None,
        "leftover": state.leftover if _knows_leftover(state, seat) else 0,
        "exchange": exchange if is_exchanging else None,
        "duty": duty(state) if is_own_turn and state.phase is Phase.PLAY else None,
        "must_beat": is_own_turn and must_beat_now(state),
        "may_pass": is_own_turn and seat is not None and judge_pass(state, seat) is None,
        "may_cut_in": may_cut_in,
        "may_redeal": seat is not None and redeal_refusal(state, seat) is None,
        "must_give": is_own_turn and state.phase is Phase.EXCHANGE,
    }


def _public_actions(state: DealState) -> tuple[tuple[Action, ...], int]:
    """Return all actions except cards given back, and how many precede the current trick."""
    if state.exchange is None:
        return state.actions, state.trick.start
    # Only two players know the card that is given back.
    public = tuple(action for action in state.actions if not isinstance(action, Give))
    before = state.actions[: state.trick.start]
    return public, sum(1 for action in before if not isinstance(action, Give))


def _last_actions(actions: tuple[Action, ...], players: int) -> tuple[Action | None, ...]:
    """Return the last play or pass of each seat among some actions, or None."""
    last: list[Action | None] = [None] * players
    for action in actions:
        if isinstance(action, (Play, Pass)):
            last[action.seat] = action
    return tuple(last)


def _knows_leftover(state: DealState, seat: SeatNumber | None) -> bool:
    """Return whether a viewer, a seat or a spectator (None), may see the leftover cards."""
    rules = state.setup.rules
    if rules.leftover != "lowest_holder":
        return False
    return rules.leftover_exposed or (seat is not None and seat == state.taker)


def _announced(rules: RuleSet, counts: tuple[int, ...]) -> tuple[SeatNumber, ...]:
    """Return the seats with so few cards left that they must be announced."""
    return tuple(seat for seat, count in enumerate(counts) if 0 < count <= rules.announced)
