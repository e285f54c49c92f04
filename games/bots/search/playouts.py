"""Playouts: deals that the network plays on in all seats, and then values."""

from collections.abc import Sequence
from typing import Final, NamedTuple

from games.bots.net.inputs import Inputs, inputs
from games.bots.net.rule_inputs import usual_swing
from games.bots.net.weights import Network
from games.rules.deal.actions import Pass, Play
from games.rules.deal.apply import apply
from games.rules.deal.judge import judge_pass, legal_plays
from games.rules.deal.refusals import Refusal
from games.rules.deal.state import DealState
from games.rules.scoring import SeatNumber
from games.rules.view import view

#: Maximum number of actions of a playout, decided or not.
_MOST_ACTIONS: Final = 200


class _Waiting(NamedTuple):
    """A playout that waits for the network."""

    place: int
    state: DealState
    decision: Inputs
    #: The number of decisions of the viewer so far.
    own: int


def play_out(
    states: Sequence[DealState], seat: SeatNumber, by: Network, own_decisions: int
) -> list[float]:
    """Return the net that each deal is worth to a seat, in points.

    The network plays in all seats, until the deal is over or the seat has decided some times; then
    the network's value of its best action counts.

    :param own_decisions: the number of decisions of the seat before its next one is valued
    """
    found = [0.0] * len(states)
    if not states:
        return found
    unit = usual_swing(states[0].rules)
    running = [(place, state, 0) for place, state in enumerate(states)]
    while running:
        waiting: list[_Waiting] = []
        for place, state, own in running:
            reached, decision = _next_decision(state)
            if reached.result is not None:
                found[place] = reached.result.net[seat]
            elif decision is not None:
                waiting.append(_Waiting(place, reached, decision, own))
        running = []
        decisions = [each.decision for each in waiting]
        for each, values in zip(waiting, by.values_of_all(decisions), strict=True):
            is_own = each.state.turn == seat
            if is_own and each.own >= own_decisions:
                found[each.place] = float(values.max()) * unit
                continue
            after = apply(each.state, each.decision.actions[int(values.argmax())])
            assert not isinstance(after, Refusal)
            running.append((each.place, after, each.own + is_own))
    return found


def _next_decision(state: DealState) -> tuple[DealState, Inputs | None]:
    """Return the deal after forced actions, and the next decision; None if it is over."""
    for _ in range(_MOST_ACTIONS):
        seat = state.turn
        if seat is None:
            return state, None
        plays = legal_plays(state)
        if plays and (len(plays) > 1 or judge_pass(state, seat) is None):
            return state, inputs(view(state, seat), plays)
        after = apply(state, Play(seat, plays[0]) if plays else Pass(seat))
        assert not isinstance(after, Refusal)
        state = after
    return state, None
