"""The crib sheet: every row of it is so by the rules it is of."""

from itertools import pairwise
from random import Random

import pytest

from games.rulebook.crib import crib_of
from games.rules import PRESETS, RuleSet, beats, classify
from tests.games.rules.support import random_rules

from .support import page

RANDOM = Random("crib")
RULES = [
    *(pytest.param(RuleSet.make(name), id=name) for name in PRESETS),
    *(pytest.param(random_rules(RANDOM), id=f"random-{number}") for number in range(40)),
]


@pytest.mark.parametrize("rules", RULES)
def test_rows_are_combinations_and_in_order(rules):
    crib = crib_of(rules)
    for row in crib.sets + crib.fives:
        found = classify(rules, row.play.as_set)
        assert found is not None
        assert found.kind == row.kind
        assert row.name
        assert row.decides
    for lower, higher in pairwise(crib.fives):
        assert not beats(rules, lower.play.as_set, higher.play.as_set)
        # Seven cards beat no five where honours are no longer of one size.
        if rules.cross_kind and len(lower.play.cards) == len(higher.play.cards):
            assert beats(rules, higher.play.as_set, lower.play.as_set)
    for higher, lower in pairwise(crib.ranks.cards):
        assert beats(rules, 1 << higher, 1 << lower)
    for higher, lower in pairwise(crib.suits.cards):
        assert beats(rules, 1 << higher, 1 << lower)
    assert (len(crib.ranks.cards), len(crib.suits.cards)) == (13, 4)
    lines = crib.beats + crib.play + crib.ends
    assert all(line.strip() and "%(" not in line for line in lines)
    # It is to fit on one screen.
    assert len(lines) <= 15


def test_what_differs_is_told():
    cribs = {name: crib_of(RuleSet.make(name)) for name in ("pagat", "singapore", "seven_card")}
    names = {name: [row.name for row in crib.sets + crib.fives] for name, crib in cribs.items()}
    assert names["pagat"] == [
        "Single",
        "Pair",
        "Three of a kind",
        "Straight",
        "Flush",
        "Full house",
        "Four of a kind",
        "Straight flush",
    ]
    assert "Flush" not in names["singapore"]
    assert "Three of a kind" not in names["singapore"]
    seven = cribs["seven_card"].fives[-1]
    assert len(seven.play.cards) == 7
    bombs = crib_of(RuleSet.make("lukang")).beats
    assert "Four of a kind and straight flush beat singles, pairs and triples, too." in bombs
    assert "Nothing beats plays of another number of cards." in cribs["pagat"].beats
    fours = crib_of(RuleSet.make("pagat", {"five_card_order": "quads_top"}))
    assert fours.fives[-1].name == "Four of a kind"


@pytest.mark.django_db
def test_the_pages_of_rules_begin_with_it(client):
    html = page(client, "/rules/taiwan/")
    assert html.index('id="crib"') < html.index('id="rules-deal"')
    assert html.count('class="crib-row"') == 6
