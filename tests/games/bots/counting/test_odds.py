"""Odds compared with counting, and bosses with every play of the live cards."""

from itertools import combinations
from random import Random

import pytest

from games.bots.counting.odds import SURE, Odds, chance_of_all, chance_of_at_least
from games.bots.counting.weights import WEIGHTS
from games.rules.cards import FULL_PACK, parse_cards
from games.rules.combinations.table import classify, combination_table
from games.rules.moves import open_plays
from games.rules.ruleset.rule_set import RuleSet

from ...rules.support import random_hand, random_rules

PAGAT = RuleSet.make("pagat")


def odds(live, *counts, rules=PAGAT):
    return Odds(combination_table(rules), live, counts, WEIGHTS)


@pytest.mark.parametrize(
    ("total", "drawn", "of", "held"), [(7, 3, 4, 2), (8, 5, 3, 3), (6, 2, 6, 1)]
)
def test_the_chance_of_at_least_some_cards_is_the_share_of_fitting_hands(total, drawn, of, held):
    hands = list(combinations(range(total), drawn))
    fitting = sum(sum(card < of for card in hand) >= held for hand in hands)
    assert chance_of_at_least(total, drawn, of, held) == pytest.approx(fitting / len(hands))


def test_the_chance_of_all_equals_that_of_at_least_all():
    assert chance_of_all(10, 6, 4) == pytest.approx(chance_of_at_least(10, 6, 4, 4))
    assert chance_of_all(10, 3, 4) == 0


def test_the_chance_to_hold_falls_with_lower_cards():
    live = parse_cards("3D 9C JS AD 2D")
    chances = [
        odds(live, 2, 3).holds(classify(PAGAT, parse_cards(card)))
        for card in ("2S", "AC", "KD", "TD", "4D", "3C")
    ]
    assert chances == sorted(chances, reverse=True)
    assert odds(live, 2, 3).holds(classify(PAGAT, parse_cards("2S"))) == SURE


def test_a_play_is_a_boss_if_no_rival_has_enough_cards():
    pair = classify(PAGAT, parse_cards("3D 3C"))
    live = FULL_PACK & ~pair.cards
    assert odds(live, 1, 1, 1).holds(pair) == SURE
    assert odds(live, 1, 2, 1).holds(pair) < SURE
    straight = classify(PAGAT, parse_cards("3D 4C 5D 6D 7D"))
    assert odds(FULL_PACK & ~straight.cards, 4, 4, 4).holds(straight) == SURE


@pytest.mark.parametrize(
    ("live", "is_boss"),
    [
        # A higher pair and another one; the highest suit of the same rank; a bare four.
        ("TD TC 3D 3C 4D", False),
        ("9H 9S 3D 3C 4D", False),
        ("3D 3C 3H 3S 4D", False),
        # A higher pair alone, lower pairs, and too few cards.
        ("TD TC 3D 4C 5D", True),
        ("8D 8C 7D 7C AD", True),
        ("TD TC 3D", True),
    ],
)
def test_two_pairs_are_a_boss_if_no_higher_two_pairs_or_bare_four_are_live(live, is_boss):
    rules = RuleSet.make("paper")
    play = classify(rules, parse_cards("9D 9C 8H 8S"))
    cards = parse_cards(live)
    assert (odds(cards, cards.bit_count(), rules=rules).holds(play) == SURE) == is_boss


@pytest.mark.parametrize("seed", range(12))
def test_no_live_cards_beat_a_boss(seed):
    """No play of the live cards beats a boss."""
    random = Random(seed)
    for _ in range(6):
        rules = random_rules(random)
        hand = random_hand(random, 12)
        live = random_hand(random, 14) & ~hand
        chances = odds(live, live.bit_count(), rules=rules)
        for cards in random.sample(plays := open_plays(rules, hand), min(25, len(plays))):
            play = classify(rules, cards)
            beaten = bool(open_plays(rules, live, play))
            if beaten:
                assert chances.holds(play) < SURE, (rules, play, live)
            if play.size <= 4 and not combination_table(rules).honours_beat_any:
                assert beaten or chances.holds(play) == SURE
