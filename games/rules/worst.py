"""The most that a seat can lose in one deal, by its rules: what a player has to reckon with.

The number is a bound: no deal costs more. Where every seat plays with the cards that it was dealt
and points go by the cards left, it is the loss of a result that there can be. It can be too high,
never too low, where cards are drawn from a stock (each seat is reckoned as if it had drawn most of
it) and where special combinations score (every seat but one is reckoned as if it had played as many
as its cards hold). One mix has no bound: where a stock is made anew from played cards, the same
special combination can in principle score any number of times; there each seat is reckoned as if
it had played a whole pack of them once.
"""

import itertools
from collections.abc import Iterator, Sequence
from functools import lru_cache
from typing import NamedTuple

from games.rules.cards import RANK_TWO
from games.rules.combinations import Kind
from games.rules.ruleset import RuleSet
from games.rules.ruleset.mixes import PACK
from games.rules.scoring import (
    CARD_VALUES,
    FOUR_TWOS_POINTS,
    PLACEMENT_POINTS,
    SPECIAL_POINTS,
    factor_for,
)

#: How many of each rank, the twos among them.
SUITS_IN_PACK = TWOS_IN_PACK = 4
#: By `going_out`, of how many twos a last play of nothing but twos has at least.
_FEWEST_LAST_TWOS = {
    "any": 1,
    "not_top_card": 1,
    "not_single_two": 2,
    "not_single_or_pair_of_twos": 3,
}


class Held(NamedTuple):
    """What a loser may be left with, as far as it decides the loss."""

    #: How many cards.
    cards: int
    #: What the sum of their values is multiplied with, before twos.
    factor: int
    #: Whether only the one who led the deal can have that factor.
    is_starter: bool = False


@lru_cache(maxsize=512)
def worst_loss(rules: RuleSet) -> int:
    """Return the most points that a seat can lose in one deal, after all payments."""
    if rules.scoring == "placement":
        return sum(PLACEMENT_POINTS[rules.players])
    if rules.payment == "loser_pays" or rules.scoring == "winner_point":
        return 1
    if rules.scoring == "deuces":
        return 1 << TWOS_IN_PACK
    if rules.payment == "count_difference":
        return _by_count(rules)
    return max(_by_loss(rules, twos_last) for twos_last in {False, rules.twos_last_double})


def _by_count(rules: RuleSet) -> int:
    """Return the most that the differences of cards left cost one with the most cards."""

    def cost(difference: int) -> int:
        return difference * factor_for(rules, difference)

    return max(
        cost(mine) + (rules.players - 2) * max(cost(mine - other) for other in range(1, mine + 1))
        for mine in range(1, most_left(rules) + 1)
    )


def _by_loss(rules: RuleSet, twos_last: bool) -> int:
    """Return the most that losses cost one seat.

    :param twos_last: whether the winner's last play is of twos only, and doubles all losses
    """
    left = TWOS_IN_PACK - (_FEWEST_LAST_TWOS[rules.going_out] if twos_last else 0)
    losers = rules.players - 1 if rules.guard_pays else 1
    shares = [
        twos for twos in itertools.product(range(left + 1), repeat=losers) if sum(twos) <= left
    ]
    gains = [_gains(rules, TWOS_IN_PACK - kept, twos_last) for kept in range(left + 1)]
    shared = 1 if _is_paid_to_the_winner(rules) else rules.players - 1
    lost = _Losses(rules)
    return max(
        (shared * lost(held, twos) << twos_last) + gains[sum(twos)]
        for held in _ways_left(rules, losers)
        for twos in shares
        if all(many <= way.cards for many, way in zip(twos, held, strict=True))
    )


def _ways_left(rules: RuleSet, losers: int) -> Iterator[tuple[Held, ...]]:
    """Return what the loser and, where a guard pays for all, the other losers are left with."""
    # The first of them can have taken the leftover; the others are alike.
    first = _ways(rules, _dealt_at_most(rules))
    others = itertools.combinations_with_replacement(_ways(rules, rules.hand_size), losers - 1)
    for one, rest in itertools.product(first, others):
        if sum(way.is_starter for way in (one, *rest)) <= 1:
            yield (one, *rest)


def _ways(rules: RuleSet, dealt: int) -> list[Held]:
    """Return what one loser can be left with, but for what is never dearer than another way."""
    most = most_left(rules) if _draws(rules) else dealt
    is_led = rules.multiply_only_starter
    # Who has played no card has all that were dealt, or more; who has played one has fewer, unless
    # there are some to draw. Between two factors more cards cost more.
    unplayed = [cards for cards in _ends(rules, most) if cards >= dealt]
    played = _ends(rules, most if _draws(rules) else most - 1)
    fixed = rules.unplayed_multiplier or (1 if is_led else 0)
    found = {Held(cards, fixed or factor_for(rules, cards)) for cards in unplayed}
    found |= {Held(cards, factor_for(rules, cards), is_led) for cards in played}
    found |= {Held(cards, 1) for cards in played}
    return [way for way in found if not any(_is_dearer(other, way) for other in found - {way})]


def _is_dearer(one: Held, other: Held) -> bool:
    """Tell whether one way of losing costs no less than another, whatever else there is."""
    is_free = other.is_starter or not one.is_starter
    return is_free and one.cards >= other.cards and one.factor >= other.factor


