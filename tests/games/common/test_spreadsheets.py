"""CSV cells: no text is a formula, and reading it back gives the original text."""

import csv
from fractions import Fraction
from io import StringIO

import pytest
from hypothesis import given
from hypothesis import strategies as st

from games.common.spreadsheets import as_text, cell, defused, exact_cell, restored

#: Text made mostly of what matters here.
TEXTS = st.text(alphabet=st.sampled_from("=+-@＝＋－＠−'\t\r\n;,\" \u200b\u3000aé港"), max_size=8)
FORMULA = "=+-@\t\r\n＝＋－＠"


@pytest.mark.parametrize(
    "text",
    [
        "=1+1", "+1", "-1", "@SUM(A1)", "\t1", "\r1", "\n1", "\nplain", "\tplain",
        "＝cmd", "＋1", "－1", "＠SUM(A1)", "−1", "﹢1", "﹣1", "﹦1", "﹫x",
        " =1", "\u3000＝1", "\u200b=1", "\ufeff=1", "'=1", "''=1", "\0=1", "\x1b＋1", "\u3164＠x",
        "\u2800－1", "\U000e0020=1", "\u202e\u2066=1", '"=1', '\u00a0""＝1', "\x0b=1", "\u2028-1",
    ],
)  # fmt: skip
def test_text_that_begins_like_a_formula_is_escaped(text):
    assert cell(text) == f"'{text}"
    assert restored(cell(text)) == text


@pytest.mark.parametrize("text", ["a=1", "Mei", "O'Neill", "'tis", "", "1-2", "港=1", "a, -1"])
def test_other_text_stays_unchanged(text):
    assert cell(text) == text


def test_formulas_after_other_separators_are_escaped():
    assert cell("x;=1\n＝2\t@3") == "x;'=1\n'＝2\t'@3"
    assert cell("\t=1") == "'\t'=1"
    assert cell("\r\n＝1") == "'\r\n'＝1"
    # Where a cell begins with a quote it is taken for one that encloses it.
    assert cell('x;"=1') == "x;'\"=1"


def test_numbers_stay_numbers_and_fractions_become_text():
    assert [cell(each) for each in (-5, -0.5, True, None)] == [-5, -0.5, "true", ""]
    assert [exact_cell(each) for each in ("12", "-12", Fraction(8, -2), None)] == [12, -12, -4, ""]
    assert exact_cell("-37/3") == exact_cell(Fraction(-37, 3)) == "'-37/3"
    # In a spreadsheet it would be a day in January.
    assert exact_cell("1/3") == "'1/3"


@given(TEXTS | st.text())
def test_escaped_text_is_restored_and_never_begins_like_a_formula(text):
    assert restored(defused(text)) == text
    shown = defused(text)
    assert not shown.startswith(tuple(FORMULA))
    for sign in ";\t\r\n":
        assert not any(part[:1] in set("=+-@＝＋－＠") for part in shown.split(sign)[1:])


@given(st.lists(TEXTS, min_size=1, max_size=3), st.sampled_from(",;\t"))
def test_no_cell_is_a_formula_with_any_separator(texts, separator):
    shown = StringIO(as_text(["a"], [[*map(cell, texts)]]).removeprefix("\ufeff"), newline="")
    for row in csv.reader(shown, delimiter=separator):
        assert not any(each[:1] in set("=+-@＝＋－＠−") for each in row)


@given(st.lists(st.lists(TEXTS, min_size=3, max_size=3), max_size=5))
def test_rows_read_back_from_csv_are_unchanged(rows):
    text = as_text(["a", "b", "c"], ([*map(cell, row)] for row in rows))
    assert text.startswith("\ufeff")
    read = list(csv.reader(StringIO(text.removeprefix("\ufeff"), newline="")))
    assert [[*map(restored, row)] for row in read[1:]] == rows
