"""Bounds of a seat's win and loss in one deal under given rules.

Pure. No deal can exceed a bound, but a bound is not always attained. The maximum loss comes from
`games.rules.max_loss`; the maximum win follows the scoring of `games.rules.scoring` case by case,
with the highest possible number of cards left. House rules can lead to very many cases: if more
than `MOST_STEPS` are counted in advance, a simpler and higher bound is returned.
"""

from collections.abc import Iterator
from functools import lru_cache
from itertools import combinations_with_replacement, product
from math import comb
from typing import Final

from games.rules.cards import PACK_SIZE, RANK_TWO, SUITS
from games.rules.combinations.kinds import Kind
from games.rules.max_loss import (
    factors_by_cards,
    has_five_of_a_kind,
    max_bombs,
    max_cards_left,
    max_deal_loss,
    nets_by_place,
)
from games.rules.ruleset.rule_set import RuleSet
from games.rules.scoring import (
    CARD_VALUES,
    FOUR_TWOS_POINTS,
    SPECIAL_POINTS,
    factor_for,
)
from tournaments.pairing.standings.chances import Bounds

#: Maximum number of steps in the search for a bound.
MOST_STEPS: Final = 200_000
#: Number of cards of a rank in a pack.
_OF_A_RANK: Final = len(SUITS)
#: Minimum number of cards in a special combination.
_LEAST_SPECIAL: Final = 4
#: Minimum number of cards in a bomb.
_LEAST_BOMB: Final = 5


@lru_cache(maxsize=64)
def deal_bounds(rules: RuleSet) -> Bounds:
    """Return the bounds of a seat's win and loss in one deal; None means unlimited.

    They are unlimited if special combinations score and a rebuilt stock brings them back.
    """
    win = _max_win(rules)
    return Bounds() if win is None else Bounds(win, max_deal_loss(rules))


def _max_win(rules: RuleSet) -> int | None:
    """Return the maximum win of a seat in one deal; None means unlimited."""
    others = rules.players - 1
    if rules.payment == "count_difference":
        return _max_win_by_card_difference(rules)
    if rules.payment == "loser_pays":
        return 1
    if rules.scoring == "placement":
        return max(map(max, nets_by_place(rules)))
    if not rules.counts_cards:
        # All others lose as much.
        return others * max_deal_loss(rules)
    return _max_win_from_losses(rules)


def bounds_of_deals(bounds: Bounds, deals: int) -> Bounds:
    """Return the bounds of this number of deals, from the bounds of one deal."""
    return Bounds(
        None if bounds.win is None else bounds.win * deals,
        None if bounds.loss is None else bounds.loss * deals,
    )


def _max_win_by_card_difference(rules: RuleSet) -> int:
    """Return the maximum win of a seat if each pair settles the difference of their cards left.

    Tries all combinations of the losers' cards left unless there are too many; the winner has none.
    """
    losers, most = rules.players - 1, max_cards_left(rules)
    if comb(most + losers - 1, losers) * rules.players**2 > MOST_STEPS:
        # Assumes that each of the others has the most expensive number of cards.
        factors = factors_by_cards(rules, most)
        return losers * max(cards * factor for cards, factor in enumerate(factors))

    def paid(own_cards: int, other_cards: int) -> int:
        """Return the points that a seat gets from another one, given the cards both have left."""
        difference = other_cards - own_cards
        return difference * factor_for(rules, abs(difference))

    win = 0
    for left in combinations_with_replacement(range(1, most + 1), losers):
        if sum(left) >= PACK_SIZE * rules.packs:
            continue
        counts = (0, *left)
        win = max(win, *(sum(paid(own, other) for other in counts) for own in counts))
    return win


def _max_win_from_losses(rules: RuleSet) -> int | None:
    """Return the maximum win of a seat that gets the losses of all others; None means unlimited."""
    others = rules.players - 1
    # The winner gets the losses of all losers, even if only one of them pays.
    lost = _max_total_loss(rules, others)
    if rules.payment == "winner_takes" and rules.scoring == "cards_left":
        return lost
    bonus = _max_bonus(rules)
    return None if bonus is None else lost + others * bonus


