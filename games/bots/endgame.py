"""Exact values of actions in a deal whose cards are all known.

Every player maximizes their own net and knows all cards. A player to whom actions are equal takes
the first of them, in the order of `actions`. Before the seat on turn acts, the other seats that may
ask for a redeal or cut in are asked in the order of play, and do so only if it is worth more to
them than waiting.

A bot never sees such a deal: it makes one up from its view. The whole game follows from
`games.rules`, so this holds under any rule set.
"""

from math import inf
from operator import itemgetter
from typing import Final, NamedTuple

from games.rules.cards import different_cards, only_card
from games.rules.deal.actions import Action, Give, Pass, Play, Redeal
from games.rules.deal.apply import apply
from games.rules.deal.judge import judge_pass, legal_plays, may_cut_in_now
from games.rules.deal.redeal import redeal_refusal
from games.rules.deal.refusals import Refusal
from games.rules.deal.state import DealState, Phase
from games.rules.moves import cut_ins
from games.rules.scoring import SeatNumber

#: Maximum number of positions that are computed: about half a second.
MOST_POSITIONS: Final = 20_000
#: Maximum number of actions to the end of the deal.
_MOST_ACTIONS: Final = 300
#: The fields of a deal that do not change how it goes on.
_NO_MATTER: Final = frozenset(
    {"setup", "trick", "leader", "cut_ins", "lead_passes", "trick_ends", "draws", "actions"}
)
_fields = itemgetter(
    *(DealState._fields.index(name) for name in DealState._fields if name not in _NO_MATTER)
)


class Solved(NamedTuple):
    """A legal action, and the net of each seat if all players play perfectly after it."""

    action: Action
    nets: tuple[int, ...]


class _TooLargeError(Exception):
    """There are more positions than may be computed."""


def solve(state: DealState, most_positions: int = MOST_POSITIONS) -> list[Solved] | None:
    """Return every legal action of the seat to act with its exact result, the best first.

    Equal actions stay in the order of `actions`.

    :param most_positions: the number of positions that may be computed
    :return: None if that is not enough; an empty list if the deal is over
    """
    if state.turn is None:
        return []
    solver = _Solver(most_positions)
    exact = solver.exact_by_bounds if _alternates(state) else solver.nets
    seat = state.turn
    try:
        found = [Solved(action, exact(after(state, action))) for action in actions(state)]
    except _TooLargeError:
        return None
    return sorted(found, key=lambda each: -each.nets[seat])


def actions(state: DealState) -> list[Action]:
    """Return every legal action of the seat to act.

    In this order: plays as `legal_plays` lists them or gifts from the lowest card, a pass, a
    request for a redeal.
    """
    seat = state.turn
    if seat is None:
        return []
    found: list[Action] = []
    if state.phase is Phase.EXCHANGE:
        found += [Give(seat, only_card(card)) for card in different_cards(state.hands[seat])]
    else:
        found += [Play(seat, cards) for cards in legal_plays(state)]
        if judge_pass(state, seat) is None:
            found.append(Pass(seat))
    if redeal_refusal(state, seat) is None:
        found.append(Redeal(seat))
    return found


def after(state: DealState, action: Action) -> DealState:
    """Return the deal after a legal action; raise `ValueError` for an illegal one."""
    following = apply(state, action)
    if isinstance(following, Refusal):
        raise ValueError(f"{action} is refused: {following.code}")
    return following


def _out_of_turn(state: DealState, seat: SeatNumber) -> list[Action]:
    """Return every legal action of a seat that is not on turn."""
    found: list[Action] = []
    top = state.trick.top
    if top is not None and may_cut_in_now(state, seat):
        plays = cut_ins(state.rules, state.hands[seat], top, twos_low=state.twos_low)
        found += [Play(seat, cards) for cards in plays]
    if redeal_refusal(state, seat) is None:
        found.append(Redeal(seat))
    return found


def _alternates(state: DealState) -> bool:
    """Return whether only the seat on turn acts, and what one player wins the other one pays."""
    rules = state.rules
    may_redeal = rules.redeal != "none" and state.starter is None
    return rules.players == 2 and not rules.may_cut_in and not may_redeal


def _key(state: DealState) -> tuple[object, ...]:
    """Return all that decides how a deal goes on and ends."""
    # The cards of the trick are not shuffled into a new stock.
    on_table = state.trick_cards if state.rules.stock_recycle else 0
    return *_fields(state), state.trick[1:], on_table


class _Solver:
    """Values of positions of one deal, each computed once."""

    def __init__(self, most_positions: int) -> None:
        self._left = most_positions
        self._nets: dict[tuple[object, ...], tuple[int, ...]] = {}
        #: Per position, what the first of two players wins at least and at most.
        self._bounds: dict[tuple[object, ...], tuple[float, float]] = {}

    def nets(self, state: DealState, depth: int = 0) -> tuple[int, ...]:
        """Return the net of each seat."""
        if state.result is not None:
            return state.result.net
        key = _key(state)
        best = self._nets.get(key)
        if best is not None:
            return best
        self._count(depth)
        seat = state.turn
        assert seat is not None
        for action in actions(state):
            nets = self.nets(after(state, action), depth + 1)
            if best is None or nets[seat] > best[seat]:
                best = nets
        assert best is not None
        if state.rules.may_cut_in or state.starter is None:
            # The last who is asked knows what comes if they wait, then the one before.
            step, players = state.setup.step, len(state.hands)
            for away in range(players - 1, 0, -1):
                other = (seat + step * away) % players
                for action in _out_of_turn(state, other):
                    nets = self.nets(after(state, action), depth + 1)
                    if nets[other] > best[other]:
                        best = nets
        self._nets[key] = best
        return best

    def exact_by_bounds(self, state: DealState) -> tuple[int, ...]:
        """Return the net of each of two players who act in turn."""
        first = int(self._first_net(state, -inf, inf, 0))
        return first, -first

    def _first_net(self, state: DealState, low: float, high: float, depth: int) -> float:
        """Return the first player's net if it is between `low` and `high`, else a bound of it.

        What is at most `low` is an upper bound, and what is at least `high` a lower one
        (alpha-beta pruning).
        """
        if state.result is not None:
            return state.result.net[0]
        key = _key(state)
        least, most = self._bounds.get(key, (-inf, inf))
        if least >= high or least == most:
            return least
        if most <= low:
            return most
        self._count(depth)
        low, high = max(low, least), min(high, most)
        is_first = state.turn == 0
        best = -inf if is_first else inf
        alpha, beta = low, high
        # Going out, or nearly so, is most often best.
        for action in sorted(actions(state), key=_fewest_left):
            found = self._first_net(after(state, action), alpha, beta, depth + 1)
            if is_first:
                best = max(best, found)
                alpha = max(alpha, best)
            else:
                best = min(best, found)
                beta = min(beta, best)
            if alpha >= beta:
                break
        self._bounds[key] = (least if best <= low else best, most if best >= high else best)
        return best

    def _count(self, depth: int) -> None:
        """Count a position; raise `_TooLargeError` if there are too many, or too many in a row."""
        self._left -= 1
        if self._left < 0 or depth > _MOST_ACTIONS:
            raise _TooLargeError


def _fewest_left(action: Action) -> int:
    """Return the negative number of cards of an action, by which the largest plays come first."""
    return -action.cards.bit_count() if isinstance(action, Play) else 0
