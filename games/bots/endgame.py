"""Exact values of actions in a deal whose cards are all known.

Every player maximizes their own net and knows all cards. Where actions are equal to a player, the
choice can still matter to the others, so each action has three values for the seat to act: its net
if equal choices go against it, its net if they go in its favor, and the net that it can reach even
if all others play together against it. A player who can go out does, unless the rules can make it
better to wait (`out_is_best`).

Before the seat on turn acts, the other seats that may ask for a redeal or cut in are asked in the
order of play.

A bot never sees such a deal: it makes one up from its view. Puzzles have all hands open. The whole
game follows from `games.rules`, so this holds under any rule set.
"""

from collections.abc import Iterator
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
    """A legal action, and its values if all players play perfectly after it."""

    action: Action
    #: The net of each seat if equal choices of others go against the seat to act.
    nets: tuple[int, ...]
    #: The net of the seat to act if equal choices of others go in its favor.
    highest: int
    #: The net of the seat to act if all others play together against it.
    guaranteed: int


class TooManyPositionsError(Exception):
    """There are more positions than may be computed."""


def solve(state: DealState, most_positions: int = MOST_POSITIONS) -> list[Solved] | None:
    """Return every legal action of the seat to act with its exact result, the best first.

    Equal actions stay in the order of `actions`.

    :param most_positions: the number of positions that may be computed
    :return: None if that is not enough; an empty list if the deal is over
    """
    if state.turn is None:
        return []
    try:
        return Solver(state, most_positions).solved()
    except TooManyPositionsError:
        return None


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


def out_of_turn(state: DealState, seat: SeatNumber) -> list[Action]:
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


def out_is_best(state: DealState) -> bool:
    """Return whether nothing is better for a player than to go out as soon as they can.

    So it is if a loss never grows while the others play, and nothing but the cards left counts.
    """
    rules = state.rules
    factors = [factor for _, factor in rules.multipliers]
    return (
        not rules.play_on
        and not rules.has_stock
        and not rules.bomb_doubles
        and not rules.twos_last_double
        and rules.scoring != "indonesian"
        and factors == sorted(factors)
        and (not rules.unplayed_multiplier or state.active + 1 == 1 << len(state.hands))
        # A guard who pays for all pays a player who has cards left, too.
        and not (rules.guard_pays and rules.payment == "difference")
    )


def _key(state: DealState) -> tuple[object, ...]:
    """Return all that decides how a deal goes on and ends."""
    # The cards of the trick are not shuffled into a new stock.
    on_table = state.trick_cards if state.rules.stock_recycle else 0
    return *_fields(state), state.trick[1:], on_table


class _Value(NamedTuple):
    """The value of a position."""

    #: The net of each seat if equal choices go against the solver's seat, or in its favor.
    against: tuple[int, ...]
    favor: tuple[int, ...]
    #: The net of the solver's seat if all others play together against it.
    guaranteed: int


class Solver:
    """Exact values of a deal for the seat to act, with each position computed once.

    Every method raises `TooManyPositionsError` if there are too many positions.
    """

    def __init__(self, state: DealState, most_positions: int = MOST_POSITIONS) -> None:
        """Solve a deal that goes on from a state.

        :param most_positions: the number of positions that may be computed
        """
        assert state.turn is not None
        self._start = state
        self._seat = state.turn
        self._most_positions = most_positions
        #: The number of positions computed so far.
        self.positions = 0
        self._out_is_best = out_is_best(state)
        self._alternates = _alternates(state)
        self._values: dict[tuple[object, ...], _Value] = {}
        #: Per position, what the first of two players wins at least and at most.
        self._bounds: dict[tuple[object, ...], tuple[float, float]] = {}

    def solved(self) -> list[Solved]:
        """Return every legal action with its exact values, as `solve` does."""
        found = []
        for action in actions(self._start):
            value = self._exact(after(self._start, action))
            found.append(Solved(action, value.against, value.favor[self._seat], value.guaranteed))
        return sorted(found, key=lambda each: -each.nets[self._seat])

    def line(self, action: Action) -> list[Action]:
        """Return an action and those that follow until the end.

        Equal choices go against the solver's seat; of those that are equal to it too, the first is
        taken.
        """
        found = [action]
        state = after(self._start, action)
        while state.result is None:
            best: tuple[int, ...] | None = None
            for chooser, each in self._choices(state):
                nets = self._exact(after(state, each)).against
                if best is None or self._takes(chooser, nets, best):
                    best, action = nets, each
            found.append(action)
            state = after(state, action)
        return found

    def _exact(self, state: DealState) -> _Value:
        """Return the exact value of a state."""
        if not self._alternates:
            return self._value(state)
        # Of two players each wins what the other loses, so no equal choice matters to the other.
        first = int(self._first_net(state, -inf, inf, 0))
        return _same((first, -first), self._seat)

    def _choices(self, state: DealState) -> Iterator[tuple[SeatNumber, Action]]:
        """Yield who may choose what: the actions of the seat on turn, then those out of turn."""
        seat = state.turn
        assert seat is not None
        for action in self._worth_trying(state):
            yield seat, action
        if state.rules.may_cut_in or state.starter is None:
            # The last who is asked knows what comes if they wait, then the one before.
            step, players = state.setup.step, len(state.hands)
            for away in range(players - 1, 0, -1):
                other = (seat + step * away) % players
                for action in out_of_turn(state, other):
                    yield other, action

    def _worth_trying(self, state: DealState) -> list[Action]:
        """Return the actions of the seat on turn, or only the one by which they go out."""
        found = actions(state)
        if self._out_is_best:
            assert state.turn is not None
            hand = state.hands[state.turn]
            for action in found:
                if isinstance(action, Play) and action.cards == hand:
                    return [action]
        return found

    def _takes(self, chooser: SeatNumber, nets: tuple[int, ...], best: tuple[int, ...]) -> bool:
        """Return whether a player takes these nets and not the best so far, against the seat."""
        if nets[chooser] != best[chooser]:
            return nets[chooser] > best[chooser]
        return nets[self._seat] < best[self._seat]

    def _value(self, state: DealState, depth: int = 0) -> _Value:
        """Return the value of a state."""
        seat = self._seat
        if state.result is not None:
            return _same(state.result.net, seat)
        key = _key(state)
        known = self._values.get(key)
        if known is not None:
            return known
        self._count(depth)
        against: tuple[int, ...] | None = None
        for chooser, action in self._choices(state):
            value = self._value(after(state, action), depth + 1)
            if against is None:
                against, favor, guaranteed = value
                continue
            if self._takes(chooser, value.against, against):
                against = value.against
            nets = value.favor
            if nets[chooser] > favor[chooser] or (
                nets[chooser] == favor[chooser] and nets[seat] > favor[seat]
            ):
                favor = nets
            choose = max if chooser == seat else min
            guaranteed = choose(guaranteed, value.guaranteed)
        assert against is not None
        known = self._values[key] = _Value(against, favor, guaranteed)
        return known

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
        for action in sorted(self._worth_trying(state), key=_fewest_left):
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
        """Count a position; raise `TooManyPositionsError` if too many, in all or in a row."""
        if self.positions >= self._most_positions or depth > _MOST_ACTIONS:
            raise TooManyPositionsError
        self.positions += 1


def _same(nets: tuple[int, ...], seat: SeatNumber) -> _Value:
    """Return the value of a position whose nets don't depend on equal choices."""
    return _Value(nets, nets, nets[seat])


def _fewest_left(action: Action) -> int:
    """Return the negative number of cards of an action, by which the largest plays come first."""
    return -action.cards.bit_count() if isinstance(action, Play) else 0