def _max_total_loss(rules: RuleSet, losers: int) -> int:
    """Return an upper bound of the total loss of this number of losers in one deal.

    Apart from twos, each may have the most expensive cards, as if there were enough for all. There
    are four twos, and the cards left are fewer than the whole pack. If the search is too long, the
    bound is simpler and higher.
    """
    if _loss_search_steps(rules, losers) > MOST_STEPS:
        return _simple_max_total_loss(rules, losers)
    found = 0
    for bombs, twos_last in product(range(max_bombs(rules) + 1), {False, rules.twos_last_double}):
        twos = _OF_A_RANK * rules.packs - twos_last
        # Cards of bombs have been played, so they are in no loser's hand.
        pack = PACK_SIZE * rules.packs - _LEAST_BOMB * bombs
        # The maximum loss so far, by twos and cards left with the previous losers.
        best = {(0, 0): 0}
        for _loser in range(losers):
            after: dict[tuple[int, int], int] = {}
            for (used, cards), lost in best.items():
                for more_twos, more, amount in _losses_by_cards_left(
                    rules, twos - used, bombs + twos_last
                ):
                    at = used + more_twos, cards + more
                    if at[1] < pack:
                        after[at] = max(after.get(at, 0), lost + amount)
            best = after
        found = max(found, *best.values(), 0)
    return found


def _loss_search_steps(rules: RuleSet, losers: int) -> int:
    """Return the maximum number of search steps of `_max_total_loss`."""
    twos, most = _OF_A_RANK * rules.packs + 1, max_cards_left(rules)
    states = twos * min(PACK_SIZE * rules.packs, losers * most)
    doublings = (max_bombs(rules) + 1) * (1 + rules.twos_last_double)
    return doublings * losers * states * twos * most


def _simple_max_total_loss(rules: RuleSet, losers: int) -> int:
    """Return a simpler upper bound of the total loss: only the twos are shared among the losers."""
    twos = _OF_A_RANK * rules.packs
    by_twos = [0] * (twos + 1)
    for held, _count, amount in _losses_by_cards_left(
        rules, twos, max_bombs(rules) + rules.twos_last_double
    ):
        by_twos[held] = max(by_twos[held], amount)
    best = [0] * (twos + 1)
    for _loser in range(losers):
        best = [
            max(best[all_held - held] + by_twos[held] for held in range(all_held + 1))
            for all_held in range(twos + 1)
        ]
    return best[-1]


@lru_cache(maxsize=64)
def _losses_by_cards_left(
    rules: RuleSet, max_twos: int, doublings: int
) -> tuple[tuple[int, int, int], ...]:
    """Return (twos, cards, maximum loss) for each hand left with at most `max_twos` twos.

    :param doublings: how many times each loss is doubled
    """
    worth = CARD_VALUES[rules.card_values]
    dearest = sorted(worth[:RANK_TWO] * _OF_A_RANK * rules.packs, reverse=True)
    found = []
    for count in range(1, max_cards_left(rules) + 1):
        for held in range(min(max_twos, count) + 1):
            values = held * worth[RANK_TWO] + sum(dearest[: count - held])
            doubled = held if rules.double_per_two else 0
            amount = values * max(_factors(rules, count)) << doubled + doublings
            if rules.loss_cap:
                amount = min(amount, rules.loss_cap)
            found.append((held, count, amount))
    return tuple(found)


def _factors(rules: RuleSet, count: int) -> Iterator[int]:
    """Return the possible multipliers of a loss with this number of cards."""
    yield factor_for(rules, count)
    if rules.multiply_only_starter:
        yield 1
    if rules.unplayed_multiplier and count >= rules.hand_size:
        yield rules.unplayed_multiplier


def _max_bonus(rules: RuleSet) -> int | None:
    """Return the maximum score per loser in addition to losses; None means unlimited."""
    if rules.scoring != "indonesian":
        return 0
    most = max_cards_left(rules)
    if most != rules.hand_size and rules.stock_recycle:
        return None
    each = SPECIAL_POINTS[Kind.FIVE_OF_A_KIND if has_five_of_a_kind(rules) else Kind.STRAIGHT_FLUSH]
    # One per pack may be the four twos, and each seat's last play counts double.
    plain = (most // _LEAST_SPECIAL) * each + each
    return (
        plain + (1 + rules.packs) * (FOUR_TWOS_POINTS - each) + 10 * (_OF_A_RANK + rules.packs - 1)
    )
