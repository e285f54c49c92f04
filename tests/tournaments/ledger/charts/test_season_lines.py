"""Geometry of season lines: start, missed events, and label positions."""

from itertools import pairwise

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tournaments.ledger.charts.scale import Scale
from tournaments.ledger.charts.season_lines import (
    MAX_MARKS,
    amounts_by_column,
    line_places,
    marker_places,
    spread,
)
from tournaments.ledger.charts.step_line import Place

seasons = st.integers(1, 40).flatmap(
    lambda events: st.tuples(
        st.just(events),
        st.dictionaries(st.integers(0, events - 1), st.integers(-(10**6), 10**6), min_size=1),
    )
)


def test_a_line_starts_at_zero_and_stays_level_through_missed_events():
    assert amounts_by_column({0: 5, 2: -3}, 4) == [0, 5, 5, -3, -3]


def test_a_line_starts_just_before_the_players_first_event():
    assert amounts_by_column({2: 7}, 3) == [None, None, 0, 7]


@given(seasons)
def test_a_line_passes_through_each_amount_and_ends_at_the_last(season):
    events, amounts = season
    line = amounts_by_column(amounts, events)
    assert len(line) == events + 1
    assert all(line[event + 1] == amount for event, amount in amounts.items())
    assert line[-1] == amounts[max(amounts)]
    assert line.count(None) == min(amounts)


@given(seasons)
def test_a_line_runs_from_left_to_right_and_stays_inside_the_chart(season):
    events, amounts = season
    passed = line_places(amounts_by_column(amounts, events), Scale.of(amounts.values(), ""))
    across = [float(place.x) for place in passed]
    assert all(left < right for left, right in pairwise(across))
    assert across[-1] == 100
    assert all(0 <= float(each) <= 100 for place in passed for each in (place.x, place.y))
    marks = marker_places(passed, events)
    assert 1 <= len(marks) <= MAX_MARKS
    assert marks[-1] == passed[-1]
    # The scale starts where every line starts.
    assert passed[0] not in marks or passed.count(passed[0]) > 1


def test_a_line_with_few_events_has_a_marker_at_each():
    passed = [Place(str(column), "0") for column in range(5)]
    assert [mark.x for mark in marker_places(passed, 4)] == ["1", "2", "3", "4"]


def test_markers_of_all_lines_are_in_the_same_columns():
    passed = [Place(str(column), "0") for column in range(21)]
    early, late = marker_places(passed, 20), marker_places(passed[9:], 20)
    assert [mark.x for mark in early] == ["2", "5", "8", "11", "14", "17", "20"]
    assert [mark.x for mark in late] == ["11", "14", "17", "20"]


wanted = st.lists(st.floats(0, 100), max_size=13).map(sorted)


@given(wanted, st.floats(0.1, 7.5))
def test_labels_keep_their_order_and_distance_and_stay_inside_the_chart(given_places, gap):
    found = spread(given_places, gap)
    assert len(found) == len(given_places)
    assert all(below - above >= gap - 1e-6 for above, below in pairwise(found))
    assert all(gap / 2 - 1e-6 <= place <= 100 - gap / 2 + 1e-6 for place in found)


@given(wanted, st.floats(0.1, 7.5))
def test_labels_with_enough_room_stay_where_their_lines_end(given_places, gap):
    roomy = [place for place in given_places if gap <= place <= 100 - gap]
    roomy = [each for index, each in enumerate(roomy) if not index or each - roomy[index - 1] > gap]
    apart = all(below - above >= gap for above, below in pairwise(roomy))
    if apart:
        assert spread(roomy, gap) == pytest.approx(roomy)


def test_colliding_labels_move_apart_equally():
    assert spread([50, 50], 10) == pytest.approx([45, 55])
    assert spread([50, 50, 52], 10) == pytest.approx([40 + 2 / 3, 50 + 2 / 3, 60 + 2 / 3])


def test_labels_at_the_edge_move_inwards():
    assert spread([0, 1], 10) == pytest.approx([5, 15])
    assert spread([100, 100], 10) == pytest.approx([85, 95])


def test_too_many_labels_are_refused():
    with pytest.raises(ValueError, match="do not fit"):
        spread([0] * 11, 10)
