"""Bots: they get a view, never the state, and choose an action.

Pure, and deterministic: the same view gives the same action. No bot sees more than a player in
its seat would.

    choose(view) -> Action             for a seat that has to act: a legal action, always
    cut_in(view) -> Action | None      for a seat that may play out of turn: None to wait
    redeal(view) -> Action | None      for a seat that may ask for a new deal: None to play
    lowest(view) -> Action             the lowest legal play; the measure for other bots

How the bot thinks, from the outside in: `games.bots.turn` takes the best of the actions that
`games.bots.judgement` has judged, by the split of the hand (`games.bots.split`) and the burden of
its combinations, by the odds that a play holds (`games.bots.odds`), by the chance to run out
(`games.bots.endgame`), by the danger that a rival does, and by what is at stake.
"""

from games.bots.before import card_to_give, wants_redeal
from games.bots.cutting_in import think_of_cutting_in
from games.bots.lowest import lowest
from games.bots.turn import take_turn
from games.rules.deal import Action, Give, Redeal
from games.rules.view import View

__all__ = ["choose", "cut_in", "lowest", "redeal", "think"]


def choose(view: View) -> Action:
    """Return the bot's action for a view whose seat has to act.

    Where the seat is not to act but may cut in or ask for a new deal, the bot does so if it is
    worth it; where it can do nothing the pass that it returns is refused by the rules.

    A bot that fails would hold up the table, so whatever goes wrong in thinking, the lowest play
    is made instead. Tests use `think`, where nothing is caught.

    :raises ValueError: for a spectator, who can do nothing
    """
    try:
        return think(view)
    except Exception:
        return lowest(view)


def think(view: View) -> Action:
    """Return what `choose` does, without the fallback."""
    if view.seat is not None and wants_redeal(view):
        return Redeal(view.seat)
    if view.must_give and view.seat is not None:
        return Give(view.seat, card_to_give(view))
    if view.on_turn:
        return take_turn(view)
    return think_of_cutting_in(view) or lowest(view)


def cut_in(view: View) -> Action | None:
    """Return the bot's play out of turn, or None to wait: also where thinking goes wrong."""
    try:
        return think_of_cutting_in(view)
    except Exception:
        return None


def redeal(view: View) -> Action | None:
    """Return the bot's request for a new deal, or None to play: also where thinking goes wrong."""
    try:
        return Redeal(view.seat) if view.seat is not None and wants_redeal(view) else None
    except Exception:
        return None
