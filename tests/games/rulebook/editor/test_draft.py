"""A draft: every form is valid rules or has errors that say why not."""

from random import Random

import pytest

from games.rulebook.editor.draft import Draft, base_rules
from games.rulebook.editor.fields import sections
from games.rules.ruleset.presets import PRESETS
from games.rules.ruleset.rule_set import RuleSet
from tests.games.rulebook.editor.support import fields_of, preset_draft, submit
from tests.games.rules.support import random_rules

CONFLICTS = [
    ("play_on", "scoring", {"scoring": "placement"}),
    ("four_of_a_kind", "honours", {"honours": "any", "four_of_a_kind": "bare"}),
    (
        "four_of_a_kind",
        "straight_flush_cards",
        {"straight_flush_cards": "7", "four_of_a_kind": "bare"},
    ),
    ("payment", "scoring", {"payment": "loser_pays", "scoring": "deuces"}),
    ("guard", "payment", {"guard": "pays_all", "payment": "count_difference"}),
    ("guard", "play_on", {"guard": "pays_all", "play_on": "yes", "scoring": "placement"}),
]


@pytest.mark.parametrize("name", PRESETS)
def test_a_form_submitted_unchanged_gives_the_same_rules(name):
    draft = preset_draft(name)
    again = submit(draft)
    assert again.rules == draft.rules == base_rules(name)
    assert again.is_valid
    assert again.changed == set()


def test_any_rules_survive_the_form():
    random = Random(11)
    for _ in range(100):
        draft = Draft.of("pagat", random_rules(random))
        assert submit(draft).rules == draft.rules


def test_a_changed_option_is_counted_and_names_the_value_of_the_base():
    draft = submit(preset_draft("hong_kong"), triples="no")
    assert draft.rules == RuleSet.make("hong_kong", {"triples": False})
    assert draft.changed == {"triples"}
    assert fields_of(draft)["triples"].usual == "In “Hong Kong”: Yes"
    assert [section.changed for section in sections(draft)] == [0, 1, 0, 0]


def test_options_appear_and_disappear_with_other_options():
    draft = preset_draft()
    assert not {"hand_size", "exchange", "round_length"} & set(fields_of(draft))
    three = submit(draft, players="3")
    assert (three.rules.hand_size, three.rules.leftover) == (17, "lowest_holder")
    assert {"hand_size", "exchange", "leftover_exposed"} <= set(fields_of(three))
    sizes = [choice.value for choice in fields_of(three)["hand_size"].choices]
    assert sizes == ["13", "17"]


def test_options_that_stop_applying_return_with_their_values():
    stock = preset_draft("three_players_stock")
    four = submit(stock, players="4")
    assert four.is_valid
    assert four.rules == RuleSet.make("pagat")
    assert submit(four, players="3").rules == stock.rules


def test_a_value_that_no_longer_fits_becomes_the_default():
    two = submit(preset_draft("two_players"), hand_size="26")
    three = submit(two, players="3")
    assert three.is_valid
    assert three.rules.hand_size == 17


@pytest.mark.parametrize(("one", "other", "changes"), CONFLICTS)
def test_a_conflict_is_an_error_at_both_options(one, other, changes):
    draft = submit(preset_draft(), **changes)
    assert not draft.is_valid
    shown = fields_of(draft)
    reasons = set(shown[one].errors) & set(shown[other].errors)
    assert len(reasons) == 1
    assert draft.valid == RuleSet.make("pagat")


@pytest.mark.parametrize(("one", "other", "changes"), CONFLICTS)
def test_a_conflict_can_be_resolved_at_either_option(one, other, changes):
    draft = submit(preset_draft(), **changes)
    for name in (one, other):
        values = [choice.value for choice in fields_of(draft)[name].choices]
        mended = [submit(draft, **{name: value}) for value in values]
        reasons = set(fields_of(draft)[one].errors) & set(fields_of(draft)[other].errors)
        assert any(not reasons & set(each.errors(name)) for each in mended), name


def test_the_last_valid_rules_are_kept_through_several_invalid_steps():
    good = submit(preset_draft(), triples="no")
    wrong = submit(good, scoring="placement")
    still = submit(wrong, flushes="no")
    assert still.valid == good.rules
    mended = submit(still, play_on="yes")
    assert mended.is_valid
    assert (mended.rules.triples, mended.rules.flushes) == (False, False)


