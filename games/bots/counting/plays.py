"""Selection of the legal plays that the bot evaluates.

Of plays that differ only in suits a few are enough: a hand of 26 cards has thousands of plays.
"""

from games.bots.counting.evaluation import Evaluation
from games.rules.cards import Cards, iter_cards, rank_of_set, ranks_held

#: Maximum number of two pairs, and of five-card plays, that are evaluated without selecting some.
_MOST = 10


def plays_to_evaluate(evaluation: Evaluation, plays: list[Cards]) -> list[Cards]:
    """Return the selection of the legal plays that the bot evaluates.

    These are the lowest and the highest of each rank and size, the two pairs and five-card plays
    that occur in splits of the hand, and some of the lowest others of these.
    """
    fives = [play for play in plays if play.bit_count() >= 5]
    few = [play for play in plays if play.bit_count() < 5]
    two_pairs: list[Cards] = []
    if evaluation.situation.table.with_two_pairs:
        two_pairs = [play for play in few if ranks_held(play).bit_count() == 2]
        few = [play for play in few if ranks_held(play).bit_count() == 1]
    return (
        _lowest_and_highest_suits(evaluation, few)
        + _selected(evaluation, two_pairs)
        + _selected(evaluation, fives)
    )


def _lowest_and_highest_suits(evaluation: Evaluation, plays: list[Cards]) -> list[Cards]:
    """Return the plays with the lowest and the highest suits of each rank and size."""
    strength = evaluation.situation.table.ranking.strength
    alike: dict[tuple[int, int], list[Cards]] = {}
    for play in plays:
        alike.setdefault((play.bit_count(), rank_of_set(play)), []).append(play)
    found: list[Cards] = []
    for group in alike.values():
        if len(group) > 2:
            group.sort(key=lambda play: sorted(strength[card] for card in iter_cards(play)))
            found += (group[0], group[-1])
        else:
            found += group
    return found


def _selected(evaluation: Evaluation, plays: list[Cards]) -> list[Cards]:
    """Return a few plays as they are; of many, those in splits and some low others."""
    if len(plays) <= _MOST:
        return plays
    fitting_ones = set(evaluation.splitter.fives)
    for split in evaluation.splitter.all(evaluation.situation.hand):
        fitting_ones.update(split.plays)
    combination = evaluation.situation.combination
    plays.sort(key=lambda play: (combination(play).key, play))
    fitting = [play for play in plays if play in fitting_ones]
    others = [play for play in plays if play not in fitting_ones]
    # Include the strongest that fit the hand: they may be needed to win the trick.
    chosen = fitting[:_MOST] + fitting[_MOST:][-2:]
    return chosen + others[: max(2, _MOST - len(chosen))]
