"""Rows of factors: a number of cards left and its multiplier."""

import pytest

from games.rulebook.editor.draft import Draft
from tests.games.rulebook.editor.support import fields_of, form_data, preset_draft, submit


def factors(*rows, complete=True, base="pagat"):
    """Return a draft whose rows of factors were replaced."""
    typed = {}
    for number in range(1, 6):
        start, factor = rows[number - 1] if number <= len(rows) else ("", "")
        typed[f"multipliers-from-{number}"] = start
        typed[f"multipliers-by-{number}"] = factor
    return Draft.read(form_data(preset_draft(base), **typed), complete=complete)


def test_filled_rows_become_the_multipliers():
    draft = factors(("1", "1"), ("8", "2"), ("10", "4"))
    assert draft.is_valid
    assert draft.rules.multipliers == ((1, 1), (8, 2), (10, 4))
    assert [row.empty for row in fields_of(draft)["multipliers"].rows] == [False] * 3 + [True]


def test_empty_rows_are_dropped_and_the_first_starts_at_one_card():
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
        ([("1", "1"), ("52", "3"), ("53", "4")], 3, "Leave this row empty"),
        ([("1", "1"), ("ten", "3")], 2, "from 2 to 52"),
        ([("1", "1"), ("10", "0")], 2, "from 1 to 999"),
        ([("1", "1"), ("10", "1000")], 2, "from 1 to 999"),
        ([("1", "1"), ("10", "-2")], 2, "from 1 to 999"),
        ([("1", ""), ("10", "2")], 1, "Enter a multiplier"),
        ([("1", "1"), ("10", "")], 2, "Fill in both"),
        ([("1", "1"), ("", "2")], 2, "Fill in both"),
    ],
)
def test_invalid_rows_are_errors_and_keep_the_input(rows, number, why):
    draft = factors(*rows)
    assert not draft.is_valid
    wrong = [row for row in draft.rows if row.error]
    assert [row.number for row in wrong] == [number]
    assert why in wrong[0].error
    assert [(row.start, row.factor) for row in draft.rows] == rows
    assert fields_of(draft)["multipliers"].is_wrong


def test_an_incomplete_row_is_no_error_while_typing():
    draft = factors(("1", "1"), ("8", ""), complete=False)
    assert draft.is_valid
    assert draft.rules.multipliers == ((1, 1),)
    assert [(row.start, row.factor) for row in draft.rows] == [("1", "1"), ("8", "")]


def test_factors_return_when_scoring_by_cards_left_returns():
    draft = factors(("1", "1"), ("8", "2"))
    without = submit(draft, scoring="deuces")
    assert "multipliers" not in fields_of(without)
    assert submit(without, scoring="cards_left").rules == draft.rules
