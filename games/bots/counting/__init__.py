"""The bot that counts cards, and splits its hand.

How it thinks, from the outside in: `turn` takes the best of the actions that `judgement` has
judged, by the `split` of the hand and the `burden` of its combinations, by the `odds` that a play
holds, by the chance to run out (`endgame`), by the `danger` that a rival does, and by what is at
`stakes`.
"""

from games.bots.counting.before import card_to_give, wants_redeal
from games.bots.counting.cut_in import think_of_cutting_in
from games.bots.counting.turn import take_turn
from games.rules.deal import Action, Give, Play
from games.rules.view import View


class Counting:
    """See `games.bots.Bot`."""

    name = "counting"

    def choose(self, view: View) -> Action:
        """Return the best action.

        :raises ValueError: for a spectator, who can do nothing
        """
        if view.must_give and view.seat is not None:
            return Give(view.seat, card_to_give(view))
        return take_turn(view)

    def cut_in(self, view: View) -> Play | None:
        """Return the play out of turn that is worth it, if there is one."""
        return think_of_cutting_in(view)

    def redeal(self, view: View) -> bool:
        """Tell whether the hand is hopeless."""
        return wants_redeal(view)
