"""The quick reference: every row is true by its rule set."""

from itertools import pairwise
from random import Random

import pytest

from games.rulebook.quick_reference import quick_reference
from games.rules.combinations.table import beats, classify
from games.rules.ruleset.presets import PRESETS
from games.rules.ruleset.rule_set import RuleSet
from tests.games.rules.support import random_rules

from .support import page

RANDOM = Random("crib")
RULES = [
    *(pytest.param(RuleSet.make(name), id=name) for name in PRESETS),
    *(pytest.param(random_rules(RANDOM), id=f"random-{number}") for number in range(40)),
]


@pytest.mark.parametrize("rules", RULES)
def test_rows_show_valid_combinations_in_ascending_order(rules):
    reference = quick_reference(rules)
    for row in reference.sets + reference.fives:
        found = classify(rules, row.play.as_set)
        assert found is not None
        assert found.kind == row.kind
        assert row.name
        assert row.decides
    for lower, higher in pairwise(reference.fives):
        assert not beats(rules, lower.play.as_set, higher.play.as_set)
        # Seven cards don't beat five unless bombs beat plays of any size.
        if rules.cross_kind and len(lower.play.cards) == len(higher.play.cards):
            assert beats(rules, higher.play.as_set, lower.play.as_set)
    for higher, lower in pairwise(reference.ranks.cards):
        assert beats(rules, 1 << higher, 1 << lower)
    for higher, lower in pairwise(reference.suits.cards):
        assert beats(rules, 1 << higher, 1 << lower)
    assert (len(reference.ranks.cards), len(reference.suits.cards)) == (13, 4)
    lines = reference.beats + reference.play + reference.ends
    assert all(line.strip() and "%(" not in line for line in lines)
    # It must fit on one screen.
    assert len(lines) <= 15


def test_rows_and_lines_follow_the_rule_set():
    references = {
        name: quick_reference(RuleSet.make(name)) for name in ("pagat", "singapore", "seven_card")
    }
    names = {
        name: [row.name for row in reference.sets + reference.fives]
        for name, reference in references.items()
    }
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
    seven = references["seven_card"].fives[-1]
    assert len(seven.play.cards) == 7
    bombs = quick_reference(RuleSet.make("lukang")).beats
    assert "Four of a kind and straight flushes also beat combinations of other sizes." in bombs
    assert "You can’t mix sizes: pairs only beat pairs." in references["pagat"].beats
    fours = quick_reference(RuleSet.make("pagat", {"five_card_order": "quads_top"}))
    assert fours.fives[-1].name == "Four of a kind"


@pytest.mark.parametrize(
    ("rules", "strong"),
    [
        (RuleSet.make(options={"cross_kind": False}), "Four of a kind and straight flushes also"),
        (
            RuleSet.make(options={"cross_kind": False, "four_of_a_kind": "bare"}),
            "A straight flush also",
        ),
        (RuleSet.make("seven_card", {"cross_kind": False}), "Four of a kind also"),
    ],
)
def test_the_kinds_that_beat_every_lower_one_are_named_where_others_do_not(rules, strong):
    own_kind = "Five-card combinations beat only lower ones of their own kind."
    [said] = [line for line in quick_reference(rules).beats if line.startswith(own_kind)]
    assert said.startswith(f"{own_kind} {strong} beat")


@pytest.mark.django_db
def test_pages_of_rules_begin_with_the_quick_reference(client):
    html = page(client, "/rules/taiwan/")
    assert html.index('id="quickref"') < html.index('id="rules-deal"')
    assert html.count('class="quick-reference-row"') == 6
