"""The most that a deal can cost a seat: no result is worse, and some results are as bad."""

from dataclasses import replace
from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from games.rules import PRESETS, RuleSet
from games.rules.cards import FULL_PACK, TWOS, cards_of
from games.rules.scoring import Outcome, score
from games.rules.worst import worst_loss
from tests.proofs import size

from .support import cards, played, random_outcome, random_rules, random_start

seeds = st.integers(0, 2**32)


@pytest.mark.proof
@settings(max_examples=size("worst loss: random results"), deadline=None)
@given(seeds)
def test_no_result_costs_more(seed):
    random = Random(seed)
    rules = random_rules(random)
    if rules.has_stock:
        rules = replace(rules, leftover="unused", draw_on_pass="none", stock_recycle=False)
    for _ in range(20):
        nets = score(rules, random_outcome(random, rules)).net
        assert -min(nets) <= worst_loss(rules)


@pytest.mark.proof
def test_no_deal_that_is_played_costs_more():
    random = Random(77)
    for _ in range(size("worst loss: random deals")):
        rules = random_rules(random)
        *_, state = played(random_start(random, rules), random)
        assert -min(state.result.net) <= worst_loss(rules)


def full(count, start=0):
    """So many hands of thirteen cards, the highest first."""
    return [cards_of(range(39 - 13 * at - start, 52 - 13 * at - start)) for at in range(count)]


ALL = cards_of(range(39, 52))
LOST = {
    # Thirteen ones, tripled by "13:3" and settled with three others, of whom two have one card.
    "pagat": ((0, ALL, 1, 2), {}, 3 * 39 - 2),
    "hong_kong": ((0, ALL, 1, 2), {}, 3 * 39 - 2),
    # Tripled for having played none, and paid to the winner alone.
    "classic": ((0, ALL, 1, 2), {}, 39),
    "online": ((0, ALL, 1, 2), {}, 26),
    # The guard pays for three hands.
    "wikipedia": ((0, *full(3)), {"foul": 1}, 3 * 39),
    "hong_kong_street": ((0, *full(3)), {"foul": 1}, 3 * 52),
    "da_lao_er": ((0, ALL, 1, 2), {}, 3 * 26 - 2),
    "taiwan": ((0, ALL, 1, 2), {}, 1),
    "guide": ((0, ALL, 1, 2), {}, 1),
    "pusoy_dos": ((0, ALL, 1, 2), {"last_play": TWOS & FULL_PACK}, 16),
    "last_one_in": ((0, 1, 2, 4), {"out": (0, 1, 2)}, 9),
    # Eighteen cards with the leftover.
    "three_players": ((0, cards_of(range(34, 52)), 1), {}, 2 * 54 - 1),
    "three_players_wikipedia": (
        (0, cards_of(range(34, 52)), cards_of(range(17, 34))),
        {"foul": 1},
        3 * (18 + 17),
    ),
    "two_players": ((0, cards_of(range(35, 52))), {}, 51),
}


@pytest.mark.parametrize("name", LOST)
def test_some_result_costs_as_much(name):
    left, more, lost = LOST[name]
    rules = RuleSet.make(name)
    result = Outcome(
        left=left,
        winner=0,
        starter=0,
        played_none=tuple(hand.bit_count() >= rules.hand_size for hand in left),
        **{"last_play": cards("KS"), "out": (0,), **more},
    )
    assert -min(score(rules, result).net) == lost == worst_loss(rules)


@pytest.mark.parametrize(
    ("options", "lost"),
    [
        # 13 highest cards of "faces" with all twos: 4 × 4 + 4 × 3 + 4 × 2 + 2 points, × 3 × 2^4.
        ({"card_values": "faces", "double_per_two": True}, 38 * 3 * 16 * 3 - 2),
        # The last play takes a two from the loser, and doubles everybody's loss.
        (
            {"double_per_two": True, "twos_last_double": True, "payment": "winner_takes"},
            13 * 3 * 8 * 2,
        ),
        # Two of them, where a two alone cannot be last.
        (
            {
                "double_per_two": True,
                "twos_last_double": True,
                "payment": "winner_takes",
                "going_out": "not_single_two",
            },
            13 * 3 * 4 * 2 * 2,
        ),
        # Whoever played a card is multiplied only as the one who led; 12 cards then are the most.
        ({"multiply_only_starter": True, "payment": "winner_takes"}, 12 * 2),
        # 12 cards less one card each cost twice as much as 11 pairs of cards.
        ({"payment": "count_difference", "multipliers": "1:1,10:2"}, 26 + 2 * 24),
        # Two of each bomb's hands: the winner and two losers play two bombs each of thirteen cards,
        # and each of these two has one card left.
        ({"bomb_doubles": True}, (3 * 39 - 2) * 2**6),
        ({"bomb_doubles": True, "payment": "winner_takes", "loss_cap": 100}, 100),
        ({"loss_cap": 20}, 3 * 20 - 2),
        ({"play_on": True, "scoring": "placement", "placement_points": "9,1,1,1"}, 8),
        (
            {
                "play_on": True,
                "scoring": "placement",
                "placement_points": "4,1,-1,-4",
                "payment": "points",
            },
            4,
        ),
        # A factor that falls again: nine cards are dearer than thirteen.
        ({"payment": "winner_takes", "multipliers": "1:1,9:5,10:1"}, 45),
    ],
)
def test_options_count(options, lost):
    assert worst_loss(RuleSet.make(options=options)) == lost


def test_a_stock_makes_hands_as_large_as_it_is():
    """Two hands of 13, and 26 cards to draw: 39 of them tripled, against the winner's points."""
    rules = RuleSet.make(
        options={"players": 2, "hand_size": 13, "leftover": "stock", "draw_on_pass": "one"}
    )
    assert worst_loss(rules) == 39 * 3


@pytest.mark.parametrize("name", PRESETS)
def test_every_preset_has_a_worst_case(name):
    assert worst_loss(RuleSet.make(name)) >= 1
