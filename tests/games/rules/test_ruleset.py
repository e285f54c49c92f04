"""Options, presets and impossible mixes."""

import json
import pickle
from random import Random

import pytest

from games.rules import OPTIONS, PRESETS, RuleSet, RuleSetError
from games.rules.ruleset import MIXES
from games.rules.ruleset.options import multipliers_text, parse_multipliers

from .support import random_rules


def test_defaults_are_the_basic_game():
    assert RuleSet.make() == RuleSet.make("pagat") == RuleSet()
    assert {name: option.default for name, option in OPTIONS.items()} == (
        RuleSet.make().to_options()
    )


@pytest.mark.parametrize("name", PRESETS)
def test_presets_are_rule_sets_that_differ_where_they_say(name):
    rules = RuleSet.make(name)
    differing = {
        option
        for option, value in rules.to_options().items()
        if value != RuleSet.make().to_options()[option]
    }
    assert differing <= PRESETS[name].options.keys()
    for option, value in PRESETS[name].options.items():
        assert rules.to_options()[option] == value


@pytest.mark.parametrize("option", OPTIONS.values(), ids=OPTIONS)
def test_every_option_is_documented(option):
    assert option.section in {"deal", "combinations", "play", "scoring"}
    assert option.meaning.endswith(".")
    assert option.source.startswith("S")
    assert next(iter(option.values)) == option.default
    assert all(option.values.values())
    assert option.allows(option.default)


def test_resolved_options_read_back():
    random = Random(1)
    for _ in range(300):
        rules = random_rules(random)
        text = json.dumps(rules.to_options())
        again = RuleSet.make(options=json.loads(text))
        assert again == rules
        assert hash(again) == hash(rules)
        assert json.dumps(again.to_options()) == text
        assert pickle.loads(pickle.dumps(rules)) == rules  # our own


def test_resolved_options_do_not_hang_on_the_rule_set():
    rules = RuleSet.make()
    rules.to_options()["players"] = 2
    assert rules.to_options()["players"] == 4


@pytest.mark.parametrize(
    ("options", "hand_size", "leftover"),
    [
        ({"players": 4}, 13, "unused"),
        ({"players": 3}, 17, "lowest_holder"),
        ({"players": 3, "hand_size": 13}, 13, "unused"),
        ({"players": 2}, 17, "unused"),
    ],
)
def test_defaults_that_depend_on_the_players(options, hand_size, leftover):
    rules = RuleSet.make(options=options)
    assert (rules.hand_size, rules.leftover) == (hand_size, leftover)


@pytest.mark.parametrize(
    ("options", "name"),
    [
        ({"joker": True}, "joker"),
        ({"players": 5}, "players"),
        ({"players": True}, "players"),
        ({"players": 4.0}, "players"),
        ({"players": "4"}, "players"),
        ({"triples": 1}, "triples"),
        ({"round_length": -1}, "round_length"),
        ({"round_length": True}, "round_length"),
        ({"straights": None}, "straights"),
        ({"straights": ["natural"]}, "straights"),
        ({"multipliers": ""}, "multipliers"),
        ({"multipliers": "2:1"}, "multipliers"),
        ({"multipliers": "1:0"}, "multipliers"),
        ({"multipliers": "1:1,1:2"}, "multipliers"),
        ({"multipliers": "1:1,10:2,"}, "multipliers"),
        ({"multipliers": "1:1,9:2,5:3"}, "multipliers"),
        ({"multipliers": [[1, 1]]}, "multipliers"),
    ],
)
def test_unknown_names_and_values(options, name):
    with pytest.raises(RuleSetError) as caught:
        # Whatever mixes there are: the unknown name or value comes first.
        RuleSet.make(options={"play_on": True, **options})
    assert caught.value.options == (name,)
    assert caught.value.reason


@pytest.mark.parametrize("preset", ["vietnam", "", 3, ["pagat"]])
def test_unknown_preset(preset):
    with pytest.raises(RuleSetError) as caught:
        RuleSet.make(preset)
    assert caught.value.options == ("preset",)


def test_any_round_length():
    options = {"round_length": 7, "opening_leader": "loser"}
    assert RuleSet.make(options=options).round_length == 7


def test_mixes_name_two_options_in_order():
    for mix in MIXES:
        assert list(mix.options) == sorted(mix.options)
        assert set(mix.options) <= OPTIONS.keys()
        assert mix.reason.endswith(".")


def test_the_first_mix_is_the_one_named():
    options = {"hand_size": 17, "exchange": True, "play_on": True}
    for expected in (("hand_size", "players"), ("exchange", "players"), ("play_on", "scoring")):
        with pytest.raises(RuleSetError) as caught:
            RuleSet.make(options=options)
        assert caught.value.options == expected
        options.pop({"hand_size": "hand_size", "exchange": "exchange"}.get(expected[0], "play_on"))


def test_multipliers_round_trip():
    pairs = parse_multipliers("1:1,8:2,10:3,13:4")
    assert pairs == ((1, 1), (8, 2), (10, 3), (13, 4))
    assert multipliers_text(pairs) == "1:1,8:2,10:3,13:4"