def _ends(rules: RuleSet, most: int) -> list[int]:
    """Return the most cards that have each factor, none above ``most``."""
    ends = {start - 1 for start, _factor in rules.multipliers} | {most}
    return [each for each in ends if 1 <= each <= most]


def _dealt_at_most(rules: RuleSet) -> int:
    """Return how many cards one is dealt, the leftover included."""
    return rules.hand_size + (rules.left_over if rules.leftover == "lowest_holder" else 0)


def _draws(rules: RuleSet) -> bool:
    """Tell whether hands can grow."""
    return rules.has_stock and rules.draw_on_pass != "none"


def most_left(rules: RuleSet) -> int:
    """Return the most cards that a seat can be left with."""
    if not _draws(rules):
        return _dealt_at_most(rules)
    if rules.stock_recycle:
        # All but the last play and a card of each other loser.
        return PACK - 1 - (rules.players - 2)
    return rules.hand_size + rules.left_over


class _Losses:
    """What losers lose together, under one rule set.

    Of all hands with so many cards and twos the dearest are meant: the highest cards lie where they
    are multiplied most.
    """

    def __init__(self, rules: RuleSet) -> None:
        values = CARD_VALUES[rules.card_values]
        highest = sorted(values[:RANK_TWO] * SUITS_IN_PACK, reverse=True)
        #: What so many of the highest cards besides twos are worth; there are no more than all.
        self._worth = [*itertools.accumulate(highest, initial=0), *[sum(highest)] * 2 * PACK]
        self._two = values[RANK_TWO]
        self._doublings = int(rules.double_per_two)

    def __call__(self, held: Sequence[Held], twos: Sequence[int]) -> int:
        ways = sorted(
            (-(way.factor << self._doublings * many), way.cards - many, many)
            for way, many in zip(held, twos, strict=True)
        )
        lost = taken = 0
        for weight, cards, many in ways:
            worth = self._worth[taken + cards] - self._worth[taken]
            lost -= weight * (many * self._two + worth)
            taken += cards
        return lost


def _is_paid_to_the_winner(rules: RuleSet) -> bool:
    return rules.scoring == "cards_left" and rules.payment == "winner_takes"


def _gains(rules: RuleSet, twos: int, twos_last: bool) -> int:
    """Return the most that all others score together, where their points are settled, too.

    :param twos: how many the loser leaves to them
    """
    if _is_paid_to_the_winner(rules):
        return 0
    others = (rules.players - 2) * _other_loser(rules, twos_last)
    return others + (_winner(rules, twos) if rules.scoring == "indonesian" else 0)


def _other_loser(rules: RuleSet, twos_last: bool) -> int:
    """Return the most that a loser scores who is not the one: mostly less than nothing."""
    dealt = _most_played(rules)
    lowest = sorted(CARD_VALUES[rules.card_values] * SUITS_IN_PACK)
    best = None
    for cards in range(1, rules.hand_size):
        factor = 1 if rules.multiply_only_starter else factor_for(rules, cards)
        # The guard pays all losses.
        lost = 0 if rules.guard_pays else sum(lowest[:cards]) * factor << twos_last
        scored = _specials(rules, dealt - cards) if rules.scoring == "indonesian" else 0
        best = scored - lost if best is None else max(best, scored - lost)
    assert best is not None, "hands have more cards than one"
    return best


def _winner(rules: RuleSet, twos: int) -> int:
    """Return the most that the winner's last play and special combinations score (Indonesia)."""
    cards = _most_played(rules)
    straight, four = rules.straight_flush_cards, _four_cards(rules)
    # At most one two is in a straight flush, or beside another four, three are in a full house.
    last = [
        2 * SPECIAL_POINTS[Kind.STRAIGHT_FLUSH]
        + max(5, 10 * min(twos, 1))
        + _specials(rules, cards - straight),
        2 * SPECIAL_POINTS[Kind.FOUR_OF_A_KIND]
        + max(5, 10 * min(twos, 1))
        + _specials(rules, cards - four),
        max(5, 10 * min(twos, 3)) + _specials(rules, cards - 1),
    ]
    if twos == TWOS_IN_PACK:
        last.append(2 * FOUR_TWOS_POINTS + 10 * twos + _specials(rules, cards - four))
    return max(last)


def _specials(rules: RuleSet, cards: int) -> int:
    """Return the most that special combinations of so many cards score, without the four twos."""
    straight, four = rules.straight_flush_cards, _four_cards(rules)
    return max(
        straights * SPECIAL_POINTS[Kind.STRAIGHT_FLUSH]
        + max(0, cards - straights * straight) // four * SPECIAL_POINTS[Kind.FOUR_OF_A_KIND]
        for straights in range(max(0, cards) // straight + 1)
    )


def _four_cards(rules: RuleSet) -> int:
    return 4 if rules.four_of_a_kind == "bare" else 5


def _most_played(rules: RuleSet) -> int:
    """Return how many cards a seat can have played at most; see above where there is no bound."""
    if not _draws(rules):
        return _dealt_at_most(rules)
    return PACK if rules.stock_recycle else rules.hand_size + rules.left_over
