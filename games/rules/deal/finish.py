"""The end of a deal."""

from games.rules.cards import Cards
from games.rules.deal.judge import may_lead
from games.rules.deal.leader import loser_of
from games.rules.deal.state import (
    DealState,
    Ending,
    Phase,
    Result,
    specials_scored,
)
from games.rules.scoring import Outcome, Score, SeatNumber, SeatScore, score


def finish(
    state: DealState,
    ending: Ending,
    *,
    foul: SeatNumber | None = None,
    asked_by: SeatNumber | None = None,
    laid_down: Cards = 0,
) -> DealState:
    """Return the finished deal with its result and score; after a redeal all scores are 0.

    :param foul: the guard whose breach let the next player win
    :param asked_by: the player who asked for a redeal
    :param laid_down: the hand of a dragon
    """
    setup = state.setup
    seats = range(len(state.hands))
    winner = state.out[0] if state.out else None
    if ending is Ending.REDEAL:
        zeros = (0,) * len(state.hands)
        scored = Score(zeros, zeros, tuple(SeatScore(seat) for seat in seats), ())
    else:
        outcome = Outcome(
            left=state.hands,
            winner=winner,
            starter=state.starter,
            played_none=tuple(not state.active >> seat & 1 for seat in seats),
            last_play=state.last_play,
            foul=foul,
            out=state.out,
            specials=specials_scored(state),
            bombs=state.bombs,
            step=setup.step,
        )
        scored = score(setup.rules, outcome)
    loser = None if winner is None else loser_of(setup.rules, state.hands, winner, setup.step)
    result = Result(
        ending,
        winner,
        loser,
        state.out,
        state.hands,
        state.last_play,
        foul,
        asked_by,
        scored,
        laid_down,
    )
    return state._replace(
        phase=Phase.OVER, turn=None, must_include=None, breach=None, result=result
    )


def finish_if_no_player_can_lead(state: DealState) -> DealState:
    """Return the deal, unchanged if any player with cards may lead, otherwise finished.

    Only `going_out` can forbid every lead, and only for hands of one or two cards.
    """
    if state.setup.rules.going_out == "any":
        return state
    for seat, hand in enumerate(state.hands):
        if hand and may_lead(state, seat):
            return state
    return finish(state, Ending.NOBODY_LEADS)
