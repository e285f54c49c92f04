"""Deals among bots: the start of a deal for a seed, and its play to the end."""

import time
from collections.abc import Sequence
from math import inf
from typing import Final

from games.bots import Bot, bot
from games.bots.search import Searching
from games.bots.strengths import Strength
from games.rules.deal.actions import Action
from games.rules.deal.apply import apply
from games.rules.deal.refusals import Refusal
from games.rules.deal.start import shuffled_pack, start
from games.rules.deal.state import DealState, Previous, Result
from games.rules.ruleset.rule_set import RuleSet
from games.rules.view import view

#: Deals that take longer among bots would never end.
MOST_ACTIONS: Final = 20_000


def measured_bot(strength: str) -> Bot:
    """Return the bot of a strength; a master whose searches the clock does not cut off.

    So results do not depend on how busy the machine is.
    """
    return Searching(seconds=inf) if strength == Strength.MASTER else bot(strength)


def begin(rules: RuleSet, number: int, seed: int) -> DealState:
    """Return a deal, every second one after another deal."""
    text = f"bots {seed} {number}"
    players = rules.players
    previous, count = None, 1
    if number % 2:
        winner = number // 2 % players
        left = tuple(0 if seat == winner else 1 for seat in range(players))
        previous, count = Previous(winner, (winner + 1) % players, left), 2
    return start(
        rules,
        shuffled_pack(text, rules.packs),
        number=count,
        dealer=number % players,
        previous=previous,
        seed=text,
    )


def play(
    state: DealState, players: Sequence[Bot], timing: tuple[()] | tuple[int, list[float]] = ()
) -> Result:
    """Return the result of a deal played by some bots.

    :param timing: a seat, and a list to which the seconds of its decisions are added
    """
    for _ in range(MOST_ACTIONS):
        if state.result is not None:
            return state.result
        action = _cut_in(state, players)
        if action is None:
            seat = state.turn
            assert seat is not None
            seen = view(state, seat)
            began = time.thread_time()
            action = players[seat].choose(seen)
            if timing and timing[0] == seat:
                timing[1].append(time.thread_time() - began)
        after = apply(state, action)
        assert not isinstance(after, Refusal), (after, action, state.rules.to_options())
        state = after
    raise AssertionError("the deal does not end")


def _cut_in(state: DealState, players: Sequence[Bot]) -> Action | None:
    """Return the first play out of turn that a bot wants to make, or None."""
    if not state.rules.may_cut_in or state.trick.top is None:
        return None
    for seat in range(len(players)):
        if seat != state.turn and state.hands[seat]:
            seen = view(state, seat)
            if seen.may_cut_in and (action := players[seat].cut_in(seen)) is not None:
                return action
    return None
