"""The lowest-play player: the measure for other bots, and what is done where one fails."""

from games.rules.cards import Cards
from games.rules.combinations import combination_table
from games.rules.deal import Action, Give, Pass, Play
from games.rules.view import View


def lowest(view: View) -> Action:
    """Return the lowest legal play: of the fewest cards, then the lowest; a pass without one.

    To be called for a view whose seat has to act, or may cut in.

    :raises ValueError: for a spectator, who can do nothing
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

    def height(play: Cards) -> tuple[int, Cards]:
        found = table.classify(play)
        return (0 if found is None else found.key), play

    return Play(view.seat, min((play for play in plays if play.bit_count() == fewest), key=height))


class Lowest:
    """See `games.bots.Bot`. It waits where it can, and plays every hand."""

    name = "lowest"

    def choose(self, view: View) -> Action:
        """Return the lowest legal play."""
        return lowest(view)

    def cut_in(self, _view: View) -> Play | None:
        """Return None: it waits for its turn."""
        return None

    def redeal(self, _view: View) -> bool:
        """Return False: it plays what it was dealt."""
        return False
