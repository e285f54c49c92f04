"""Who won from whom: one player's bars, and a small club's table."""

import re

import pytest
from django.template.loader import render_to_string
from django.utils import translation
from hypothesis import given
from hypothesis import strategies as st

from tests.games.screens.test_languages import STRANGE, assert_in_language, strange
from tournaments.ledger.charts.won_from import (
    MAX_PEOPLE,
    SHADES,
    WonFrom,
    bars,
    won_from_chart,
    won_matrix,
    zero_across,
)

__all__ = ["strange"]

FOLDER = "tournaments/ledger/charts/"
NAMES = ("Ada", "Ben", "Cy")


def test_losses_lie_left_of_zero_and_gains_right_of_it():
    found = bars([300, 0, -100])
    assert zero_across([300, 0, -100]) == 25
    assert [(bar.x, bar.width) for bar in found] == [
        ("25.00", "75.00"),
        ("25.00", "0.00"),
        ("0.00", "25.00"),
    ]


def test_with_only_zero_amounts_zero_is_in_the_middle():
    assert [(bar.x, bar.width) for bar in bars([0])] == [("50.00", "0.00")]
    assert zero_across([]) == 50


@given(st.lists(st.integers(-(10**9), 10**9), min_size=1, max_size=30))
def test_every_bar_touches_zero_and_stays_inside_the_chart(amounts):
    zero = zero_across(amounts)
    for amount, bar in zip(amounts, bars(amounts), strict=True):
        left, right = float(bar.x), float(bar.x) + float(bar.width)
        assert -0.011 <= left <= right <= 100.011
        assert abs((left if amount >= 0 else right) - zero) < 0.011


@given(st.lists(st.integers(-(10**9), 10**9), min_size=1, max_size=30))
def test_a_larger_amount_never_has_a_shorter_bar(amounts):
    widths = [float(bar.width) for bar in bars(sorted(amounts, key=abs))]
    assert widths == sorted(widths)


def bars_page(chart) -> str:
    return render_to_string(f"{FOLDER}won_from.html", {"chart": chart})


def matrix_page(chart) -> str:
    return render_to_string(f"{FOLDER}won_matrix.html", {"chart": chart})


# --- Bars


def test_a_player_without_opponents_has_no_chart():
    assert won_from_chart([], "HKD") is None
    assert bars_page(None).strip() == ""


def test_bars_are_ordered_from_the_largest_win_to_the_largest_loss():
    chart = won_from_chart(
        [WonFrom("Ada", -100, 1), WonFrom("Ben", 300, 12), WonFrom("Cy", 0, 2)], "HKD"
    )
    assert [(row.name, row.amount, row.sign, row.sessions) for row in chart.rows] == [
        ("Ben", "+HK$3.00", "plus", "12 sessions"),
        ("Cy", "HK$0.00", "", "2 sessions"),
        ("Ada", "−HK$1.00", "minus", "1 session"),
    ]
    assert chart.zero == "25.00"


@pytest.mark.parametrize(
    ("amounts", "said"),
    [
        (
            (300, -100),
            "Largest win: HK$3.00 from Ada. Largest loss: HK$1.00 to Ben. Total: +HK$2.00.",
        ),
        ((300, 100), "Largest win: HK$3.00 from Ada. Total: +HK$4.00."),
        ((-300, -100), "Largest loss: HK$3.00 to Ada. Total: −HK$4.00."),
        ((0, 0), "No wins or losses."),
    ],
)
def test_the_summary_names_only_the_wins_and_losses_that_occurred(amounts, said):
    pairs = [WonFrom(name, amount, 1) for name, amount in zip(NAMES, amounts, strict=False)]
    assert won_from_chart(pairs, "HKD").summary == said


def test_each_bar_has_its_name_amount_and_sessions_as_text():
    html = bars_page(
        won_from_chart([WonFrom("<b>", 3, 1), WonFrom("Ben", 0, 1), WonFrom("Cy", -3, 1)], "")
    )
    assert "&lt;b&gt;" in html
    assert html.count("<rect class=") - html.count("hatch-") == 2
    assert html.count('fill="url(#won-from-hatch)"') == 1
    assert 'id="won-from-hatch"' in html
    for said in ("+3 points", "0 points", "−3 points", "1 session"):
        assert said in html
    assert " style=" not in html


