"""The editor of house rules: what a form comes to, what it shows, and what it refuses."""

import json
import re
from random import Random

import pytest
from django.urls import reverse

from games.models import HouseRules
from games.rule_editor import Draft, base_rules, kept_aside, sections
from games.rules import OPTIONS, PRESETS, RuleSet
from tests.games.rules.support import random_rules

MIXES = [
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


def fields_of(draft):
    return {field.name: field for section in sections(draft) for field in section.fields}


def sent(draft, **changes):
    """What the browser sends of a draft that it shows, with changes."""
    data = {"base": draft.base, "valid": draft.valid_text, **dict(kept_aside(draft))}
    for name, field in fields_of(draft).items():
        if field.control == "factors":
            for row in field.rows:
                data[f"multipliers-from-{row.number}"] = row.start
                data[f"multipliers-by-{row.number}"] = row.factor
        elif field.choices:
            data[name] = next(choice.value for choice in field.choices if choice.chosen)
        else:
            data[name] = field.value
    return {**data, **changes}


def begin(preset="pagat"):
    return Draft.of(preset, RuleSet.make(preset))


def after(draft, **changes):
    return Draft.read(sent(draft, **changes), complete=False)


# --- Reading


@pytest.mark.parametrize("name", PRESETS)
def test_a_form_sent_back_unchanged_is_the_same_rules(name):
    draft = begin(name)
    again = after(draft)
    assert again.rules == draft.rules == base_rules(name)
    assert again.is_valid
    assert again.changed == set()


def test_any_rules_survive_the_form():
    random = Random(11)
    for _ in range(100):
        draft = Draft.of("pagat", random_rules(random))
        assert after(draft).rules == draft.rules


def test_a_change_counts_and_tells_what_the_base_has():
    draft = after(begin("hong_kong"), triples="no")
    assert draft.rules == RuleSet.make("hong_kong", {"triples": False})
    assert draft.changed == {"triples"}
    assert fields_of(draft)["triples"].usual == "Hong Kong: yes"
    assert [section.changed for section in sections(draft)] == [0, 1, 0, 0]


def test_options_come_and_go_with_the_others():
    draft = begin()
    assert not {"hand_size", "exchange", "round_length"} & set(fields_of(draft))
    three = after(draft, players="3")
    assert (three.rules.hand_size, three.rules.leftover) == (17, "lowest_holder")
    assert {"hand_size", "exchange", "leftover_exposed"} <= set(fields_of(three))
    sizes = [choice.value for choice in fields_of(three)["hand_size"].choices]
    assert sizes == ["13", "17"]


def test_what_does_not_apply_is_left_out_and_comes_back():
    stock = begin("three_players_stock")
    four = after(stock, players="4")
    assert four.is_valid
    assert four.rules == RuleSet.make("pagat")
    assert after(four, players="3").rules == stock.rules


def test_a_value_that_no_longer_fits_becomes_the_usual_one():
    two = after(begin("two_players"), hand_size="26")
    three = after(two, players="3")
    assert three.is_valid
    assert three.rules.hand_size == 17


@pytest.mark.parametrize(("one", "other", "changes"), MIXES)
def test_an_impossible_mix_is_told_at_both_options(one, other, changes):
    draft = after(begin(), **changes)
    assert not draft.is_valid
    shown = fields_of(draft)
    reasons = set(shown[one].errors) & set(shown[other].errors)
    assert len(reasons) == 1
    assert draft.valid == RuleSet.make("pagat")


@pytest.mark.parametrize(("one", "other", "changes"), MIXES)
def test_an_impossible_mix_can_be_mended_at_either_option(one, other, changes):
    draft = after(begin(), **changes)
    for name in (one, other):
        values = [choice.value for choice in fields_of(draft)[name].choices]
        mended = [after(draft, **{name: value}) for value in values]
        reasons = set(fields_of(draft)[one].errors) & set(fields_of(draft)[other].errors)
        assert any(not reasons & set(each.errors(name)) for each in mended), name


def test_the_last_valid_rules_go_on_through_several_wrong_steps():
    good = after(begin(), triples="no")
    wrong = after(good, scoring="placement")
    still = after(wrong, flushes="no")
    assert still.valid == good.rules
    mended = after(still, play_on="yes")
    assert mended.is_valid
    assert (mended.rules.triples, mended.rules.flushes) == (False, False)


@pytest.mark.parametrize(
    "text",
    ["", "{", "[]", "null", '{"players": 9}', '{"play_on": true}', "[" * 9000, "9" * 9000],
)
def test_last_valid_rules_are_checked_again(text):
    draft = Draft.read({"base": "lukang", "valid": text, "scoring": "placement"}, complete=False)
    assert draft.valid == base_rules("lukang")


@pytest.mark.parametrize(
    ("name", "value"),
    [
        ("players", "5"),
        ("players", ""),
        ("triples", "true"),
        ("scoring", "x" * 10_000),
        ("straights", "\x00"),
    ],
)
def test_an_unknown_value_is_an_error_at_its_field(name, value):
    draft = after(begin(), **{name: value})
    assert fields_of(draft)[name].errors == ["This is none of the choices."]
    assert draft.rules == RuleSet.make("pagat")


@pytest.mark.parametrize("value", ["100", "-1", "1.5", "many", "٣", "9" * 100])
def test_a_round_length_has_bounds_and_what_was_typed_stays(value):
    draft = after(begin("indonesia"), round_length=value)
    field = fields_of(draft)["round_length"]
    assert field.errors == ["A whole number from 0 to 99."]
    assert field.value == value[:8]
    assert draft.valid == base_rules("indonesia")


def test_no_round_length_is_none():
    assert after(begin("indonesia"), round_length=" ").rules.round_length == 0


def test_an_error_at_an_option_that_no_longer_applies_is_nobodys_trouble():
    draft = after(begin("indonesia"), round_length="many", opening_leader="lowest_card")
    assert draft.is_valid


def test_an_unknown_base_is_the_basic_game():
    assert Draft.read({"base": "vietnam"}, complete=False).base == "pagat"


# --- Factors


def factors(*rows, complete=True, base="pagat"):
    """The draft after rows of factors were typed in place of all others."""
    typed = {}
    for number in range(1, 6):
        start, factor = rows[number - 1] if number <= len(rows) else ("", "")
        typed[f"multipliers-from-{number}"] = start
        typed[f"multipliers-by-{number}"] = factor
    return Draft.read(sent(begin(base), **typed), complete=complete)


def test_rows_become_the_option():
    draft = factors(("1", "1"), ("8", "2"), ("10", "4"))
    assert draft.is_valid
    assert draft.rules.multipliers == ((1, 1), (8, 2), (10, 4))
    assert [row.empty for row in fields_of(draft)["multipliers"].rows] == [False] * 3 + [True]


def test_empty_rows_are_dropped_and_the_first_begins_with_one_card():
    draft = factors(("7", "2"), ("", ""), ("10", "4"))
    assert draft.rules.multipliers == ((1, 2), (10, 4))
    assert [row.number for row in draft.rows] == [1, 2]


def test_there_are_five_rows_at_most():
    draft = factors(("1", "1"), ("5", "2"), ("6", "3"), ("7", "4"), ("8", "5"))
    assert len(draft.rules.multipliers) == 5
    assert len(fields_of(draft)["multipliers"].rows) == 5


@pytest.mark.parametrize(
    ("rows", "number", "why"),
    [
        ([("1", "1"), ("10", "2"), ("10", "3")], 3, "from 11 to 52"),
        ([("1", "1"), ("10", "2"), ("8", "3")], 3, "from 11 to 52"),
        ([("1", "1"), ("1", "3")], 2, "from 2 to 52"),
        ([("1", "1"), ("53", "3")], 2, "from 2 to 52"),
        ([("1", "1"), ("52", "3"), ("53", "4")], 3, "Leave this one empty"),
        ([("1", "1"), ("ten", "3")], 2, "from 2 to 52"),
        ([("1", "1"), ("10", "0")], 2, "from 1 to 999"),
        ([("1", "1"), ("10", "1000")], 2, "from 1 to 999"),
        ([("1", "1"), ("10", "-2")], 2, "from 1 to 999"),
        ([("1", ""), ("10", "2")], 1, "a factor is needed"),
        ([("1", "1"), ("10", "")], 2, "Fill in both"),
        ([("1", "1"), ("", "2")], 2, "Fill in both"),
    ],
)
def test_bad_rows_are_told_and_kept(rows, number, why):
    draft = factors(*rows)
    assert not draft.is_valid
    wrong = [row for row in draft.rows if row.error]
    assert [row.number for row in wrong] == [number]
    assert why in wrong[0].error
    assert [(row.start, row.factor) for row in draft.rows] == rows
    assert fields_of(draft)["multipliers"].is_wrong


def test_a_row_on_its_way_is_no_error_yet():
    draft = factors(("1", "1"), ("8", ""), complete=False)
    assert draft.is_valid
    assert draft.rules.multipliers == ((1, 1),)
    assert [(row.start, row.factor) for row in draft.rows] == [("1", "1"), ("8", "")]


def test_factors_come_back_with_losses():
    draft = factors(("1", "1"), ("8", "2"))
    without = after(draft, scoring="deuces")
    assert "multipliers" not in fields_of(without)
    assert after(without, scoring="cards_left").rules == draft.rules


def test_the_page_tells_a_bad_row_once_and_at_its_fields(client):
    data = sent(begin(), **{"multipliers-from-2": "60"})
    html = client.post(reverse("house_rules_draft"), data).content.decode()
    assert html.count("A whole number from 2 to 52.") == 1
    assert html.count('aria-describedby="factor-2-error"') == 2
    assert "To mend before saving" in html


# --- Pages


def test_the_editor_begins_with_a_preset(client):
    html = client.get(reverse("house_rules_new"), {"from": "taiwan"}).content.decode()
    assert 'name="base" value="taiwan"' in html
    assert re.search(r'id="option-triples-no"[^>]* checked', html)
    assert "The loser alone pays" in html
    for name in ("triples", "guard", "payment"):
        assert OPTIONS[name].question in html
    assert OPTIONS["flush_order"].question not in html
    assert client.get(reverse("house_rules_new"), {"from": "vietnam"}).status_code == 404


@pytest.mark.parametrize("preset", ["pagat", "indonesia", "two_players_stock", "seven_card"])
def test_the_page_is_sound(client, preset):
    html = client.get(reverse("house_rules_new"), {"from": preset}).content.decode()
    ids = re.findall(r'\bid="([^"]+)"', html)
    assert len(ids) == len(set(ids))
    assert " style=" not in html
    for target in re.findall(r'<label[^>]* for="([^"]+)"', html):
        assert target in ids
    for group in re.findall(r'aria-(?:describedby|labelledby)="([^"]+)"', html):
        assert set(group.split()) <= set(ids), group


def test_a_change_is_answered_with_fields_and_words(client):
    data = sent(begin("hong_kong"), triples="no")
    html = client.post(reverse("house_rules_draft"), data).content.decode()
    assert "<html" not in html
    assert "Hong Kong with 1 change." in html
    assert 'id="editor-words" hx-swap-oob="innerHTML"' in html
    assert "Three of a kind" in html
    assert json.loads(re.search(r'name="valid" value="([^"]+)"', html)[1].replace("&quot;", '"'))[
        "triples"
    ] is (False)


def test_a_mix_is_answered_at_both_fields_with_the_last_rules(client):
    data = sent(begin("taiwan"), scoring="deuces")
    html = client.post(reverse("house_rules_draft"), data).content.decode()
    assert html.count("This payment goes by the cards left, so the points must too.") == 2
    assert html.count('aria-invalid="true"') == 2
    assert "These do not go together" in html
    assert "These are the last rules that fit" in html
    assert "The loser alone pays" in html


def test_without_javascript_a_button_shows_the_rules(client, db):
    data = sent(begin("hong_kong"), triples="no", name="Friday", show="1")
    response = client.post(reverse("house_rules_new"), data)
    html = response.content.decode()
    assert response.status_code == 200
    assert "Hong Kong with 1 change." in html
    assert 'value="Friday"' in html
    assert not HouseRules.objects.exists()


def test_a_draft_is_only_sent(client):
    assert client.get(reverse("house_rules_draft")).status_code == 405


def test_a_draft_asks_the_database_nothing(client, django_assert_num_queries, db):
    with django_assert_num_queries(0):
        client.post(reverse("house_rules_draft"), sent(begin()))


def test_any_rubbish_is_answered(client):
    random = Random(5)
    values = ["", "0", "yes", "x" * 300, "\x00", "-1", "99999999999", "٣", "[[["]
    names = [*OPTIONS, "valid", "base", "multipliers-from-2", "multipliers-by-1"]
    for _ in range(100):
        data = {name: random.choice(values) for name in random.sample(names, 8)}
        assert client.post(reverse("house_rules_draft"), data).status_code == 200
