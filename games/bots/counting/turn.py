"""The bot's decision on its turn: lead, beat a play, or pass."""

from games.bots.counting.evaluation import ActionValue, Evaluation
from games.bots.counting.plays import plays_to_evaluate
from games.bots.counting.situation import Situation
from games.bots.counting.weights import WEIGHTS, Weights
from games.rules.cards import Cards
from games.rules.deal.actions import Action, Pass, Play
from games.rules.view import View


def take_turn(view: View, weights: Weights = WEIGHTS, tolerance: float = 0.0) -> Action:
    """Return the best action of the seat on turn.

    :param tolerance: in leads; if given, the lowest play that is worth at most so much less than
        the best action, or a pass if there is none
    """
    situation = Situation(view, weights)
    plays = view.open_plays()
    if not plays:
        return Pass(situation.seat)
    if situation.hand in plays:
        return Play(situation.seat, situation.hand)
    may_pass = view.may_pass
    if view.duty is not None:
        # Breaking the duty may be expensive, and blocking the next player is right anyway.
        highest = 1 << view.duty.highest
        keeping = [play for play in plays if play.bit_count() > 1 or play == highest]
        if may_pass and not keeping:
            return Pass(situation.seat)
        # If the play must be beaten and no play keeps the duty, break it.
        plays = keeping or plays
        may_pass = may_pass and view.duty.may_pass
    if view.top is not None and view.owner == situation.seat and may_pass:
        # The bot's own play has won the trick: leading is better than beating it.
        return Pass(situation.seat)
    evaluation = Evaluation(situation)
    if tolerance:
        found = _lowest_within(evaluation, plays, may_pass, tolerance)
        return Pass(situation.seat) if found is None else Play(situation.seat, found)
    play, worth = best_play(evaluation, plays)
    if may_pass and evaluation.of_pass().value >= worth.value:
        return Pass(situation.seat)
    return Play(situation.seat, play)


def best_play(evaluation: Evaluation, plays: list[Cards]) -> tuple[Cards, ActionValue]:
    """Return the play with the highest value, of equal ones the longer, and its value."""
    judged = _judged(evaluation, plays)
    worth, play = max(judged, key=lambda pair: (pair[0].value, pair[1].bit_count(), -pair[1]))
    return play, worth


def _judged(evaluation: Evaluation, plays: list[Cards]) -> list[tuple[ActionValue, Cards]]:
    """Return the plays that are evaluated, each with its value."""
    return [(evaluation.of_play(play), play) for play in plays_to_evaluate(evaluation, plays)]


def _lowest_within(
    evaluation: Evaluation, plays: list[Cards], may_pass: bool, tolerance: float
) -> Cards | None:
    """Return the lowest play that is nearly as good as the best action, or None to pass."""
    judged = _judged(evaluation, plays)
    best = max(worth.value for worth, _ in judged)
    if may_pass:
        best = max(best, evaluation.of_pass().value)
    good = [play for worth, play in judged if worth.value >= best - tolerance]
    return min(
        good,
        key=lambda play: (play.bit_count(), evaluation.situation.combination(play).key, play),
        default=None,
    )
