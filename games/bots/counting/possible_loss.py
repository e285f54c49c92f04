"""Possible loss: the cost of the cards in hand if a rival went out now."""

from games.rules.cards import RANK_MASKS, TWOS, Cards
from games.rules.scoring import CARD_VALUES, factor_for
from games.rules.view import View

#: The typical number of cards left of a loser.
_USUAL_CARDS = 7

_ENDS = {0: 0.0, 1: 0.5, 2: 0.3, 3: 0.2, 4: 0.13, 5: 0.12, 6: 0.07, 7: 0.05, 8: 0.04}
_ENDS_LATER = 0.02


def chance_to_end_soon(fewest_cards: int) -> float:
    """Return the chance that a rival goes out before the bot's next turn.

    :param fewest_cards: the smallest number of cards of a rival
    """
    return _ENDS.get(fewest_cards, _ENDS_LATER)


def loss(view: View, hand: Cards) -> float:
    """Return the viewer's loss if the deal ended with this hand, in cards of average value.

    It is 0 under rules without losses for cards left.

    The unit is one card of average value, so that losses under all rule sets are comparable. Under
    `loser_pays` only the player with the most cards loses.
    """
    rules = view.rules
    if not rules.counts_cards:
        return 0.0
    count = hand.bit_count()
    if rules.payment == "count_difference":
        return float(count * factor_for(rules, count))
    if rules.payment == "loser_pays":
        others = [cards for seat, cards in enumerate(view.counts) if seat != view.seat]
        return float(_USUAL_CARDS if count >= max(others) else 0) + 0.2 * count
    worth = CARD_VALUES[rules.card_values]
    value = sum(worth[rank] * (hand & mask).bit_count() for rank, mask in enumerate(RANK_MASKS))
    twos = (hand & TWOS).bit_count() if rules.double_per_two else 0
    bombs = view.bombs if rules.bomb_doubles else 0
    lost = value * _factor(view, count) << twos + bombs
    if rules.loss_cap:
        lost = min(lost, rules.loss_cap)
    return float(lost) * len(worth) / sum(worth)


def _factor(view: View, count: int) -> int:
    """Return the factor for the viewer's loss with `count` cards left."""
    rules = view.rules
    assert view.seat is not None
    if rules.unplayed_multiplier and not view.active[view.seat] and count == view.counts[view.seat]:
        return rules.unplayed_multiplier
    if rules.multiply_only_starter and view.starter not in (view.seat, None):
        return 1
    return factor_for(rules, count)
