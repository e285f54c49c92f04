"""Possible plays of a hand, compared with trying every subset."""

from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from games.rules.combinations.kinds import HONOURS
from games.rules.combinations.table import classify, combination_table
from games.rules.moves import cut_ins, forbidden_last, open_plays
from games.rules.ruleset.rule_set import RuleSet
from tests.proofs import size

from .support import cards, random_hand, random_rules


def subsets(hand):
    """Yield every non-empty set of cards in a hand."""
    some = hand
    while some:
        yield some
        some = (some - 1) & hand


def plays_by_trying(rules, hand, over, must_include, next_has_one, twos_low):
    """Return the possible plays, found by trying every subset of the hand."""
    table = combination_table(rules, twos_low)
    highest = 1 << table.ranking.highest(hand)
    duty = (
        rules.guard == "enforced"
        and next_has_one
        and must_include is None
        and (over is None or over.size == 1)
    )
    found = set()
    for some in subsets(hand):
        combination = table.classify(some)
        if combination is None or (over is not None and not table.beats(combination, over)):
            continue
        if must_include is not None and not some >> must_include & 1:
            continue
        if some == hand and forbidden_last(rules, table, some):
            continue
        if duty and combination.size == 1 and some != highest:
            continue
        found.add(some)
    return found


@given(st.integers(0, 2**64))
@pytest.mark.proof
@settings(max_examples=size("open plays: random hands"), deadline=None)
def test_open_plays_are_found_by_trying_every_subset(seed):
    random = Random(seed)
    rules = random_rules(random)
    twos_low = rules.bomb_demotes_twos and random.random() < 0.5
    hand = random_hand(random, random.choice((1, 2, 3, 6, 9, 10)))
    over = None
    if random.random() < 0.7:
        rest = random_hand(random, 9) & ~hand
        below = [
            found
            for some in subsets(rest)
            if (found := classify(rules, some, twos_low)) is not None
        ]
        by_size = {
            found.size: [each for each in below if each.size == found.size] for found in below
        }
        over = random.choice(random.choice([*by_size.values()])) if by_size else None
    must_include = None
    if random.random() < 0.2:
        must_include = (hand & -hand).bit_length() - 1
    next_has_one = random.random() < 0.4
    found = open_plays(
        rules,
        hand,
        over,
        must_include=must_include,
        next_has_one=next_has_one,
        twos_low=twos_low,
    )
    assert len(found) == len(set(found))
    assert set(found) == plays_by_trying(rules, hand, over, must_include, next_has_one, twos_low)
    if over is not None:
        table = combination_table(rules, twos_low)
        expected = {
            some
            for some in plays_by_trying(rules, hand, over, None, False, twos_low)
            if table.classify(some).kind in HONOURS
        }
        assert set(cut_ins(rules, hand, over, twos_low=twos_low)) == expected


@pytest.mark.parametrize(
    ("going_out", "last", "allowed"),
    [
        ("any", "2S", True),
        ("not_top_card", "2S", False),
        ("not_top_card", "2H", True),
        ("not_single_two", "2D", False),
        ("not_single_two", "2D 2S", True),
        ("not_single_or_pair_of_twos", "2D 2S", False),
        ("not_single_or_pair_of_twos", "2D 2C 2S", True),
        ("not_single_or_pair_of_twos", "AS", True),
    ],
)
def test_the_last_play_is_limited_by_the_going_out_rule(going_out, last, allowed):
    rules = RuleSet.make(options={"going_out": going_out})
    hand = cards(last)
    assert (hand in open_plays(rules, hand)) == allowed
    # With a further card it is not the last play.
    assert hand in open_plays(rules, hand | cards("3D"))


def test_the_highest_card_follows_the_current_order_of_twos():
    rules = RuleSet.make(options={"going_out": "not_top_card", "bomb_demotes_twos": True})
    assert open_plays(rules, cards("2S"), twos_low=True) == [cards("2S")]
    assert open_plays(rules, cards("AS"), twos_low=True) == []
    assert open_plays(rules, cards("AS")) == [cards("AS")]
