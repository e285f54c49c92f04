"""Splits of hands into combinations."""

from random import Random

import pytest

from games.bots.counting.burden import Burdens
from games.bots.counting.situation import Situation
from games.bots.counting.split import Splitter
from games.rules.cards import FULL_PACK, cards_text, parse_cards
from games.rules.combinations.table import classify
from games.rules.deal.start import start_from_hands
from games.rules.ruleset.rule_set import RuleSet
from games.rules.view import view

from ...rules.support import random_hand, random_rules
from ..support import in_card_order, table_view


def splitter(seen_view):
    situation = Situation(seen_view)
    return Splitter(situation, Burdens(situation)), situation.hand


def parts(hand, rules=None):
    """Return the combinations of the split of a hand as texts, against rivals with full hands."""
    cards = parse_cards(hand)
    rest = FULL_PACK & ~cards
    hands = [hand]
    for _ in range(3):
        share = 0
        while rest and share.bit_count() < 13:
            bit = rest & -rest
            share |= bit
            rest ^= bit
        hands.append(cards_text(share))
    made, held = splitter(table_view(*hands, rules=rules))
    return {cards_text(play) for play in made.best(held).plays}


def test_a_split_keeps_pairs_and_triples_together():
    assert parts("5D 5C 7D 9D 9C 9H") == {"7D", in_card_order("5D 5C 9D 9C 9H")}
    assert parts("5D 5C 7D 9C") == {"5D 5C", "7D", "9C"}


def test_a_straight_and_a_flush_share_no_card():
    assert parts("3D 4C 5H 6S 7D 8H TH JH QH KH") == {
        in_card_order("3D 4C 5H 6S 7D"),
        in_card_order("8H TH JH QH KH"),
    }


def test_a_four_of_a_kind_takes_a_lone_card_as_its_fifth():
    assert parts("9D 9C 9H 9S 3D 5D 5C") == {in_card_order("9D 9C 9H 9S 3D"), "5D 5C"}


def test_a_bare_four_takes_no_fifth_card():
    rules = RuleSet.make("pagat", {"four_of_a_kind": "bare"})
    assert in_card_order("9D 9C 9H 9S 3D") not in parts("9D 9C 9H 9S 3D 5D 5C", rules)


def test_pairs_are_kept_together_as_two_pairs_where_the_rules_allow_it():
    rules = RuleSet.make("pagat", {"two_pairs": True})
    assert parts("3D 3C 7D 7C", rules) == {in_card_order("3D 3C 7D 7C")}
    assert parts("3D 3C 7D 7C") == {"3D 3C", "7D 7C"}
    assert in_card_order("9D 9C 9H 9S") not in parts("9D 9C 9H 9S 3D", rules)


def test_three_of_a_rank_are_a_pair_and_a_single_without_triples():
    rules = RuleSet.make("pagat", {"triples": False})
    assert {len(part.split()) for part in parts("9D 9C 9H 3D", rules)} == {1, 2}


@pytest.mark.parametrize("seed", range(8))
def test_a_split_divides_the_whole_hand_into_combinations(seed):
    random = Random(seed)
    for _ in range(5):
        rules = random_rules(random)
        hand = random_hand(random, 13)
        others = [0] * (rules.players - 1)
        rest = [1 << card for card in range(52) if not hand >> card & 1]
        random.shuffle(rest)
        for place in range(len(others)):
            others[place] = sum(rest[8 * place : 8 * place + 8])
        state = start_from_hands(
            RuleSet.make(None, _without_dragons(rules)), [hand, *others], leader=0
        )
        made, held = splitter(view(state, 0))
        for split in made.all(held):
            assert sum(split.plays) == held
            assert sum(play.bit_count() for play in split.plays) == held.bit_count()
            assert all(classify(rules, play) for play in split.plays)


def _without_dragons(rules):
    """Return options under which a hand of 13 cards cannot end the deal immediately."""
    return rules.to_options() | {"dragon_wins": False}
