"""Sentences for every option, differences between rule sets, and origins of presets."""

import pytest

from games.rulebook.prose.differences import differences
from games.rulebook.prose.option_text import option_sentence
from games.rulebook.prose.origins import ORIGINS, preset_origin
from games.rules.ruleset.options import OPTIONS
from games.rules.ruleset.presets import PRESETS
from games.rules.ruleset.rule_set import RuleSet
from tests.games.rulebook.prose.support import rule_sets
from tests.games.rules.support import MULTIPLIERS, ROUND_LENGTHS


@pytest.mark.parametrize("name", OPTIONS)
def test_every_value_of_an_option_has_a_sentence(name):
    values = {"multipliers": MULTIPLIERS, "round_length": ROUND_LENGTHS}.get(
        name, OPTIONS[name].values
    )
    for value in values:
        sentence = option_sentence(name, value)
        assert sentence.endswith(".")
        assert "%(" not in sentence


def test_multipliers_are_described_in_words():
    assert option_sentence("multipliers", "1:1") == "There are no multipliers for many cards left."
    assert option_sentence("multipliers", "1:2,5:3,9:6") == (
        "Cards left count double from the first card, triple for 5 or more cards and 6 times as"
        " much for 9 or more cards."
    )
    assert option_sentence("multipliers", "1:3,5:2,9:1") == (
        "Cards left count triple from the first card, double for 5 or more cards and only once for"
        " 9 or more cards."
    )
    assert "4 times as much from the first card" in option_sentence("multipliers", "1:4")


def test_the_basic_game_has_no_differences():
    assert differences(RuleSet.make()) == []


def test_each_applicable_option_that_differs_has_one_sentence():
    for rules in rule_sets(100):
        chosen = rules.to_options()
        expected = [
            option_sentence(name, chosen[name])
            for name, option in OPTIONS.items()
            if chosen[name] != option.default and option.applies(rules)
        ]
        assert differences(rules) == expected


def test_the_singapore_preset_has_two_differences():
    assert differences(RuleSet.make("singapore")) == [
        "You can’t play three of a kind on its own.",
        "There are no flushes.",
    ]


def test_every_preset_has_an_origin():
    assert set(ORIGINS) == set(PRESETS)
    for name in PRESETS:
        assert preset_origin(name).endswith(".")
