"""Card-counting bot, which splits its hand into combinations.

`turn` chooses the best action by the values from `evaluation`. These depend on the `split` of the
hand and the `burden` of its combinations, the `odds` that a play wins the trick, the chance to go
out in one run (`endgame`), the `danger` that a rival goes out, and the `possible_loss`.
"""

from games.bots.counting.cut_in import think_of_cutting_in
from games.bots.counting.pre_play import card_to_give, wants_redeal
from games.bots.counting.turn import take_turn
from games.rules.deal.actions import Action, Give, Play
from games.rules.view import View


class Counting:
    """The card-counting `games.bots.Bot`."""

    name = "counting"

    def choose(self, view: View) -> Action:
        """Return the action with the highest estimated value; in the exchange, the card to give.

        :raises ValueError: for a spectator
        """
        if view.must_give and view.seat is not None:
            return Give(view.seat, card_to_give(view))
        return take_turn(view)

    def cut_in(self, view: View) -> Play | None:
        """Return a play out of turn if it is worth it, or None."""
        return think_of_cutting_in(view)

    def redeal(self, view: View) -> bool:
        """Return whether the hand is bad enough for a redeal."""
        return wants_redeal(view)
