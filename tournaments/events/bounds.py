"""What a seat can win and lose in one deal at most, under given rules.

Pure. A bound is what no deal can beat; that some deal attains it is not promised. What a seat can
lose is known to `games.rules.max_loss`; what one can win follows `games.rules.scoring` case by
case, with the most cards that anybody can be left with. House rules can make these cases very
many: above `MOST_STEPS`, counted beforehand, a simpler and higher bound is returned.
"""

from collections.abc import Iterator
from functools import lru_cache
from itertools import combinations_with_replacement, product
from math import comb
from typing import Final

from games.rules.cards import RANK_TWO, SUITS
from games.rules.combinations import Kind
from games.rules.max_loss import (
    factors_by_cards,
    has_five_of_a_kind,
    max_bombs,
    max_cards_left,
    max_deal_loss,
    nets_by_place,
)
from games.rules.ruleset import RuleSet
from games.rules.scoring import (
    CARD_VALUES,
    FOUR_TWOS_POINTS,
    SPECIAL_POINTS,
    factor_for,
)
from tournaments.events.standings import Bounds

#: How many steps the search for a bound may take.
MOST_STEPS: Final = 200_000
_PACK: Final = 52
#: How many cards there are of a rank.
_OF_A_RANK: Final = len(SUITS)
#: A special combination has at least so many cards.
_LEAST_SPECIAL: Final = 4
#: A bomb has at least so many.
_LEAST_BOMB: Final = 5


@lru_cache(maxsize=64)
def deal_bounds(rules: RuleSet) -> Bounds:
    """Return what a seat can win and lose in one deal; None where nothing limits it.

    Nothing does where special combinations score and a stock made anew brings them back.
    """
    win = _most_won(rules)
    return Bounds() if win is None else Bounds(win, max_deal_loss(rules))


def _most_won(rules: RuleSet) -> int | None:
    others = rules.players - 1
    if rules.payment == "count_difference":
        return _by_cards(rules)
    if rules.payment == "loser_pays":
        return 1
    if rules.scoring == "placement":
        return max(map(max, nets_by_place(rules)))
    if not rules.counts_cards:
        # Each of the others loses as much.
        return others * max_deal_loss(rules)
    return _by_losses(rules)


def times(bounds: Bounds, deals: int) -> Bounds:
    """Return the bounds of so many deals."""
    return Bounds(
        None if bounds.win is None else bounds.win * deals,
        None if bounds.loss is None else bounds.loss * deals,
    )


def _by_cards(rules: RuleSet) -> int:
    """Return the most one wins where every two settle the difference of their cards left.

    Tries all numbers of cards that the losers can be left with, if there are not too many; the
    winner has none.
    """
    losers, most = rules.players - 1, max_cards_left(rules)
    if comb(most + losers - 1, losers) * rules.players**2 > MOST_STEPS:
        # As if each of the others had the dearest number of cards.
        factors = factors_by_cards(rules, most)
        return losers * max(cards * factor for cards, factor in enumerate(factors))

    def paid(own: int, other: int) -> int:
        difference = other - own
        return difference * factor_for(rules, abs(difference))

    win = 0
    for left in combinations_with_replacement(range(1, most + 1), losers):
        if sum(left) >= _PACK * rules.packs:
            continue
        counts = (0, *left)
        win = max(win, *(sum(paid(own, other) for other in counts) for own in counts))
    return win


def _by_losses(rules: RuleSet) -> int | None:
    others = rules.players - 1
    # What the losers lose comes to the winner, whoever of them pays.
    lost = _most_lost(rules, others)
    if rules.payment == "winner_takes" and rules.scoring == "cards_left":
        return lost
    bonus = _bonus(rules)
    return None if bonus is None else lost + others * bonus


