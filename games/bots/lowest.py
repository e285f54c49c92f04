"""Lowest-play bot: the baseline for other bots and the fallback if one fails."""

from games.rules.cards import Cards
from games.rules.combinations.table import combination_table
from games.rules.deal.actions import Action, Give, Pass, Play
from games.rules.view import View


def lowest(view: View) -> Action:
    """Return the legal play with the fewest cards, then the lowest; without one, a pass.

    In the exchange, return the gift of the lowest card.

    :param view: of a seat that has to act or may cut in
    :raises ValueError: for a spectator
    """
    if view.seat is None:
        raise ValueError("a spectator has nothing to do")
    table = combination_table(view.rules, view.twos_low)
    if view.must_give:
        return Give(view.seat, table.ranking.lowest(view.hand))
    plays = view.open_plays()
    if not plays:
        return Pass(view.seat)
    fewest = min(map(int.bit_count, plays))

    def strength_key(play: Cards) -> tuple[int, Cards]:
        """Return the sort key of a play: its comparison key, then its cards."""
        found = table.classify(play)
        return (0 if found is None else found.key), play

    return Play(
        view.seat, min((play for play in plays if play.bit_count() == fewest), key=strength_key)
    )


class Lowest:
    """A `games.bots.Bot` that never cuts in and never asks for a redeal."""

    name = "lowest"

    def choose(self, view: View) -> Action:
        """Return the lowest legal play."""
        return lowest(view)

    def cut_in(self, _view: View) -> Play | None:
        """Return None, because the bot waits for its turn."""
        return None

    def redeal(self, _view: View) -> bool:
        """Return False, because the bot plays every hand."""
        return False
