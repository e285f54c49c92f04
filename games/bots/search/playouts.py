"""Playouts: deals that the network plays on in all seats, and then values."""

from collections.abc import Sequence
from typing import Final, NamedTuple

from games.bots.net.batch import Batches, Decision, Passed, passed_after
from games.bots.net.rule_inputs import usual_swing
from games.bots.net.weights import Floats, Network
from games.rules.deal.actions import Action, Pass, Play
from games.rules.deal.apply import apply
from games.rules.deal.judge import judge_pass, legal_plays
from games.rules.deal.refusals import Refusal
from games.rules.deal.state import DealState
from games.rules.ruleset.rule_set import RuleSet
from games.rules.scoring import SeatNumber

#: Maximum number of actions of a playout, decided or not.
_MOST_ACTIONS: Final = 200


class _Running(NamedTuple):
    """A playout that goes on."""

    place: int
    state: DealState
    passed: tuple[Passed, ...]
    #: The number of decisions of the viewer so far.
    own: int

    def after(self, action: Action, own: int = 0) -> "_Running":
        """Return the playout after an action."""
        state = apply(self.state, action)
        assert not isinstance(state, Refusal)
        passed = passed_after(self.passed, self.state, action, state)
        return _Running(self.place, state, passed, self.own + own)


class Playouts:
    """Playouts of one search."""

    def __init__(self, rules: RuleSet, by: Network) -> None:
        self._by = by
        self._unit = usual_swing(rules)
        #: The number of decisions of the network so far.
        self.decisions = 0
        self._batches = {low: Batches(rules, low) for low in (False, True)}

    def play_out(
        self,
        states: Sequence[DealState],
        passed: Sequence[tuple[Passed, ...]],
        seat: SeatNumber,
        own_decisions: int,
    ) -> list[float]:
        """Return the net that each deal is worth to a seat, in points.

        The network plays in all seats, until the deal is over or the seat has decided some times;
        then the network's value of its best action counts.

        :param passed: what each seat has passed on, for each deal
        :param own_decisions: the number of decisions of the seat before its next one is valued
        """
        found = [0.0] * len(states)
        running = [
            _Running(place, state, each, 0)
            for place, (state, each) in enumerate(zip(states, passed, strict=True))
        ]
        while running:
            waiting: list[tuple[_Running, Decision]] = []
            for each in running:
                reached, decision = _next_decision(each)
                if decision is not None:
                    waiting.append((reached, decision))
                elif reached.state.result is not None:
                    found[reached.place] = reached.state.result.net[seat]
            running = []
            decisions = [decision for _, decision in waiting]
            for (each, decision), values in zip(waiting, self._values(decisions), strict=True):
                turn = decision.seat
                if turn == seat and each.own >= own_decisions:
                    found[each.place] = float(values.max()) * self._unit
                    continue
                best = int(values.argmax()) - decision.may_pass
                action = Pass(turn) if best < 0 else Play(turn, decision.plays[best])
                running.append(each.after(action, own=turn == seat))
        return found

    def _values(self, decisions: list[Decision]) -> list[Floats]:
        """Return the values of the actions of each decision."""
        self.decisions += len(decisions)
        found: dict[int, Floats] = {}
        for low, batches in self._batches.items():
            places = [n for n, each in enumerate(decisions) if each.state.twos_low == low]
            if places:
                batch = batches.inputs([decisions[n] for n in places])
                found.update(zip(places, self._by.values_of_batch(*batch), strict=True))
        return [found[n] for n in range(len(decisions))]


def _next_decision(playout: _Running) -> tuple[_Running, Decision | None]:
    """Return a playout after forced actions, and its next decision; None if it is over."""
    for _ in range(_MOST_ACTIONS):
        state = playout.state
        seat = state.turn
        if seat is None:
            break
        plays = legal_plays(state)
        may_pass = judge_pass(state, seat) is None
        if plays and len(plays) + may_pass > 1:
            return playout, Decision(state, plays, may_pass, playout.passed)
        playout = playout.after(Play(seat, plays[0]) if plays else Pass(seat))
    return playout, None