# --- The table of a club


@pytest.mark.parametrize("people", [0, 1, MAX_PEOPLE + 1])
def test_a_club_that_is_too_small_or_too_large_has_no_table(people):
    assert won_matrix([str(number) for number in range(people)], {}, "HKD") is None
    assert matrix_page(None).strip() == ""


def test_a_club_at_the_size_limit_has_a_table():
    assert won_matrix([str(number) for number in range(MAX_PEOPLE)], {}, "HKD") is not None


def test_each_row_shows_what_its_player_won_from_the_others():
    matrix = won_matrix(NAMES, {(0, 1): 500, (1, 0): 100, (2, 0): 100}, "HKD")
    texts = [[cell and cell.text for cell in row.cells] for row in matrix.rows]
    assert texts == [
        [None, "+4.00", "−1.00"],
        ["−4.00", None, "0.00"],
        ["+1.00", "0.00", None],
    ]
    assert [row.total.text for row in matrix.rows] == ["+3.00", "−4.00", "+1.00"]
    assert [cell and cell.shade for cell in matrix.rows[0].cells] == [None, SHADES, 1]
    assert matrix.summary == "Largest win: Ada won HK$4.00 from Ben."
    assert matrix.unit == "Hong Kong dollars"


def test_a_table_without_wins_or_losses_says_so():
    matrix = won_matrix(NAMES, {(0, 1): 5, (1, 0): 5}, "")
    assert matrix.summary == "No wins or losses between these players yet."
    assert {cell.shade for row in matrix.rows for cell in row.cells if cell} == {0}
    assert won_matrix(NAMES, {}, "").summary == matrix.summary


pairs = st.tuples(st.integers(0, 5), st.integers(0, 5)).filter(lambda pair: pair[0] != pair[1])


@given(st.dictionaries(pairs, st.integers(-(10**9), 10**9)))
def test_each_players_win_is_the_other_players_loss(won):
    matrix = won_matrix([str(number) for number in range(6)], won, "")

    def read(text: str) -> int:
        return int(text.replace("−", "-").replace(",", ""))

    for one, row in enumerate(matrix.rows):
        assert row.cells[one] is None
        assert read(row.total.text) == sum(read(cell.text) for cell in row.cells if cell)
        for other, cell in enumerate(row.cells):
            if cell:
                back = matrix.rows[other].cells[one]
                assert read(cell.text) == -read(back.text)
                assert cell.shade == back.shade
                assert (cell.shade == 0) == (cell.sign == "")
    assert sum(read(row.total.text) for row in matrix.rows) == 0
    shades = {cell.shade for row in matrix.rows for cell in row.cells if cell}
    assert shades <= set(range(SHADES + 1))


def test_the_table_has_row_and_column_headings():
    html = matrix_page(won_matrix(NAMES, {(0, 1): 500}, "HKD"))
    assert html.count('<th scope="col"') == 5
    assert html.count('<th scope="row">') == 3
    assert html.count("same player") == 3
    assert 'data-sign="plus" data-shade="4">+5.00' in html
    assert 'data-sign="minus" data-shade="4">−5.00' in html
    assert " style=" not in html
    [labelled] = set(re.findall(r'aria-labelledby="([^"]+)"', html))
    assert f'id="{labelled}"' in html


def test_no_word_is_left_in_english(strange):
    for currency in ("HKD", ""):
        with translation.override(STRANGE):
            html = [
                matrix_page(won_matrix(NAMES, {(0, 1): 500}, currency)),
                matrix_page(won_matrix(NAMES, {}, currency)),
                *(
                    bars_page(won_from_chart([WonFrom("Ada", *each)], currency))
                    for each in ((5, 1), (-5, 2), (0, 3))
                ),
                bars_page(won_from_chart([WonFrom("Ada", 5, 1), WonFrom("Ben", -5, 2)], currency)),
            ]
        for each in html:
            assert_in_language(STRANGE, each, [*NAMES, "HK"])
