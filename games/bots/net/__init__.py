"""Bot that plays by a network, which estimates the value of each legal action.

`values` has the value of each action, `choose` the best one. Both see a view and nothing else.
`inputs` computes the network's inputs, `weights` reads its parameters; `games.bots.training` made
them.
"""

from typing import NamedTuple

from games.bots.counting import Counting
from games.bots.net.inputs import inputs
from games.bots.net.rule_inputs import scale
from games.bots.net.weights import Network, network
from games.rules.deal.actions import Action, Pass, Play
from games.rules.view import View


class ActionValue(NamedTuple):
    """A legal action and its estimated value."""

    action: Action
    #: The expected net of the deal, in points.
    points: float


def values(view: View, by: Network) -> list[ActionValue]:
    """Return every legal action of a seat that has to act or may cut in, the best first.

    A `Pass` out of turn stands for waiting. Of equal values the first legal action comes first.

    :raises ValueError: for a spectator
    """
    actions, state, rows = inputs(view)
    unit = scale(view.rules) / 16
    found = zip(actions, by.values(state, rows).tolist(), strict=True)
    return sorted(
        (ActionValue(action, value * unit) for action, value in found),
        key=lambda each: -each.points,
    )


def is_standing_in() -> bool:
    """Return whether the heuristic plays in place of the network, whose weights are unreadable."""
    return network() is None


class Net:
    """A `games.bots.Bot` that plays by the network; without one it plays as `Counting`."""

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
        """Return the action with the highest value.

        :raises ValueError: for a spectator
        """
        by = self._network
        return self._fallback.choose(view) if by is None else values(view, by)[0].action

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
