"""The pack of a lesson, put together so that each topic comes up in one short deal.

With these hands, and bots that play as everywhere, a learner who follows the coach leads the
lowest card, beats two singles, wins a trick with the two of spades, leads a full house, has to
pass, answers a pair with a pair and goes out with the last one: 8 own turns, 29 plays and passes
in all. Whoever plays otherwise gets another deal of it, by the same rules.
"""

from functools import cache
from typing import Final

from games.rules.cards import PACK_SIZE, Card, iter_cards, parse_cards
from games.rules.deal.start import hands_of_pack
from games.rules.deal.state import step_of
from games.rules.ruleset import BASIC_GAME, RuleSet

#: The rules that a newcomer learns.
RULES_NAME: Final = BASIC_GAME
RULES: Final = RuleSet.make(RULES_NAME)
#: Seat by seat, the learner's first.
HANDS: Final = (
    "3D 5D 5C 5H 7D 7S TD TH QS KC KH AS 2S",
    "3S 4D 4H 7C 8D 8H 9D 9H 9S KD KS 2D 2H",
    "3C 3H 5S 6S 8S TC JC JH JS QD QC AC 2C",
    "4C 4S 6D 6C 6H 7H 8C 9C TS JD QH AD AH",
)
#: Who deals; the lowest card leads, so it makes no difference.
DEALER: Final = 0


@cache
def lesson_pack() -> tuple[Card, ...]:
    """Return the pack, from the top, of which these hands are dealt."""
    # Which places of a pack each seat is dealt.
    places, _leftover = hands_of_pack(RULES, range(PACK_SIZE), DEALER, step_of(RULES, 1))
    order = [0] * PACK_SIZE
    for hand, at in zip(HANDS, places, strict=True):
        for card, place in zip(iter_cards(parse_cards(hand)), iter_cards(at), strict=True):
            order[place] = card
    return tuple(order)
