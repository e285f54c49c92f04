"""Bot that plays by a network, which estimates the value of each legal action.

`values` has the value of each action, `choose` the best one. Both see a view and nothing else.
`inputs` computes the network's inputs, `weights` reads its parameters; `games.bots.training` made
them.
"""

import math
import os

# One thread; numpy reads this when it is imported. With a thread for each core its products take 38
# times the processor time on a busy machine (4.7 instead of 0.13 ms a decision), because the
# matrices are small and the threads wait for one another.
os.environ.setdefault("OPENBLAS_NUM_THREADS", "1")

from typing import NamedTuple

from games.bots.counting import Counting
from games.bots.counting.evaluation import Evaluation
from games.bots.counting.plays import plays_to_evaluate
from games.bots.counting.situation import Situation
from games.bots.net.inputs import inputs
from games.bots.net.rule_inputs import usual_swing
from games.bots.net.weights import Network, network
from games.rules.cards import Cards
from games.rules.deal.actions import Action, Pass, Play
from games.rules.view import View


class ActionValue(NamedTuple):
    """A legal action and its estimated value."""

    action: Action
    #: The expected net of the deal, in points.
    points: float


def values(view: View, by: Network, plays: list[Cards] | None = None) -> list[ActionValue]:
    """Return every legal action of a seat that has to act or may cut in, the best first.

    A `Pass` out of turn stands for waiting. Of equal values the first legal action comes first.

    :param plays: the plays to include, by default every legal one
    :raises ValueError: for a spectator
    """
    actions, state, rows = inputs(view, plays)
    unit = usual_swing(view.rules)
    found = zip(actions, by.values(state, rows).tolist(), strict=True)
    return sorted(
        (ActionValue(action, value * unit) for action, value in found),
        key=lambda each: -each.points,
    )


def ranked(view: View, by: Network) -> list[ActionValue]:
    """Return the actions worth comparing, the best first: a single play if it is sure to win.

    Of plays that differ only in suits there are a few.

    :raises ValueError: for a spectator
    """
    if view.must_give or view.seat is None:
        return values(view, by)
    plays = view.open_plays()
    if not plays:
        return [ActionValue(Pass(view.seat), 0.0)]
    evaluation = Evaluation(Situation(view))
    selected = plays_to_evaluate(evaluation, plays)
    sure = [play for play in selected if evaluation.is_sure_to_win(play)]
    if sure:
        best = max(sure, key=lambda play: evaluation.of_play(play).value)
        return [ActionValue(Play(view.seat, best), math.inf)]
    return values(view, by, selected)


def is_standing_in() -> bool:
    """Return whether the heuristic plays in place of the network, whose weights are unreadable."""
    return network() is None


class Net:
    """A `games.bots.Bot` that plays by the network; without one it plays as `Counting`.

    A run of plays to the end that nothing can stop is found by reading it out, not estimated.
    """

    name = "net"

    def __init__(self, by: Network | None = None) -> None:
        """Play by a network; by default that of the app."""
        self._given = by
        self._fallback = Counting()

    @property
    def _network(self) -> Network | None:
        """The network, or None."""
        return network() if self._given is None else self._given

    def choose(self, view: View) -> Action:
        """Return a play that is sure to win, or the action with the highest value.

        :raises ValueError: for a spectator
        """
        by = self._network
        return self._fallback.choose(view) if by is None else ranked(view, by)[0].action

    def cut_in(self, view: View) -> Play | None:
        """Return a play out of turn if it is worth more than waiting, or None."""
        by = self._network
        if by is None:
            return self._fallback.cut_in(view)
        best = values(view, by)[0].action if view.may_cut_in else Pass(0)
        return best if isinstance(best, Play) else None

    def redeal(self, view: View) -> bool:
        """Return whether the hand is bad enough for a redeal, as `Counting` does."""
        return self._fallback.redeal(view)
