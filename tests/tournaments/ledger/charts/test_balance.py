"""Balance chart: its sentence, table and drawing agree."""

import random
import re
from datetime import UTC, datetime, timedelta

import pytest
from django.template.loader import render_to_string
from django.utils import translation

from tests.games.screens.test_languages import STRANGE, assert_in_language, strange
from tournaments.ledger.charts.balance import (
    COLUMNS,
    DOT_COLUMNS,
    BalanceChart,
    BalancePoint,
    balance_chart,
)
from tournaments.ledger.charts.step_line import KEPT

__all__ = ["strange"]

START = datetime(2026, 3, 1, 20, tzinfo=UTC)


def balance_points(*amounts: int, apart: timedelta = timedelta(days=7)) -> list[BalancePoint]:
    return [
        BalancePoint(START + apart * number, amount, f"Evening {number}", f"/s/{number}/")
        for number, amount in enumerate(amounts)
    ]


def drawn(points: list[BalancePoint], currency: str = "HKD") -> BalanceChart:
    chart = balance_chart(points, currency)
    assert chart is not None
    return chart


def page(chart: BalanceChart | None) -> str:
    return render_to_string("tournaments/ledger/charts/balance.html", {"chart": chart})


@pytest.mark.parametrize("amounts", [(), (100,)])
def test_a_balance_with_fewer_than_two_points_has_no_chart(amounts):
    assert balance_chart(balance_points(*amounts), "HKD") is None
    assert page(None).strip() == ""


def test_the_summary_names_both_ends_and_both_extremes():
    assert drawn(balance_points(500, -2000, 3050, 100)).summary == (
        "From 1 Mar 2026 to 22 Mar 2026, the balance went from +HK$5.00 to +HK$1.00"
        " (lowest −HK$20.00, highest +HK$30.50)."
    )


def test_the_summary_of_a_single_day_names_one_date():
    evening = balance_points(500, -500, apart=timedelta(hours=1))
    assert drawn(evening).summary.startswith("On 1 Mar 2026, the balance went from +HK$5.00 to")


@pytest.mark.parametrize(
    ("apart", "said"),
    [(7, "From 1 Mar 2026 to 8 Mar 2026, the balance stayed"), (0, "On 1 Mar 2026, the balance")],
)
def test_the_summary_says_that_a_constant_balance_stayed_the_same(apart, said):
    chart = drawn(balance_points(-300, -300, apart=timedelta(days=apart)))
    assert chart.summary.startswith(said)
    assert chart.summary.endswith("stayed at −HK$3.00.")


def test_a_chart_without_a_currency_is_in_points():
    chart = drawn(balance_points(1, -12), "")
    assert "from +1 point to −12 points" in chart.summary
    assert chart.scale == ("+5", "0", "−5", "−10", "−15")
    assert (chart.above, chart.below) == ("Above zero: points won", "Below zero: points lost")


def test_only_sides_of_zero_that_occur_are_explained():
    assert drawn(balance_points(100, 0)).below == ""
    assert drawn(balance_points(-100, 0)).above == ""
    assert drawn(balance_points(100, -100)).above == "Above zero: money to receive"


def test_the_table_lists_every_point_newest_first():
    rows = drawn(balance_points(500, -2000, 0)).rows
    assert [(row.label, row.amount, row.sign) for row in rows] == [
        ("Evening 2", "HK$0.00", ""),
        ("Evening 1", "−HK$20.00", "minus"),
        ("Evening 0", "+HK$5.00", "plus"),
    ]


def test_labels_follow_the_readers_language_but_coordinates_do_not():
    with translation.override("de"):
        chart = drawn(balance_points(100000, -200000))
    assert chart.scale[0] == "+1.000\N{NO-BREAK SPACE}HK$"
    assert chart.dates[0].text == "1. März"
    # Coordinates use a decimal point in every language.
    assert "," not in chart.drawing.line + chart.drawing.above + page(chart).split("<circle")[1]


def test_thousands_of_points_are_reduced_but_keep_ends_and_extremes():
    random.seed(7)
    amounts = [random.randint(-5000, 5000) for _ in range(5000)]
    chart = drawn(balance_points(*amounts, apart=timedelta(hours=1)))
    assert len(chart.rows) <= KEPT * COLUMNS
    assert len(chart.dots) <= KEPT * DOT_COLUMNS
    assert chart.left_out.startswith(f"Showing {len(chart.rows)} of 5,000 entries")
    said = {row.label for row in chart.rows}
    extremes = (0, 4999, amounts.index(min(amounts)), amounts.index(max(amounts)))
    assert {f"Evening {number}" for number in extremes} <= said
    titles = " ".join(dot.title for dot in chart.dots)
    assert all(f"Evening {number}" in titles for number in extremes)


def test_few_points_are_all_shown_with_a_dot_each():
    chart = drawn(balance_points(*range(40)))
    assert chart.left_out == ""
    assert [dot.url for dot in chart.dots] == [f"/s/{number}/" for number in range(40)]
    assert chart.dots[3].title == "22 Mar 2026: +HK$0.03, Evening 3"


def test_the_chart_has_an_accessible_summary_and_a_table():
    html = page(drawn(balance_points(500, -2000)))
    assert 'role="img" aria-labelledby="balance-summary"' in html
    assert '<p id="balance-summary">From 1 Mar 2026 to 8 Mar 2026, the balance went' in html
    assert html.count('<th scope="row">') == 2
    # Dots are links for pointers; the table has the same links for the keyboard.
    assert len(re.findall(r'<a href="/s/\d/" tabindex="-1"><title>', html)) == 2
    assert len(re.findall(r'<a href="/s/\d/">Evening \d</a>', html)) == 2


def test_a_point_without_a_page_is_not_a_link():
    points = [BalancePoint(START, amount, "By hand") for amount in (1, 2)]
    assert "href" not in page(drawn(points))


def test_labels_typed_by_users_are_escaped():
    points = [BalancePoint(START, amount, "<b>x</b>") for amount in (1, 2)]
    assert "<b>" not in page(drawn(points))


def test_two_charts_on_a_page_share_no_ids():
    charts = [balance_chart(balance_points(500, -2000), "HKD", key=key) for key in ("one", "two")]
    ids = [found for chart in charts for found in re.findall(r' id="([^"]+)"', page(chart))]
    assert len(ids) == len(set(ids)) >= 6
    for chart in charts:
        html = page(chart)
        used = re.findall(r'url\(#([^)]+)\)|aria-labelledby="([^"]+)"', html)
        assert {a or b for a, b in used} <= set(re.findall(r' id="([^"]+)"', html))


def test_the_chart_has_no_inline_styles_or_scripts():
    html = page(drawn(balance_points(500, -2000)))
    assert " style=" not in html
    assert "<style" not in html
    assert "<script" not in html


def test_no_word_is_left_in_english(strange):
    names = [*(f"Evening {number}" for number in range(3)), "Evening", "HK"]
    for points in (
        balance_points(500, -2000),
        balance_points(0, 0),
        balance_points(1, 2, apart=timedelta()),
    ):
        for currency in ("HKD", ""):
            with translation.override(STRANGE):
                html = page(balance_chart(points, currency))
            assert_in_language(STRANGE, html, names)
