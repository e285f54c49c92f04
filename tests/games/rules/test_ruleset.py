"""Options, presets and conflicts."""

import json
import pickle
from dataclasses import dataclass
from random import Random
from typing import Literal

import pytest

from games.rules.combinations.table import beats
from games.rules.deal.next_deal import next_deal
from games.rules.ruleset import options as declaring
from games.rules.ruleset.applicable import applicable
from games.rules.ruleset.combination_options import CombinationRules
from games.rules.ruleset.conflicts import CONFLICTS, find_conflicts
from games.rules.ruleset.errors import RuleSetError
from games.rules.ruleset.options import (
    OPTIONS,
    Meaning,
    collect,
    multipliers_text,
    parse_multipliers,
)
from games.rules.ruleset.presets import PRESETS
from games.rules.ruleset.rule_set import RuleSet
from tests.proofs import size

from .support import cards, played, random_rules, random_start, values_of


def test_defaults_are_the_basic_game():
    assert RuleSet.make() == RuleSet.make("pagat") == RuleSet()
    assert {name: option.default for name, option in OPTIONS.items()} == (
        RuleSet.make().to_options()
    )


@pytest.mark.parametrize("name", PRESETS)
def test_a_preset_differs_from_the_basic_game_only_in_its_options(name):
    rules = RuleSet.make(name)
    differing = {
        option
        for option, value in rules.to_options().items()
        if value != RuleSet.make().to_options()[option]
    }
    # What depends on how many play has another default.
    assert differing - {"placement_points", "hand_size"} <= PRESETS[name].options.keys()
    for option, value in PRESETS[name].options.items():
        assert rules.to_options()[option] == value


@pytest.mark.parametrize("name", OPTIONS)
def test_every_option_is_documented(name):
    option = OPTIONS[name]
    assert option.section in {"deal", "combinations", "play", "scoring"}
    assert option.question.endswith("?") == (option.kind == "choice")
    assert option.source.startswith(("S", "clubs"))
    assert option.allows(option.default)
    sentences = [meaning.sentence for meaning in option.values.values()]
    if option.kind == "choice":
        assert next(iter(option.values)) == option.default
        assert all(meaning.choice for meaning in option.values.values())
    else:
        assert not option.values
        # The places have some points in any case.
        named = option.none if option.kind != "placement points" else "None."
        sentences = [named, *option.some]
    assert all(sentence.endswith(".") for sentence in sentences)
    assert len(set(sentences)) == len(sentences) > 1


def test_an_option_with_values_that_differ_from_its_type_is_refused():
    @dataclass(frozen=True)
    class Misspelt:
        passing: Literal["locked", "may_return"] = declaring.option(
            "?", "S0", {"locked": Meaning("a", "A."), "may_retrun": Meaning("b", "B.")}
        )

    with pytest.raises(TypeError, match="may_retrun"):
        collect("play", Misspelt)


def test_resolved_options_make_the_same_rule_set():
    random = Random(1)
    for _ in range(300):
        rules = random_rules(random)
        text = json.dumps(rules.to_options())
        again = RuleSet.make(options=json.loads(text))
        assert again == rules
        assert hash(again) == hash(rules)
        assert json.dumps(again.to_options()) == text
        assert pickle.loads(pickle.dumps(rules)) == rules  # our own


def test_changing_resolved_options_leaves_the_rule_set_unchanged():
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
        ({"players": 5}, 10, "unused"),
        ({"players": 8}, 6, "unused"),
        ({"players": 5, "packs": 2}, 13, "unused"),
    ],
)
def test_hand_size_and_leftover_default_by_number_of_players(options, hand_size, leftover):
    rules = RuleSet.make(options=options)
    assert (rules.hand_size, rules.leftover) == (hand_size, leftover)


