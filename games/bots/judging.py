"""Judging of a decision: what each choice was worth, and what the strong bot would have chosen.

Values are the network's estimates. Like a bot, this sees the player's view and nothing else.
"""

from typing import NamedTuple

from games.bots.counting.evaluation import Evaluation
from games.bots.counting.plays import plays_to_evaluate
from games.bots.counting.situation import Situation
from games.bots.net import ActionValue, Net, values
from games.bots.net.weights import Network
from games.rules.deal.actions import Action, Pass, Play
from games.rules.view import View


class Judgement(NamedTuple):
    """A decision with its choices: what the player did, and what the strong bot would have done."""

    own: Action
    #: The strong bot's action. A `Pass` out of turn stands for waiting.
    best: Action
    #: The choices that were compared, the best first; always with these two.
    choices: list[ActionValue]

    @property
    def loss(self) -> float:
        """Return how many points less the player's action was worth than the bot's; at least 0."""
        points = {each.action: each.points for each in self.choices}
        return max(0.0, points[self.best] - points[self.own])


def judge(seen: View, action: Action, by: Network) -> Judgement | None:
    """Return the judgement of an action; None for a redeal, or if it was the only legal action.

    Of plays that differ only in suits, those that the strong bot compares are judged, and the
    player's.

    :param seen: the player's view before the action
    """
    player = Net(by)
    if seen.must_give:
        return _judgement(action, player.choose(seen), values(seen, by))
    if not isinstance(action, (Play, Pass)):
        return None
    if not seen.on_turn:
        best = player.cut_in(seen) or Pass(action.seat)
        return _judgement(action, best, values(seen, by))
    plays = seen.open_plays()
    if len(plays) + seen.may_pass < 2:
        return None
    compared = list(plays_to_evaluate(Evaluation(Situation(seen)), plays))
    if isinstance(action, Play) and action.cards not in compared:
        compared.append(action.cards)
    return _judgement(action, player.choose(seen), values(seen, by, compared))


def _judgement(own: Action, best: Action, choices: list[ActionValue]) -> Judgement | None:
    """Return the judgement; None if there was only one choice."""
    return Judgement(own, best, choices) if len(choices) > 1 else None
