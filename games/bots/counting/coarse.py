"""Weaker heuristic bots: they forget most cards of earlier tricks and choose coarsely.

They take actions of nearly equal value as equal. Of these they prefer the lowest play, and any play
to a pass, as many players do.
"""

from dataclasses import replace
from functools import reduce

from games.bots.counting.cut_in import think_of_cutting_in
from games.bots.counting.pre_play import card_to_give, wants_redeal
from games.bots.counting.turn import take_turn
from games.rules.cards import Cards, together
from games.rules.deal.actions import Action, Give, Play
from games.rules.view import View


class Coarse:
    """A `games.bots.Bot` that forgets earlier tricks and chooses coarsely."""

    name = "coarse"

    def __init__(self, tolerance: float, remembered: Cards = 0) -> None:
        """Take actions as equal that differ by up to `tolerance` leads.

        :param remembered: the cards of which the bot knows whether earlier tricks contained them
        """
        self._tolerance = tolerance
        self._remembered = remembered

    def choose(self, view: View) -> Action:
        """Return the lowest play that seems nearly best, or a pass; in the exchange, a card.

        :raises ValueError: for a spectator
        """
        seen = without_earlier_tricks(view, self._remembered)
        if seen.must_give and seen.seat is not None:
            return Give(seen.seat, card_to_give(seen))
        return take_turn(seen, tolerance=self._tolerance)

    def cut_in(self, view: View) -> Play | None:
        """Return a play out of turn if it is worth it, or None."""
        return think_of_cutting_in(without_earlier_tricks(view, self._remembered))

    def redeal(self, view: View) -> bool:
        """Return whether the hand is bad enough for a redeal."""
        return wants_redeal(view)


def without_earlier_tricks(view: View, remembered: Cards = 0) -> View:
    """Return a view as of a player who has forgotten which cards were played in earlier tricks.

    :param remembered: the cards that are not forgotten, both copies of each
    """
    plays = [action.cards for action in view.trick if isinstance(action, Play)]
    in_trick = reduce(together, plays, 0)
    return replace(view, played=in_trick & ~remembered | view.played & remembered)