@pytest.mark.parametrize(
    ("options", "name"),
    [
        ({"joker": True}, "joker"),
        ({"players": 9}, "players"),
        ({"packs": 3}, "packs"),
        ({"hand_size": 12}, "hand_size"),
        ({"unplayed_multiplier": 10}, "unplayed_multiplier"),
        ({"placement_points": "5,3,1,"}, "placement_points"),
        ({"placement_points": "5, 3"}, "placement_points"),
        ({"placement_points": "1,2"}, "placement_points"),
        ({"placement_points": "-0"}, "placement_points"),
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
def test_unknown_option_names_and_values_are_refused(options, name):
    with pytest.raises(RuleSetError) as caught:
        # Whatever mixes there are: the unknown name or value comes first.
        RuleSet.make(options={"play_on": True, **options})
    assert caught.value.options == (name,)
    assert caught.value.reason


@pytest.mark.parametrize("preset", ["vietnam", "", 3, ["pagat"]])
def test_an_unknown_preset_is_refused(preset):
    with pytest.raises(RuleSetError) as caught:
        RuleSet.make(preset)
    assert caught.value.options == ("preset",)


@pytest.mark.parametrize(
    ("players", "points"), [(2, "1,0"), (3, "3,1,0"), (4, "5,3,1,0"), (6, "5,4,3,2,1,0")]
)
def test_places_have_default_points_by_number_of_players(players, points):
    rules = RuleSet.make(options={"players": players})
    assert rules.to_options()["placement_points"] == points
    assert RuleSet.make(options={"players": players, "placement_points": points}) == rules


def test_a_round_can_have_any_length():
    options = {"round_length": 7, "opening_leader": "loser"}
    assert RuleSet.make(options=options).round_length == 7


def test_conflicts_name_two_options_in_alphabetical_order():
    for conflict in CONFLICTS:
        assert list(conflict.options) == sorted(conflict.options)
        assert set(conflict.options) <= OPTIONS.keys()
        assert conflict.reason.endswith(".")


def test_the_error_names_the_first_conflict():
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


# --- Which options apply


def deal_history(rules, seed):
    """Return all events of a deal played at random, and what the next deal starts from."""
    random = Random(seed)
    *_, last = played(random_start(random, rules), random)
    result, following = last.result, next_deal(last)
    outcome = (result.winner, result.loser, result.foul, result.points, result.net)
    return last.actions, last.taker, outcome, (following.number, following.dealer)


#: Plays that seldom meet in a deal played at random.
RARE_PLAYS = [
    cards(text)
    for text in (
        "2S", "2D 2C", "4D 4C 4H", "4D 4C 4H 4S", "5D 5C 5H 5S", "2D 2C 2H 2S",
        "9S 9D 3D 3C", "9H 9C 4D 4C",
        "3D 4C 5H 6S 7D", "TD JC QH KS AD", "AD 2C 3H 4S 5D", "JD QC KH AS 2D",
        "3D 5D 7D 9D JD", "3S 5S 7S 8S TS", "3D 5D 7D 8D QD", "6D 6C 6H 9D 9C",
        "4D 4C 4H 4S 9D", "KD KC KH KS 3D", "3D 4D 5D 6D 7D", "TD JD QD KD AD",
        "AC 2C 3C 4C 5C", "2H 3H 4H 5H 6H", "JS QS KS AS 2S",
        "3D 3D", "6D 6D 6H 6H 6S", "3D 4D 5D 6D 7D 9C 9H", "AC 2C 3C 4C 5C 9C 9H",
    )
]  # fmt: skip


def comparisons(rules):
    """Return for all pairs of rare plays whether one beats the other."""
    return [[beats(rules, play, over) for over in RARE_PLAYS] for play in RARE_PLAYS]


@pytest.mark.proof
def test_an_option_that_does_not_apply_makes_no_difference():
    random = Random(7)
    compared = set()
    expected = {
        "leftover_exposed", "direction", "flush_order", "five_card_order", "top_two_ends_trick",
        "multipliers", "unplayed_multiplier", "multiply_only_starter", "card_values",
        "double_per_two", "twos_last_double", "payment",
    }  # fmt: skip
    count = size("options that do not apply: random rules")
    for number in range(10 * count):
        # A new option changes what is drawn, so go on until every expected option was drawn.
        if number >= count and expected <= compared:
            break
        rules = random_rules(random)
        as_played = deal_history(rules, number), comparisons(rules)
        for name, option in OPTIONS.items():
            if option.applies(rules):
                continue
            value = random.choice(values_of(name))
            try:
                other = RuleSet.make(options={**rules.to_options(), name: value})
            except RuleSetError:
                continue
            if other != rules:
                compared.add(name)
                assert (deal_history(other, number), comparisons(other)) == as_played, (
                    name,
                    value,
                    rules,
                )
    assert expected <= compared


@pytest.mark.parametrize(
    ("options", "applying", "idle"),
    [
        ({}, {"direction", "multipliers"}, {"hand_size", "leftover", "exchange", "round_length"}),
        ({"players": 3}, {"hand_size", "leftover_exposed", "exchange"}, {"draw_on_pass"}),
        ({"players": 2}, {"hand_size", "leftover"}, {"direction", "leftover_exposed", "exchange"}),
        ({"players": 2, "hand_size": 26}, {"hand_size"}, {"leftover"}),
        ({"players": 2, "leftover": "stock"}, {"draw_on_pass"}, {"stock_recycle"}),
        ({"opening_leader": "loser"}, {"round_length"}, set()),
        ({"flushes": False}, {"straight_flush_cards"}, {"flush_order"}),
        ({"honours": "any"}, {"honours"}, {"top_two_ends_trick"}),
        ({"straight_flush_cards": 7}, {"honours"}, {"five_card_order", "top_two_ends_trick"}),
        ({"four_of_a_kind": "bare"}, {"straight_flush_cards"}, {"honours", "five_card_order"}),
        (
            {"four_of_a_kind": "bare", "straights": "a2345_top"},
            {"five_card_order"},
            {"honours"},
        ),
        (
            {"scoring": "deuces"},
            {"play_on", "guard"},
            {"multipliers", "card_values", "double_per_two", "payment", "unplayed_multiplier"},
        ),
        ({"scoring": "indonesian"}, {"multipliers", "card_values"}, {"payment"}),
        ({"payment": "count_difference"}, {"multipliers", "payment"}, {"card_values"}),
        ({"multipliers": "1:1"}, {"multipliers"}, {"multiply_only_starter"}),
    ],
)  # fmt: skip
def test_options_apply_depending_on_others(options, applying, idle):
    rules = RuleSet.make(options=options)
    applied = {name for name, option in OPTIONS.items() if option.applies(rules)}
    assert applying <= applied
    assert not idle & applied


#: By fact, two rule sets that differ in it alone of all that decides on combinations.
RULES_BY_FACT = {
    "suit_order": ({}, {"suit_order": "DHSC"}),
    "triples": ({"honours": "any"}, {"honours": "any", "triples": False}),
    "two_pairs": ({}, {"two_pairs": True}),
    "flushes": ({}, {"flushes": False}),
    "packs": ({}, {"packs": 2}),
    "with_fifth": ({"four_of_a_kind": "either"}, {"four_of_a_kind": "bare"}),
    "with_bare_four": ({}, {"four_of_a_kind": "either"}),
    "seven": ({"honours": "any"}, {"honours": "any", "straight_flush_cards": 7}),
    "straights": ({}, {"straights": "natural"}),
    "flush_order": ({}, {"flush_order": "top_card"}),
    "five_card_order": ({}, {"five_card_order": "quads_top"}),
    "cross_kind": ({}, {"cross_kind": False}),
    "honours_beat_any": ({}, {"honours": "any"}),
}


@pytest.mark.parametrize("fact", CombinationRules._fields)
def test_each_combination_rule_changes_which_play_beats_which(fact):
    one, other = (RuleSet.make(options=options) for options in RULES_BY_FACT[fact])
    facts, others = one.combinations._asdict(), other.combinations._asdict()
    assert [name for name in facts if facts[name] != others[name]] == [fact]
    assert comparisons(one) != comparisons(other)


def test_an_option_offers_only_values_that_fit_the_others():
    def offered(name, **options):
        return set(OPTIONS[name].choices(RuleSet.make(options=options)))

    assert offered("hand_size", players=3) == {13, 17}
    assert offered("hand_size", players=2) == {13, 17, 21, 26}
    assert offered("leftover", players=3) == {"unused", "lowest_holder", "stock"}
    assert offered("leftover", players=2) == {"unused", "stock"}
    assert offered("honours", straight_flush_cards=7) == {"any", "any_out_of_turn"}


@pytest.mark.parametrize("name", PRESETS)
def test_applicable_options_of_a_preset_play_the_same_game(name):
    rules = RuleSet.make(name)
    applied = applicable(rules.to_options())
    assert find_conflicts(applied) == []
    for seed in range(3):
        assert deal_history(applied, seed) == deal_history(rules, seed)


def test_applicable_options_have_fitting_values_and_stay_the_same():
    random = Random(3)
    for _ in range(500):
        chosen = {name: random.choice(values_of(name)) for name in OPTIONS}
        rules = applicable(chosen)
        values = rules.to_options()
        for name, option in OPTIONS.items():
            if option.applies(rules):
                assert option.fits(rules, values[name]), name
        assert applicable(values) == rules


def test_conflicting_options_apply_so_that_users_can_change_them():
    random = Random(4)
    seen = set()
    for _ in range(500):
        rules = applicable({name: random.choice(values_of(name)) for name in OPTIONS})
        for conflict in find_conflicts(rules):
            seen.add(conflict.options)
            for name in conflict.options:
                assert OPTIONS[name].applies(rules), conflict.options
    assert seen == {
        ("payment", "placement_points"),
        ("placement_points", "scoring"),
        ("play_on", "scoring"),
        ("four_of_a_kind", "honours"),
        ("four_of_a_kind", "straight_flush_cards"),
        ("payment", "scoring"),
        ("guard", "play_on"),
        ("guard", "payment"),
    }
