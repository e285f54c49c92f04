"""Bot that searches: it plays its best actions on in deals that are possible, and compares them.

It deals the hidden cards some times (`worlds`), with the same worlds for every action, lets the
network play on in all seats (`playouts`), and takes the mean, in which a world counts the more the
better it explains what the others have done (`likelihood`). Worlds, random numbers and their
amounts follow from the view alone, so the same view gives the same action. The clock only cuts off.
"""

import time
from collections.abc import Sequence
from operator import mul
from random import Random
from typing import Final

from games.bots.endgame import solve
from games.bots.net import ActionValue, Net, ranked
from games.bots.net.rule_inputs import usual_swing
from games.bots.net.weights import Network, network
from games.bots.search.likelihood import likelihoods
from games.bots.search.playouts import play_out
from games.bots.search.worlds import Worlds
from games.rules.deal.actions import Action, Play
from games.rules.deal.apply import apply
from games.rules.deal.refusals import Refusal
from games.rules.deal.state import DealState
from games.rules.view import View

#: Seconds for a decision.
SECONDS: Final = 0.15
#: Maximum number of actions that are compared.
_CANDIDATES: Final = 4
#: Actions whose value is further below the best one's are not compared, in usual swings.
_MARGIN: Final = 0.3
#: The number of playouts of a decision.
PLAYOUTS: Final = 48
#: The number of the player's own decisions in a playout before the network values it.
_OWN_DECISIONS: Final = 1
#: The number of worlds between two looks at the clock.
_AT_ONCE: Final = 4
#: The number of playouts that the network's own estimate of an action counts for.
_PRIOR: Final = 16
#: Where all cards are known, a deal with at most this number of cards in all hands is solved.
_SOLVED_CARDS: Final = 14
#: Maximum number of positions that solving it may compute.
_POSITIONS: Final = 2_500


class Searching:
    """A `games.bots.Bot` that searches; without a network it plays as `Net`."""

    name = "search"

    def __init__(
        self, by: Network | None = None, seconds: float = SECONDS, playouts: int = PLAYOUTS
    ) -> None:
        """Search by a network, by default that of the app.

        :param seconds: the time after which it takes what it has found so far
        :param playouts: the number of playouts, shared by the actions that are compared
        """
        self._given = by
        self._seconds = seconds
        self._playouts = playouts
        self._net = Net(by)

    def choose(self, view: View) -> Action:
        """Return a legal action.

        :raises ValueError: for a spectator
        """
        until = time.perf_counter() + self._seconds
        by = network() if self._given is None else self._given
        if by is None or view.must_give:
            return self._net.choose(view)
        found = ranked(view, by)
        return found[0].action if len(found) == 1 else _best(view, found, by, self._playouts, until)

    def cut_in(self, view: View) -> Play | None:
        """Return a play out of turn, or None to wait, as `Net` does."""
        return self._net.cut_in(view)

    def redeal(self, view: View) -> bool:
        """Return whether to ask for a redeal, as `Net` does."""
        return self._net.redeal(view)


def _best(view: View, found: list[ActionValue], by: Network, playouts: int, until: float) -> Action:
    """Return the best action.

    :param found: the actions to choose from with the network's values, the best first
    :param until: when to stop, on the clock of `time.perf_counter`
    """
    worlds = Worlds(view)
    random = Random(f"{view.seat} {view.hand} {view.counts} {view.history}")
    if worlds.is_only_one and sum(view.counts) <= _SOLVED_CARDS:
        solved = solve(worlds.deal(random), _POSITIONS)
        if solved:
            nets = {each.action: each.nets[solved[0].action.seat] for each in solved}
            return max(found, key=lambda each: nets[each.action]).action
    margin = _MARGIN * usual_swing(view.rules)
    compared = [each for each in found if each.points >= found[0].points - margin][:_CANDIDATES]
    if len(compared) == 1:
        return found[0].action
    weights: list[float] = []
    points: list[list[float]] = [[] for _ in compared]
    wanted = 1 if worlds.is_only_one else max(1, playouts // len(compared))
    for first in range(0, wanted, _AT_ONCE):
        began = time.perf_counter()
        deals = [worlds.deal(random) for _ in range(min(_AT_ONCE, wanted - first))]
        weights += likelihoods(view, deals, by)
        for place, some in enumerate(_points(deals, compared, by)):
            points[place] += some
        now = time.perf_counter()
        if 2 * now - began > until:
            # As many worlds again would take too long.
            break
    total = sum(weights)
    # The number of equally likely worlds that would tell as much.
    amount = total * total / sum(weight * weight for weight in weights)
    scores = [
        _PRIOR * each.points + amount * sum(map(mul, weights, some)) / total
        for each, some in zip(compared, points, strict=True)
    ]
    return compared[scores.index(max(scores))].action


def _points(
    deals: Sequence[DealState], compared: Sequence[ActionValue], by: Network
) -> list[list[float]]:
    """Return what each action is worth in each of some deals, in points."""
    states = []
    for each in compared:
        for deal in deals:
            after = apply(deal, each.action)
            assert not isinstance(after, Refusal)
            states.append(after)
    found = play_out(states, compared[0].action.seat, by, _OWN_DECISIONS)
    step = len(deals)
    return [found[first : first + step] for first in range(0, len(found), step)]
