"""Decisions before the first play: the card to give back, and asking for a redeal."""

from games.bots.counting.burden import Burdens
from games.bots.counting.situation import Situation
from games.bots.counting.split import Splitter
from games.bots.counting.weights import WEIGHTS, Weights
from games.rules.cards import Card, Cards, iter_cards, without
from games.rules.view import View

#: The burden of 13 cards above which hands lose on average, in deals among bots.
_HOPELESS = 2.2


def card_to_give(view: View, weights: Weights = WEIGHTS) -> Card:
    """Return the card whose removal leaves the best hand, of equal ones the lowest."""
    situation = Situation(view, weights)
    splitter = Splitter(situation, Burdens(situation))

    def burden_without(card: Card) -> tuple[float, int]:
        """Return the sort key of a card: the burden of the hand without it, then its strength."""
        rest: Cards = without(situation.hand, 1 << card)
        return splitter.best(rest).burden, situation.table.ranking.strength[card]

    return min(iter_cards(situation.hand), key=burden_without)


def wants_redeal(view: View, weights: Weights = WEIGHTS) -> bool:
    """Return whether to ask for a redeal. A hand with good five-card combinations is kept."""
    if not view.may_redeal or not view.hand:
        return False
    situation = Situation(view, weights)
    burden = Splitter(situation, Burdens(situation)).best(situation.hand).burden
    return burden * 13 > _HOPELESS * view.hand.bit_count()
