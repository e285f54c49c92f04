"""Which of the open plays a player thinks about.

Of many that differ only in suits a few are enough: a hand of 26 cards has thousands.
"""

from games.bots.judgement import Judgement
from games.rules.cards import Cards

_MOST_FIVES = 10


def considered(judgement: Judgement, plays: list[Cards]) -> list[Cards]:
    """Return the open plays that are worth a thought.

    All of up to four cards; of the fives those that the hand's splits are made of, and some of
    the lowest that are open.
    """
    few = [play for play in plays if play.bit_count() < 5]
    many = [play for play in plays if play.bit_count() >= 5]
    if len(many) <= _MOST_FIVES:
        return few + many
    wanted = set(judgement.splitter.fives)
    for split in judgement.splitter.all(judgement.situation.hand):
        wanted.update(split.plays)
    tables = judgement.situation.tables
    keyed = []
    for play in many:
        found = tables.classify(play)
        if found is not None:
            keyed.append((play not in wanted, found.key, play))
    keyed.sort()
    fitting = [play for unwanted, _, play in keyed if not unwanted]
    others = [play for unwanted, _, play in keyed if unwanted]
    # Of those that fit the hand the strongest too: it may be needed to hold the trick.
    chosen = fitting[:_MOST_FIVES] + fitting[_MOST_FIVES:][-2:]
    return few + chosen + others[: max(2, _MOST_FIVES - len(chosen))]
