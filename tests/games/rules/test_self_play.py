"""Deals played at random: they end, sum to 0 and replay identically."""

from random import Random

import pytest

from games.rules import record
from games.rules.deal.state import Ending
from tests.proofs import size

from .support import played, random_rules, random_start


def play_and_check(random, rules):
    *_, state = played(random_start(random, rules), random)
    result = state.result
    assert sum(result.net) == 0
    assert state.turn is None
    assert record.replay(record.write(state)) == state
    if result.ending is Ending.OUT:
        with_cards = sum(1 for hand in result.left if hand)
        assert with_cards == (1 if rules.play_on else rules.players - 1)
    return result


def play_deals(count: int, deals_per_rule_set: int, seed: int) -> set[Ending]:
    random = Random(seed)
    endings: set[Ending] = set()
    for _ in range(count // deals_per_rule_set):
        rules = random_rules(random)
        for _ in range(deals_per_rule_set):
            endings.add(play_and_check(random, rules).ending)
    return endings


@pytest.mark.proof
def test_random_deals_end_sum_to_0_and_replay():
    endings = play_deals(size("self-play: random deals"), 5, seed=31)
    assert Ending.OUT in endings
