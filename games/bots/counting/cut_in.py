"""Decision to play a bomb out of turn (option `honours` any_out_of_turn)."""

from games.bots.counting.danger import out_on_lead
from games.bots.counting.evaluation import Evaluation
from games.bots.counting.situation import Situation
from games.bots.counting.turn import best_play
from games.bots.counting.weights import WEIGHTS, Weights
from games.rules.deal.actions import Play
from games.rules.view import View

#: The minimum advantage of a cut-in over waiting, because the bot's own turn may still come.
_WORTH_IT = 0.5


def think_of_cutting_in(view: View, weights: Weights = WEIGHTS) -> Play | None:
    """Return a cut-in that is worth it, or None to wait.

    Only urgent cut-ins are worth it: to go out, to start a run to the end, or to stop a rival who
    is about to go out.
    """
    plays = view.open_plays() if view.may_cut_in else []
    if not plays or view.seat is None:
        return None
    if view.hand in plays:
        return Play(view.seat, view.hand)
    situation = Situation(view, weights)
    evaluation = Evaluation(situation)
    play, worth = best_play(evaluation, plays)
    pressed = any(
        out_on_lead(situation, rival) > 0.1
        for rival in situation.rivals
        if rival.seat == view.owner
    )
    if worth.run_chance > 0.8 or (pressed and worth.value > evaluation.of_pass().value + _WORTH_IT):
        return Play(view.seat, play)
    return None
