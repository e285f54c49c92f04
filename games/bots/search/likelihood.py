"""Likelihood of worlds: how well they explain what the other players have done.

A player who passed on a king is less likely to hold an ace. The network says how likely: it values
the actions that a player had in that world, and a player takes better ones more often.
"""

from collections.abc import Sequence
from math import exp
from typing import Final

from games.bots.net.inputs import Inputs, inputs
from games.bots.net.weights import Network
from games.rules.cards import together
from games.rules.deal.actions import Action, Play
from games.rules.deal.apply import apply
from games.rules.deal.judge import judge_pass, legal_plays
from games.rules.deal.start import start_from_hands
from games.rules.deal.state import DealState
from games.rules.scoring import SeatNumber
from games.rules.view import View, view

#: The number of the newest actions of others that are looked at. Leads are left out: they have many
#: alternatives, so they take long and say little.
_MOST: Final = 4
#: Players take an action e times as often as one that is worth this much less, in usual swings.
_SOFTNESS: Final = 0.15
#: The chance of any action, however bad: not all players play as the network does.
_FLOOR: Final = 0.05


def likelihoods(seen: View, worlds: Sequence[DealState], by: Network) -> list[float]:
    """Return how likely each world makes the actions of the others, relative to each other.

    All are equal where cards were drawn, given or taken after the deal.
    """
    found = [1.0] * len(worlds)
    looked_at = _looked_at(seen)
    if not looked_at or seen.rules.has_stock or seen.exchanging or seen.taker is not None:
        return found
    decisions: list[Inputs] = []
    asked: list[tuple[int, Action]] = []
    for place, world in enumerate(worlds):
        for action, decision in _decisions(seen, world, looked_at):
            if decision is not None:
                asked.append((place, action))
                decisions.append(decision)
    for (place, action), decision, values in zip(
        asked, decisions, by.values_of_all(decisions), strict=True
    ):
        best = float(values.max())
        shares = [exp((value - best) / _SOFTNESS) for value in values.tolist()]
        share = shares[decision.actions.index(action)] / sum(shares)
        found[place] *= _FLOOR + (1 - _FLOOR) * share
    return found


def _looked_at(seen: View) -> frozenset[int]:
    """Return the places in the history of the newest answers of others who still have cards."""
    found: list[int] = []
    owner: SeatNumber | None = None
    lead_passes, trick_ends = set(seen.lead_passes), set(seen.trick_ends)
    for place, action in enumerate(seen.history):
        is_lead = owner is None or owner == action.seat or place in lead_passes
        is_other = action.seat != seen.seat and seen.counts[action.seat] > 0
        if is_other and not is_lead and place not in seen.cut_ins:
            found.append(place)
        if isinstance(action, Play):
            owner = action.seat
        elif place in trick_ends:
            owner = None
    return frozenset(found[-_MOST:])


def _decisions(
    seen: View, world: DealState, looked_at: frozenset[int]
) -> list[tuple[Action, Inputs | None]]:
    """Return the actions that are looked at, each with the decision if there was a choice."""
    hands = list(world.hands)
    for action in seen.history:
        if isinstance(action, Play):
            hands[action.seat] = together(hands[action.seat], action.cards)
    state = start_from_hands(
        seen.rules, hands, leader=seen.leader, number=seen.number, dealer=seen.dealer
    )
    found: list[tuple[Action, Inputs | None]] = []
    last = max(looked_at)
    for place, action in enumerate(seen.history[: last + 1]):
        if place in looked_at and state.turn == action.seat:
            plays = legal_plays(state)
            if len(plays) + (judge_pass(state, action.seat) is None) > 1:
                found.append((action, inputs(view(state, action.seat), plays)))
        after = apply(state, action)
        if not isinstance(after, DealState):
            # Impossible in this world, as under a duty to beat.
            break
        state = after
    return found
