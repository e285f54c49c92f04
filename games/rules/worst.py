"""The most that a seat can lose in one deal, by its rules: what a player has to reckon with.

The number is a bound: no deal costs more. Where every seat plays with the cards that it was dealt
and points go by the cards left, it is the loss of a result that there can be. It can be too high,
never too low, where cards are drawn from a stock (each seat is reckoned as if it had drawn most of
it), where special combinations score or bombs double (every seat but one is reckoned as if it had
played as many as its cards hold), and where a guard pays for four or more whose cards have
different values. Some mixes have no bound: where a stock is made anew from played cards, the same
special combination can in principle score, or double, any number of times; there each seat is
reckoned as if it had played a whole pack of them once.
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
    SPECIAL_POINTS,
    Outcome,
    factor_for,
    score,
)

SUITS_IN_PACK = 4
#: How many cards a bomb has at least (option `bomb_doubles`).
_BOMB_CARDS = 5
#: Up to how many losers all ways to share the twos among them are tried.
_FEW_LOSERS = 3
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
        return -min(map(min, nets_by_place(rules)))
    if rules.payment == "loser_pays" or rules.scoring == "winner_point":
        return 1
    if rules.scoring == "deuces":
        return 1 << (5 if has_fives(rules) else 4)
    if rules.payment == "count_difference":
        return _by_count(rules)
    return max(_by_loss(rules, twos_last) for twos_last in {False, rules.twos_last_double})


def nets_by_place(rules: RuleSet) -> list[tuple[int, ...]]:
    """Return what the seats win or pay at every end that a deal played on can have."""
    seats = tuple(range(rules.players))
    ends = {rules.players - 1}
    if rules.going_out != "any":
        # It can end wherever nobody has an allowed play.
        ends |= set(range(1, rules.players))
    if rules.dragon_wins:
        ends.add(1)
    results = [
        score(
            rules,
            Outcome((0,) * rules.players, winner=0, starter=0, played_none=(), out=seats[:out]),
        )
        for out in ends
    ]
    return [result.net for result in results]


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
    left = _twos(rules) - (_FEWEST_LAST_TWOS[rules.going_out] if twos_last else 0)
    shared = 1 if _is_paid_to_the_winner(rules) else rules.players - 1
    # A cap can make few doublings dearer than many: then the others lose less.
    return max(
        shared * most_lost + _gains(rules, _twos(rules) - kept, bombs + twos_last, twos_last)
        for bombs in range(most_bombs(rules) + 1)
        for kept, most_lost in _most_lost(rules, left, bombs, twos_last).items()
    )


def _most_lost(rules: RuleSet, left: int, bombs: int, twos_last: bool) -> dict[int, int]:
    """Return the most that the losers lose for whom one pays, by how many twos they hold.

    :param left: how many twos they can hold together
    """
    losers = rules.players - 1 if rules.guard_pays else 1
    first, others = _ways(rules, _dealt_at_most(rules)), _ways(rules, rules.hand_size)
    lost = _Losses(rules, bombs + twos_last)
    found: dict[int, int] = {}
    if losers <= _FEW_LOSERS:
        shares = [
            twos for twos in itertools.product(range(left + 1), repeat=losers) if sum(twos) <= left
        ]
        for held in _ways_left(first, others, losers):
            if bombs > _bombs_beside(rules, held):
                continue
            for twos in shares:
                if all(many <= way.cards for many, way in zip(twos, held, strict=True)):
                    kept = sum(twos)
                    found[kept] = max(found.get(kept, 0), lost(held, twos))
        return found
    # Each with the dearest cards, which is too much where cards have different values.
    sums = {(0, False): 0}
    for ways in [first, *[others] * (losers - 1)]:
        after: dict[tuple[int, bool], int] = {}
        for (kept, started), amount in sums.items():
            for way in ways:
                if started and way.is_starter:
                    continue
                for many in range(min(left - kept, way.cards) + 1):
                    key = (kept + many, started or way.is_starter)
                    total = amount + lost((way,), (many,))
                    after[key] = max(after.get(key, 0), total)
        sums = after
    for (kept, _started), amount in sums.items():
        found[kept] = max(found.get(kept, 0), amount)
    return found


def most_bombs(rules: RuleSet) -> int:
    """Return how many bombs can be played in a deal where they double; see above of recycling."""
    if not rules.bomb_doubles:
        return 0
    if _draws(rules):
        return (PACK * rules.packs - (rules.players - 1)) // _BOMB_CARDS
    # The leftover is reckoned twice, with the winner and with a loser.
    dealt = _dealt_at_most(rules)
    others = (rules.players - 2) * ((rules.hand_size - 1) // _BOMB_CARDS)
    return dealt // _BOMB_CARDS + (dealt - 1) // _BOMB_CARDS + others


def _bombs_beside(rules: RuleSet, held: Sequence[Held]) -> int:
    """Return how many bombs can be played where some losers are left with what they hold."""
    if not rules.bomb_doubles or _draws(rules):
        return most_bombs(rules)
    dealt, size = _dealt_at_most(rules), rules.hand_size
    played = [dealt - held[0].cards, *[size - way.cards for way in held[1:]], dealt]
    played += [size - 1] * (rules.players - 1 - len(held))
    return sum(max(0, cards) // _BOMB_CARDS for cards in played)


def _ways_left(first: list[Held], others: list[Held], losers: int) -> Iterator[tuple[Held, ...]]:
    """Return what the loser and, where a guard pays for all, the other losers are left with.

    The first of them can have taken the leftover; the others are alike.
    """
    rests = itertools.combinations_with_replacement(others, losers - 1)
    for one, rest in itertools.product(first, rests):
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
    if rules.bomb_doubles:
        # Fewer cards left can be more bombs played.
        return list(found)
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
        return PACK * rules.packs - 1 - (rules.players - 2)
    return rules.hand_size + rules.left_over


class _Losses:
    """What losers lose together, under one rule set.

    Of all hands with so many cards and twos the dearest are meant: the highest cards lie where they
    are multiplied most.
    """

    def __init__(self, rules: RuleSet, doublings: int) -> None:
        """Make it for losses that all double so many times."""
        values = CARD_VALUES[rules.card_values]
        highest = sorted(values[:RANK_TWO] * SUITS_IN_PACK * rules.packs, reverse=True)
        #: What so many of the highest cards besides twos are worth; there are no more than all.
        self._worth = [*itertools.accumulate(highest, initial=0), *[sum(highest)] * 4 * PACK]
        self._two = values[RANK_TWO]
        self._per_two = int(rules.double_per_two)
        self._doublings = doublings
        self._cap = rules.loss_cap

    def __call__(self, held: Sequence[Held], twos: Sequence[int]) -> int:
        ways = sorted(
            (-(way.factor << self._per_two * many), way.cards - many, many)
            for way, many in zip(held, twos, strict=True)
        )
        lost = taken = 0
        for weight, cards, many in ways:
            worth = self._worth[taken + cards] - self._worth[taken]
            loss = -weight * (many * self._two + worth) << self._doublings
            lost += min(loss, self._cap) if self._cap else loss
            taken += cards
        return lost


def _is_paid_to_the_winner(rules: RuleSet) -> bool:
    return rules.scoring == "cards_left" and rules.payment == "winner_takes"


def _gains(rules: RuleSet, twos: int, doublings: int, twos_last: bool) -> int:
    """Return the most that all others score together, where their points are settled, too.

    :param twos: how many the loser leaves to them
    :param doublings: how often all losses double
    :param twos_last: whether the winner's last play is of twos only
    """
    if _is_paid_to_the_winner(rules):
        return 0
    others = (rules.players - 2) * _other_loser(rules, doublings)
    return others + (_winner(rules, twos) if rules.scoring == "indonesian" else 0)


def _other_loser(rules: RuleSet, doublings: int) -> int:
    """Return the most that a loser scores who is not the one: mostly less than nothing."""
    dealt = _most_played(rules)
    lowest = sorted(CARD_VALUES[rules.card_values] * SUITS_IN_PACK * rules.packs)
    best = None
    for cards in range(1, rules.hand_size):
        factor = 1 if rules.multiply_only_starter else factor_for(rules, cards)
        # The guard pays all losses.
        lost = 0 if rules.guard_pays else sum(lowest[:cards]) * factor << doublings
        if rules.loss_cap:
            lost = min(lost, rules.loss_cap)
        scored = _specials(rules, dealt - cards) if rules.scoring == "indonesian" else 0
        best = scored - lost if best is None else max(best, scored - lost)
    assert best is not None, "hands have more cards than one"
    return best


def _winner(rules: RuleSet, twos: int) -> int:
    """Return the most that the winner's last play and special combinations score (Indonesia)."""
    cards = _most_played(rules)
    straight, four = rules.straight_flush_cards, _four_cards(rules)

    def last_twos(most: int) -> int:
        return max(5, 10 * min(twos, most))

    # At most one two is in a straight flush, besides its further cards, or beside another four;
    # three are in a full house.
    last = [
        2 * SPECIAL_POINTS[Kind.STRAIGHT_FLUSH]
        + last_twos(straight - 4)
        + _specials(rules, cards - straight),
        2 * SPECIAL_POINTS[Kind.FOUR_OF_A_KIND] + last_twos(1) + _specials(rules, cards - four),
        last_twos(3) + _specials(rules, cards - 1),
    ]
    if twos >= 4:
        last.append(2 * FOUR_TWOS_POINTS + last_twos(4) + _specials(rules, cards - four))
    if has_fives(rules):
        fives = 2 * SPECIAL_POINTS[Kind.FIVE_OF_A_KIND]
        last.append(fives + last_twos(5 if twos >= 5 else 0) + _specials(rules, cards - 5))
    return max(last)