@pytest.mark.parametrize(
    "text",
    ["", "{", "[]", "null", '{"players": 9}', '{"play_on": true}', "[" * 9000, "9" * 9000],
)
def test_submitted_last_valid_rules_are_validated_again(text):
    draft = Draft.read({"base": "lukang", "valid": text, "scoring": "placement"}, complete=False)
    assert draft.valid == base_rules("lukang")


@pytest.mark.parametrize(
    ("name", "value"),
    [
        ("players", "9"),
        ("packs", "3"),
        ("players", ""),
        ("triples", "true"),
        ("scoring", "x" * 10_000),
        ("straights", "\x00"),
    ],
)
def test_an_unknown_value_is_an_error_at_its_field(name, value):
    draft = submit(preset_draft(), **{name: value})
    assert fields_of(draft)[name].errors == ["Choose one of the options."]
    assert draft.rules == RuleSet.make("pagat")


@pytest.mark.parametrize("value", ["100", "-1", "1.5", "many", "٣", "9" * 100])
def test_a_round_length_out_of_bounds_is_an_error_and_keeps_the_input(value):
    draft = submit(preset_draft("indonesia"), round_length=value)
    field = fields_of(draft)["round_length"]
    assert field.errors == ["Enter a whole number from 0 to 99."]
    assert field.value == value[:8]
    assert draft.valid == base_rules("indonesia")


@pytest.mark.parametrize(
    ("typed", "points"), [("2,1,-1,-2", (2, 1, -1, -2)), (" 2, 1, −1, −2 ", (2, 1, -1, -2))]
)
def test_points_of_the_places_are_read_from_typed_text(typed, points):
    draft = submit(preset_draft("last_one_in"), placement_points=typed, payment="points")
    assert draft.is_valid
    assert draft.rules.placement_points == points
    usual = fields_of(draft)["placement_points"].usual
    assert usual == "In “Play to the end”: From first to last, players score 5, 3, 1 and 0 points."


@pytest.mark.parametrize("typed", ["1,2,3,4", "many", "5,3,1,", "1.5,1,0,0"])
def test_invalid_points_of_the_places_are_an_error_and_keep_the_input(typed):
    field = fields_of(submit(preset_draft("last_one_in"), placement_points=typed))[
        "placement_points"
    ]
    assert field.errors
    assert field.value == typed


def test_points_of_the_places_change_with_the_players():
    three = submit(preset_draft("last_one_in"), players="3")
    assert three.is_valid
    assert three.rules.placement_points == (3, 1, 0)


@pytest.mark.parametrize(("value", "is_valid"), [("100", True), ("9999", True), ("10000", False)])
def test_a_cap_can_be_at_most_9999(value, is_valid):
    assert submit(preset_draft(), loss_cap=value).is_valid == is_valid


@pytest.mark.parametrize(("value", "is_valid"), [("9", True), ("10", False)])
def test_the_factor_for_playing_nothing_can_be_at_most_9(value, is_valid):
    assert submit(preset_draft(), unplayed_multiplier=value).is_valid == is_valid


def test_an_empty_round_length_means_no_rounds():
    assert submit(preset_draft("indonesia"), round_length=" ").rules.round_length == 0


def test_an_error_at_an_option_that_no_longer_applies_is_ignored():
    draft = submit(preset_draft("indonesia"), round_length="many", opening_leader="lowest_card")
    assert draft.is_valid


def test_an_unknown_base_is_the_basic_game():
    assert Draft.read({"base": "vietnam"}, complete=False).base == "pagat"


@pytest.mark.parametrize(
    ("options", "share"),
    [
        ({"players": 2, "hand_size": 26}, 63),
        ({"players": 3, "hand_size": 17}, 5),
        ({"players": 4, "packs": 2, "hand_size": 26}, 64),
    ],
)
def test_the_editor_warns_of_dragons_with_large_hands(options, share):
    rules = RuleSet.make(options={"dragon_wins": True, **options})
    field = fields_of(Draft.of("pagat", rules))["dragon_wins"]
    size = rules.hand_size
    assert field.warning == (
        f"With hands of {size} cards, about {share} deals in 100 end at once with a dragon."
    )
    assert "option-dragon_wins-warning" in field.described_by
    assert field.errors == []


def test_the_editor_does_not_warn_if_dragons_are_rare_or_win_nothing():
    for options in ({"dragon_wins": True}, {"players": 2, "hand_size": 26}):
        shown = fields_of(Draft.of("pagat", RuleSet.make(options=options)))
        assert not any(field.warning for field in shown.values())
