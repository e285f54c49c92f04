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
from tournaments.ledger.charts.downsample import KEPT

__all__ = ["strange"]

START = datetime(2026, 3, 1, 20, tzinfo=UTC)


def course(*amounts: int, apart: timedelta = timedelta(days=7)) -> list[BalancePoint]:
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
def test_a_balance_without_a_second_point_is_no_line(amounts):
    assert balance_chart(course(*amounts), "HKD") is None
    assert page(None).strip() == ""


def test_the_sentence_names_both_ends_and_both_extremes():
    assert drawn(course(500, -2000, 3050, 100)).summary == (
        "From 1 Mar 2026 to 22 Mar 2026, the balance went from +HK$5.00 to +HK$1.00"
        " (lowest −HK$20.00, highest +HK$30.50)."
    )


def test_an_evening_is_one_day():
    evening = course(500, -500, apart=timedelta(hours=1))
    assert drawn(evening).summary.startswith("On 1 Mar 2026, the balance went from +HK$5.00 to")


@pytest.mark.parametrize(
    ("apart", "said"),
    [(7, "From 1 Mar 2026 to 8 Mar 2026, the balance stayed"), (0, "On 1 Mar 2026, the balance")],
)
def test_a_balance_that_stays_is_said_to_stay(apart, said):
    chart = drawn(course(-300, -300, apart=timedelta(days=apart)))
    assert chart.summary.startswith(said)
    assert chart.summary.endswith("stayed at −HK$3.00.")


def test_without_a_currency_it_is_in_points():
    chart = drawn(course(1, -12), "")
    assert "from +1 point to −12 points" in chart.summary
    assert chart.scale == ("+5", "0", "−5", "−10", "−15")
    assert (chart.above, chart.below) == ("Above zero: points won", "Below zero: points lost")


def test_only_the_sides_that_there_are_are_explained():
    assert drawn(course(100, 0)).below == ""
    assert drawn(course(-100, 0)).above == ""
    assert drawn(course(100, -100)).above == "Above zero: money to receive"


def test_the_table_has_every_point_newest_first():
    rows = drawn(course(500, -2000, 0)).rows
    assert [(row.label, row.amount, row.sign) for row in rows] == [
        ("Evening 2", "HK$0.00", ""),
        ("Evening 1", "−HK$20.00", "minus"),
        ("Evening 0", "+HK$5.00", "plus"),
    ]


def test_the_drawing_is_in_the_readers_language():
    with translation.override("de"):
        chart = drawn(course(100000, -200000))
    assert chart.scale[0] == "+1.000\N{NO-BREAK SPACE}HK$"
    assert chart.dates[0].text == "1. März"
    # Coordinates use a decimal point in every language.
    assert "," not in chart.drawing.line + chart.drawing.above + page(chart).split("<circle")[1]


def test_thousands_of_points_are_thinned_to_what_can_be_seen():
    random.seed(7)
    amounts = [random.randint(-5000, 5000) for _ in range(5000)]
    chart = drawn(course(*amounts, apart=timedelta(hours=1)))
    assert len(chart.rows) <= KEPT * COLUMNS
    assert len(chart.dots) <= KEPT * DOT_COLUMNS
    assert chart.left_out.startswith(f"Showing {len(chart.rows)} of 5,000 entries")
    said = {row.label for row in chart.rows}
    extremes = (0, 4999, amounts.index(min(amounts)), amounts.index(max(amounts)))
    assert {f"Evening {number}" for number in extremes} <= said
    titles = " ".join(dot.title for dot in chart.dots)
    assert all(f"Evening {number}" in titles for number in extremes)


def test_few_points_leave_nothing_out_and_each_has_its_dot():
    chart = drawn(course(*range(40)))
    assert chart.left_out == ""
    assert [dot.url for dot in chart.dots] == [f"/s/{number}/" for number in range(40)]
    assert chart.dots[3].title == "22 Mar 2026: +HK$0.03, Evening 3"


def test_a_picture_with_one_sentence_and_a_table_beside_it():
    html = page(drawn(course(500, -2000)))
    assert 'role="img" aria-labelledby="balance-summary"' in html
    assert '<p id="balance-summary">From 1 Mar 2026 to 8 Mar 2026, the balance went' in html
    assert html.count('<th scope="row">') == 2
    # Dots are links for pointers; the table has the same links for the keyboard.
    assert len(re.findall(r'<a href="/s/\d/" tabindex="-1"><title>', html)) == 2
    assert len(re.findall(r'<a href="/s/\d/">Evening \d</a>', html)) == 2


def test_a_point_that_leads_nowhere_is_no_link():
    points = [BalancePoint(START, amount, "By hand") for amount in (1, 2)]
    assert "href" not in page(drawn(points))


def test_what_people_typed_is_escaped():
    points = [BalancePoint(START, amount, "<b>x</b>") for amount in (1, 2)]
    assert "<b>" not in page(drawn(points))


def test_two_charts_of_a_page_share_no_id():
    charts = [balance_chart(course(500, -2000), "HKD", key=key) for key in ("one", "two")]
    ids = [found for chart in charts for found in re.findall(r' id="([^"]+)"', page(chart))]
    assert len(ids) == len(set(ids)) >= 6
    for chart in charts:
        html = page(chart)
        used = re.findall(r'url\(#([^)]+)\)|aria-labelledby="([^"]+)"', html)
        assert {a or b for a, b in used} <= set(re.findall(r' id="([^"]+)"', html))


def test_the_content_policy_is_kept():
    html = page(drawn(course(500, -2000)))
    assert " style=" not in html
    assert "<style" not in html
    assert "<script" not in html


def test_no_word_is_left_in_english(strange):
    names = [*(f"Evening {number}" for number in range(3)), "Evening", "HK"]
    for points in (course(500, -2000), course(0, 0), course(1, 2, apart=timedelta())):
        for currency in ("HKD", ""):
            with translation.override(STRANGE):
                html = page(balance_chart(points, currency))
            assert_in_language(STRANGE, html, names)
