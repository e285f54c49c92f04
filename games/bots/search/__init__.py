"""Bot that searches: it plays its best actions on in deals that are possible, and compares them.

It deals the hidden cards some times (`worlds`), by what the others have shown (`likelihood`), with
the same worlds for every action, and lets the network play on in all seats (`playouts`). How much
better an action turned out than the network's choice is combined with how much better the network
says it is, each weighted by its precision.

Worlds, random numbers and their amounts follow from the view alone, so the same view gives the same
action. The clock only cuts off.
"""

import time
from collections.abc import Sequence
from random import Random
from statistics import fmean
from typing import Final, NamedTuple

from games.bots.endgame import solve
from games.bots.net import ActionValue, Net, ranked
from games.bots.net.batch import Passed, passed_after, passed_in
from games.bots.net.rule_inputs import usual_swing
from games.bots.net.weights import Network, network
from games.bots.search.playouts import Playouts
from games.bots.search.worlds import Worlds
from games.rules.cards import Card, iter_cards, rank_of
from games.rules.deal.actions import Action, Play
from games.rules.deal.apply import apply
from games.rules.deal.refusals import Refusal
from games.rules.deal.state import DealState
from games.rules.view import View

#: Seconds for a decision, if the machine is busy.
SECONDS: Final = 0.3
#: Maximum number of decisions of the network in the playouts of a search: it takes 0.07 s on
#: average and up to 0.23 s, depending on the machine.
DECISIONS: Final = 1_000
#: Maximum number of actions that are compared.
_CANDIDATES: Final = 4
#: Actions whose value is further below the best one's are not compared, in usual swings.
_MARGIN: Final = 0.3
#: The number of the player's own decisions in a playout before the network values it.
_OWN_DECISIONS: Final = 1
#: The number of worlds between two looks at the clock and at the number of decisions, and the
#: fewest for which it pays to go on.
_AT_ONCE: Final = 16
_AT_LEAST: Final = 4
#: Standard error of the network's estimate of how much better an action is, in usual swings.
_NETWORK_ERROR: Final = 0.08
#: Standard deviation of a difference between playouts, in usual swings, before any is known, and
#: the number of playouts that it counts for.
_SPREAD: Final = 0.55
_SPREAD_COUNTS: Final = 4
#: Actions that are worse than the best one by more standard errors than this are dropped.
_CLEAR: Final = 1.5
#: Where all cards are known, a deal with at most this number of cards in all hands is solved.
_SOLVED_CARDS: Final = 14
#: Maximum number of positions that solving it may compute.
_POSITIONS: Final = 2_500


class Searching:
    """A `games.bots.Bot` that searches; without a network it plays as `Net`."""

    name = "search"

    def __init__(
        self, by: Network | None = None, seconds: float = SECONDS, decisions: int = DECISIONS
    ) -> None:
        """Search by a network, by default that of the app.

        :param seconds: the time after which it takes what it has found so far
        :param decisions: the number of decisions of the network in all playouts
        """
        self._given = by
        self._seconds = seconds
        self._decisions = decisions
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
        return (
            found[0].action if len(found) == 1 else _best(view, found, by, self._decisions, until)
        )

    def cut_in(self, view: View) -> Play | None:
        """Return a play out of turn, or None to wait, as `Net` does."""
        return self._net.cut_in(view)

    def redeal(self, view: View) -> bool:
        """Return whether to ask for a redeal, as `Net` does."""
        return self._net.redeal(view)


def _best(
    view: View, found: list[ActionValue], by: Network, decisions: int, until: float
) -> Action:
    """Return the best action.

    :param found: the actions to choose from with the network's values, the best first
    :param decisions: the number of decisions of the network in all playouts
    :param until: when to stop, on the clock of `time.perf_counter`
    """
    worlds = Worlds(view)
    random = Random(f"{view.seat} {view.hand} {view.counts} {view.history}")
    if worlds.is_only_one and sum(view.counts) <= _SOLVED_CARDS:
        solved = solve(worlds.deal(random, 1)[0], _POSITIONS)
        if solved:
            nets = {each.action: each.nets[solved[0].action.seat] for each in solved}
            return max(found, key=lambda each: nets[each.action]).action
    unit = usual_swing(view.rules)
    compared = _candidates(found, found[0].points - _MARGIN * unit)
    if len(compared) == 1:
        return found[0].action
    playouts = Playouts(view.rules, by)
    passed = passed_in(view)
    left = [_Compared(each.action, each.points / unit, []) for each in compared]
    best = left[0]
    count = _AT_ONCE
    while len(left) > 1:
        began, before = time.perf_counter(), playouts.decisions
        _add_points(worlds.deal(random, count), passed, left, playouts)
        leads = [each.lead_over(left[0], unit) for each in left]
        highest = max(leads)
        best = left[leads.index(highest)]
        # As many worlds again would take too long.
        is_late = 2 * time.perf_counter() - began > until
        spent = playouts.decisions - before
        if worlds.is_only_one or not spent or is_late:
            break
        for_action = spent / count / len(left)
        left = [
            each
            for each, lead in zip(left, leads, strict=True)
            if highest.mean - lead.mean <= _CLEAR * max(highest.error, lead.error)
        ]
        count = min(_AT_ONCE, int((decisions - playouts.decisions) / for_action / len(left)))
        if count < _AT_LEAST:
            break
    return best.action


def _candidates(found: list[ActionValue], least: float) -> list[ActionValue]:
    """Return the actions to compare; of plays of the same ranks only the best one.

    :param found: all actions with the network's values, the best first
    :param least: the least value that is compared, in points
    """
    best: dict[tuple[Card, ...], ActionValue] = {}
    for each in found:
        if each.points >= least:
            cards = each.action.cards if isinstance(each.action, Play) else 0
            best.setdefault(tuple(map(rank_of, iter_cards(cards))), each)
    return list(best.values())[:_CANDIDATES]


class _Lead(NamedTuple):
    """The lead of one action over another, in usual swings."""

    mean: float
    #: Its standard error.
    error: float


class _Compared(NamedTuple):
    """An action that is compared."""

    action: Action
    #: What the network says it is worth, in usual swings.
    estimate: float
    #: What it was worth in each world so far, in points.
    points: list[float]

    def lead_over(self, other: "_Compared", unit: float) -> _Lead:
        """Return how much better this action is than another one.

        :param unit: a usual swing, in points
        """
        if self is other:
            return _Lead(0.0, 0.0)
        found = [(one - two) / unit for one, two in zip(self.points, other.points, strict=True)]
        mean, count = fmean(found), len(found)
        squares = sum((each - mean) ** 2 for each in found) + _SPREAD_COUNTS * _SPREAD**2
        precision, trust = count * (count + _SPREAD_COUNTS) / squares, _NETWORK_ERROR**-2
        estimate = self.estimate - other.estimate
        return _Lead(
            (trust * estimate + precision * mean) / (trust + precision),
            (trust + precision) ** -0.5,
        )


def _add_points(
    deals: Sequence[DealState],
    passed: tuple[Passed, ...],
    left: Sequence[_Compared],
    playouts: Playouts,
) -> None:
    """Add what each action is worth in each of some deals.

    :param passed: what each seat has passed on
    """
    states, all_passed = [], []
    for each in left:
        for deal in deals:
            after = apply(deal, each.action)
            assert not isinstance(after, Refusal)
            states.append(after)
            all_passed.append(passed_after(passed, deal, each.action, after))
    found = playouts.play_out(states, all_passed, left[0].action.seat, _OWN_DECISIONS)
    for place, each in enumerate(left):
        each.points.extend(found[place * len(deals) : (place + 1) * len(deals)])
