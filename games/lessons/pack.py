"""The pack of a lesson, in an order chosen so that each topic comes up in one short deal.

With these hands and normal bots, a learner who follows the coach leads the lowest card, beats two
singles, wins a trick with the two of spades, leads a full house, has to pass, answers a pair with
a pair and goes out with the last pair: 8 own turns, 29 plays and passes together. A learner who
plays differently gets a different course of the deal, by the same rules.
"""

from functools import cache
from typing import Final

from games.rules.cards import PACK_SIZE, Card, iter_cards, parse_cards
from games.rules.deal.start import hands_of_pack
from games.rules.deal.state import step_of
from games.rules.ruleset.presets import BASIC_GAME
from games.rules.ruleset.rule_set import RuleSet

#: The rules of the lesson.
RULES_NAME: Final = BASIC_GAME
RULES: Final = RuleSet.make(RULES_NAME)
#: The hands by seat, the learner's first.
HANDS: Final = (
    "3D 5D 5C 5H 7D 7S TD TH QS KC KH AS 2S",
    "3S 4D 4H 7C 8D 8H 9D 9H 9S KD KS 2D 2H",
    "3C 3H 5S 6S 8S TC JC JH JS QD QC AC 2C",
    "4C 4S 6D 6C 6H 7H 8C 9C TS JD QH AD AH",
)
#: The dealer's seat; the lowest card leads, so it makes no difference.
DEALER: Final = 0


@cache
def lesson_pack() -> tuple[Card, ...]:
    """Return the pack from the top, from which these hands are dealt."""
    # The places in a pack that each seat is dealt.
    places, _leftover = hands_of_pack(RULES, range(PACK_SIZE), DEALER, step_of(RULES, 1))
    order = [0] * PACK_SIZE
    for hand, at in zip(HANDS, places, strict=True):
        for card, place in zip(iter_cards(parse_cards(hand)), iter_cards(at), strict=True):
            order[place] = card
    return tuple(order)