def _most_lost(rules: RuleSet, losers: int) -> int:
    """Return what so many losers lose together at most.

    Each may have the dearest cards besides twos, as if there were enough for all; of twos there
    are four, and the cards left are not the whole pack.
    """
    if _steps_of_losses(rules, losers) > MOST_STEPS:
        return _most_lost_apart(rules, losers)
    found = 0
    for bombs, twos_last in product(range(max_bombs(rules) + 1), {False, rules.twos_last_double}):
        twos = _OF_A_RANK * rules.packs - twos_last
        # What bombs were made of is left with nobody.
        pack = _PACK * rules.packs - _LEAST_BOMB * bombs
        # The most lost so far, by how many twos and cards are left with the losers before.
        best = {(0, 0): 0}
        for _loser in range(losers):
            after: dict[tuple[int, int], int] = {}
            for (used, cards), lost in best.items():
                for more_twos, more, amount in _losses(rules, twos - used, bombs + twos_last):
                    at = used + more_twos, cards + more
                    if at[1] < pack:
                        after[at] = max(after.get(at, 0), lost + amount)
            best = after
        found = max(found, *best.values(), 0)
    return found


def _steps_of_losses(rules: RuleSet, losers: int) -> int:
    """Return how many steps `_most_lost` takes at most."""
    twos, most = _OF_A_RANK * rules.packs + 1, max_cards_left(rules)
    states = twos * min(_PACK * rules.packs, losers * most)
    doublings = (max_bombs(rules) + 1) * (1 + rules.twos_last_double)
    return doublings * losers * states * twos * most


def _most_lost_apart(rules: RuleSet, losers: int) -> int:
    """Return what so many losers lose together, as if only their twos came from the same packs."""
    twos = _OF_A_RANK * rules.packs
    by_twos = [0] * (twos + 1)
    for held, _count, amount in _losses(rules, twos, max_bombs(rules) + rules.twos_last_double):
        by_twos[held] = max(by_twos[held], amount)
    best = [0] * (twos + 1)
    for _loser in range(losers):
        best = [
            max(best[all_held - held] + by_twos[held] for held in range(all_held + 1))
            for all_held in range(twos + 1)
        ]
    return best[-1]


@lru_cache(maxsize=64)
def _losses(rules: RuleSet, twos: int, doublings: int) -> tuple[tuple[int, int, int], ...]:
    """Return the most that somebody loses, by twos left and cards left, with at most `twos`."""
    worth = CARD_VALUES[rules.card_values]
    dearest = sorted(worth[:RANK_TWO] * _OF_A_RANK * rules.packs, reverse=True)
    found = []
    for count in range(1, max_cards_left(rules) + 1):
        for held in range(min(twos, count) + 1):
            values = held * worth[RANK_TWO] + sum(dearest[: count - held])
            doubled = held if rules.double_per_two else 0
            amount = values * max(_factors(rules, count)) << doubled + doublings
            if rules.loss_cap:
                amount = min(amount, rules.loss_cap)
            found.append((held, count, amount))
    return tuple(found)


def _factors(rules: RuleSet, count: int) -> Iterator[int]:
    """Return what the loss of so many cards may be multiplied with."""
    yield factor_for(rules, count)
    if rules.multiply_only_starter:
        yield 1
    if rules.unplayed_multiplier and count >= rules.hand_size:
        yield rules.unplayed_multiplier


def _bonus(rules: RuleSet) -> int | None:
    """Return what one can score besides losses at most; None where nothing limits it."""
    if rules.scoring != "indonesian":
        return 0
    most = max_cards_left(rules)
    if most != rules.hand_size and rules.stock_recycle:
        return None
    each = SPECIAL_POINTS[Kind.FIVE_OF_A_KIND if has_five_of_a_kind(rules) else Kind.STRAIGHT_FLUSH]
    # Of each pack one may be the four twos, and each seat's last play counts twice.
    plain = (most // _LEAST_SPECIAL) * each + each
    return (
        plain + (1 + rules.packs) * (FOUR_TWOS_POINTS - each) + 10 * (_OF_A_RANK + rules.packs - 1)
    )
