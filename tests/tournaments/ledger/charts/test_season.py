"""Season chart: lines drawn, their styles, and texts."""

import re
from itertools import pairwise

import pytest
from django.template.loader import render_to_string
from django.utils import translation

from tests.games.screens.test_languages import STRANGE, assert_in_language, strange
from tournaments.ledger.charts.season import (
    FROM_EACH_END,
    MAX_FIGURES,
    NAME_GAP,
    EventAmount,
    PersonLine,
    SeasonChart,
    line_look,
    season_chart,
)

__all__ = ["strange"]

MOST = 2 * FROM_EACH_END


def person(name: str, *amounts: int | None) -> PersonLine:
    """Return a player's amounts by event; None for missed events."""
    return PersonLine(
        name,
        [EventAmount(event, amount) for event, amount in enumerate(amounts) if amount is not None],
    )


def drawn(*people: PersonLine, events: int = 3, currency: str = "HKD") -> SeasonChart:
    chart = season_chart([f"No. {event + 1}" for event in range(events)], people, currency)
    assert chart is not None
    return chart


def page(chart: SeasonChart | None) -> str:
    return render_to_string("tournaments/ledger/charts/season.html", {"chart": chart})


THREE = (person("Ada", 100, -500, 200), person("Ben", None, 900, 700), person("Cy", -100, None))


@pytest.mark.parametrize("people", [[], [person("Ada")]])
def test_a_season_without_results_has_no_chart(people):
    assert season_chart(["No. 1"], people, "HKD") is None
    assert page(None).strip() == ""


def test_lines_and_labels_are_ordered_from_highest_to_lowest():
    chart = drawn(*THREE)
    assert [(line.name, line.amount) for line in chart.lines] == [
        ("Ben", "+HK$7.00"),
        ("Ada", "+HK$2.00"),
        ("Cy", "−HK$1.00"),
    ]
    ends = [float(line.end) for line in chart.lines]
    labels = [float(line.label_y) for line in chart.lines]
    assert ends == sorted(ends)
    assert labels == sorted(labels)


def test_lines_of_players_who_missed_the_last_event_still_reach_the_right_edge():
    for line in drawn(*THREE).lines:
        assert line.points.endswith(f"100.00,{line.end}")


def test_labels_do_not_overlap_when_all_players_have_the_same_amount():
    chart = drawn(*(person(str(number), 0) for number in range(MOST)), events=1)
    labels = [float(line.label_y) for line in chart.lines]
    gaps = [below - above for above, below in pairwise(labels)]
    assert min(gaps) >= NAME_GAP - 0.02
    assert labels[0] >= NAME_GAP / 2 - 0.01
    assert labels[-1] <= 100 - NAME_GAP / 2 + 0.01


def test_no_two_lines_look_alike_without_colours():
    looks = [line_look(number) for number in range(MOST)]
    assert len({(look.shape, look.hollow) for look in looks}) == MOST
    assert len({(look.colour, look.dash) for look in looks}) == MOST
    neighbours = pairwise(looks)
    assert all(one.dash != other.dash for one, other in neighbours)


def test_only_the_top_and_bottom_players_are_drawn_but_the_table_lists_all():
    people = [person(f"P{number}", number * 100) for number in range(20)]
    chart = drawn(*people, events=1)
    assert [line.name for line in chart.lines] == [
        f"P{number}" for number in (19, 18, 17, 16, 15, 14, 5, 4, 3, 2, 1, 0)
    ]
    assert len(chart.rows) == 20
    assert chart.left_out == (
        "The chart shows the top and bottom 6 of 20 players; the table lists everyone."
    )


def test_a_table_that_is_too_large_has_only_totals_for_the_middle_players():
    events = MAX_FIGURES // 20
    people = [person(str(number), *[number] * events) for number in range(20)]
    whole = drawn(*people, events=events)
    assert {len(row.figures) for row in whole.rows} == {events}
    chart = drawn(*people, person("20", *[20] * events), events=events)
    assert [len(row.figures) for row in chart.rows] == [events] * 6 + [0] * 9 + [events] * 6
    assert all(row.total.text for row in chart.rows)
    assert chart.left_out.endswith("of 21 players; the table has only totals for the others.")
    assert page(chart).count(f'<td colspan="{events}">') == 9


def test_all_players_are_drawn_up_to_the_maximum_number_of_lines():
    chart = drawn(*(person(str(number), number) for number in range(MOST)), events=1)
    assert len(chart.lines) == MOST
    assert chart.left_out == ""


def test_the_summary_names_first_and_last_place_and_both_extremes():
    assert drawn(*THREE).summary == (
        "After 3 days of play, Ben leads with +HK$7.00 and Cy is last with −HK$1.00"
        " (highest +HK$9.00, lowest −HK$5.00)."
    )


def test_the_summary_handles_a_single_day_and_a_single_player():
    assert drawn(person("Ada", 5), person("Ben", -5), events=1, currency="").summary == (
        "After 1 day of play, Ada leads with +5 points and Ben is last with −5 points"
        " (highest +5 points, lowest −5 points)."
    )
    assert drawn(person("Ada", 1), events=1, currency="").summary == (
        "After 1 day of play, Ada has +1 point (highest +1 point, lowest +1 point)."
    )
    assert drawn(person("Ada", 1, -2), events=2, currency="").summary == (
        "After 2 days of play, Ada has −2 points (highest +1 point, lowest −2 points)."
    )


def test_the_table_marks_events_that_a_player_missed():
    chart = drawn(*THREE)
    ben = chart.rows[0]
    assert [figure.text for figure in ben.figures] == ["", "+9.00", "+7.00"]
    assert (ben.total.text, ben.total.sign) == ("+7.00", "plus")
    html = page(chart)
    assert html.count("didn’t play") == 3
    assert "Amounts are in Hong Kong dollars." in html
    assert "Amounts are in points." in page(drawn(*THREE, currency=""))


def test_the_chart_has_an_accessible_summary_a_legend_and_a_table():
    html = page(drawn(*THREE))
    assert 'role="img" aria-labelledby="season-summary"' in html
    assert '<p id="season-summary">After 3 days of play' in html
    assert html.count('class="season-swatch"') == 3
    assert html.count('<th scope="row">') == 3
    assert html.count('<th scope="col"') == 5
    ids = re.findall(r' id="([^"]+)"', html)
    assert len(ids) == len(set(ids))
    assert set(re.findall(r'<use href="#([^"]+)"', html)) <= set(ids)
    assert " style=" not in html
    assert "<script" not in html


def test_the_legend_shows_long_names_in_full_and_escaped():
    html = page(drawn(person("Wilhelmina <i> van der Berg", 5)))
    assert "Wilhelmina &lt;i…" in html
    assert html.count("Wilhelmina &lt;i&gt; van der Berg") == 3
    assert "<i>" not in html


def test_no_word_is_left_in_english(strange):
    many = tuple(person(f"P{number}", number) for number in range(20))
    for people in (THREE, many, THREE[:1]):
        for currency in ("HKD", ""):
            with translation.override(STRANGE):
                html = page(drawn(*people, currency=currency))
            assert_in_language(STRANGE, html, ["Ada", "Ben", "Cy", "No", "HK"])
