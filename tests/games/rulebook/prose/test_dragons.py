"""The exact share of dragons, compared with simulated deals."""

from math import factorial
from random import Random

import pytest

from games.rulebook.prose.dragons import dragon_share

DEALS = 4000


def simulated_share(players: int, hand_size: int, packs: int) -> float:
    """Return the share of `DEALS` simulated deals with a dragon; the seed is fixed."""
    random = Random(7)
    pack = [rank for rank in range(13) for _copy in range(4 * packs)]
    found = 0
    for _deal in range(DEALS):
        random.shuffle(pack)
        hands = (pack[seat * hand_size :][:hand_size] for seat in range(players))
        found += any(len(set(hand)) == 13 for hand in hands)
    return found / DEALS


@pytest.mark.parametrize(
    ("players", "hand_size", "packs"),
    [(2, 26, 1), (2, 21, 1), (3, 17, 1), (4, 26, 2), (5, 20, 2), (6, 17, 2), (7, 14, 2)],
)
def test_the_exact_share_agrees_with_simulated_deals(players: int, hand_size: int, packs: int):
    share = dragon_share(players, hand_size, packs)
    # Five standard deviations; the deals are fixed, so the test is deterministic.
    assert (
        abs(simulated_share(players, hand_size, packs) - share)
        <= 5 * (share * (1 - share) / DEALS) ** 0.5
    )


def test_the_share_for_one_hand_of_thirteen_is_a_simple_fraction():
    # Four choices for each of thirteen ranks, divided by all hands of thirteen cards.
    assert dragon_share(1, 13) == pytest.approx(4**13 / 635_013_559_600)
    assert dragon_share(1, 13, 2) == pytest.approx(8**13 / 12_233_149_001_721_760)


def test_deals_with_several_dragons_are_counted_once():
    # The ways to deal four dragons, divided by all ways to deal.
    four = factorial(4) ** 13 * factorial(13) ** 4 / factorial(52)
    one, two = dragon_share(1, 13), dragon_share(2, 13)
    assert dragon_share(4, 13) < 4 * one
    assert two < 2 * one
    assert 0 < four < 2 * one - two
    assert dragon_share(8, 6) == 0
