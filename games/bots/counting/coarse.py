"""Weaker heuristic bot: it remembers only the current trick and chooses coarsely.

It takes actions of nearly equal value as equal. Of these it prefers the lowest play, and any play
to a pass, as many players do.
"""

from dataclasses import replace
from functools import reduce

from games.bots.counting.cut_in import think_of_cutting_in
from games.bots.counting.pre_play import card_to_give, wants_redeal
from games.bots.counting.turn import take_turn
from games.rules.cards import together
from games.rules.deal.actions import Action, Give, Play
from games.rules.view import View

#: The difference in leads up to which the bot takes two actions as equal. Measured against the full
#: heuristic under three presets: with 1 it plays as well, with 2 it is half way down to the lowest
#: play, with 4 it plays no better than that.
TOLERANCE = 2.0


class Coarse:
    """A `games.bots.Bot` that forgets earlier tricks and chooses coarsely."""

    name = "coarse"

    def choose(self, view: View) -> Action:
        """Return the lowest play that seems nearly best, or a pass; in the exchange, a card.

        :raises ValueError: for a spectator
        """
        seen = without_earlier_tricks(view)
        if seen.must_give and seen.seat is not None:
            return Give(seen.seat, card_to_give(seen))
        return take_turn(seen, tolerance=TOLERANCE)

    def cut_in(self, view: View) -> Play | None:
        """Return a play out of turn if it is worth it, or None."""
        return think_of_cutting_in(without_earlier_tricks(view))

    def redeal(self, view: View) -> bool:
        """Return whether the hand is bad enough for a redeal."""
        return wants_redeal(view)


def without_earlier_tricks(view: View) -> View:
    """Return a view as of a player who has forgotten which cards were played in earlier tricks."""
    plays = [action.cards for action in view.trick if isinstance(action, Play)]
    return replace(view, played=reduce(together, plays, 0))