def _specials(rules: RuleSet, cards: int) -> int:
    """Return the most that special combinations of so many cards score, without the four twos.

    Of two packs there are four twos once more than are the winner's last play.
    """
    straight, four = rules.straight_flush_cards, _four_cards(rules)
    sizes = [
        (straight, SPECIAL_POINTS[Kind.STRAIGHT_FLUSH]),
        (four, SPECIAL_POINTS[Kind.FOUR_OF_A_KIND]),
    ]
    more = 0
    if has_fives(rules):
        sizes.append((5, SPECIAL_POINTS[Kind.FIVE_OF_A_KIND]))
    elif rules.packs > 1 and cards >= four:
        more = FOUR_TWOS_POINTS - SPECIAL_POINTS[Kind.FOUR_OF_A_KIND]
    best = [0]
    for count in range(1, cards + 1):
        best.append(max(0, *(best[count - size] + won for size, won in sizes if size <= count), 0))
    return best[-1] + more


def has_fives(rules: RuleSet) -> bool:
    """Tell whether there is five of a kind."""
    return rules.packs > 1 and rules.four_of_a_kind != "bare"


def _twos(rules: RuleSet) -> int:
    return SUITS_IN_PACK * rules.packs


def _four_cards(rules: RuleSet) -> int:
    return 5 if rules.four_of_a_kind == "with_fifth" else 4


def _most_played(rules: RuleSet) -> int:
    """Return how many cards a seat can have played at most; see above where there is no bound."""
    if not _draws(rules):
        return _dealt_at_most(rules)
    return PACK * rules.packs if rules.stock_recycle else rules.hand_size + rules.left_over
