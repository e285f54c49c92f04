"""Step line: inside its area, each amount held until the next."""

import re
from datetime import UTC, datetime, timedelta

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tournaments.ledger.charts.scale import Scale, percent
from tournaments.ledger.charts.step_line import KEPT, downsample, moments_across, step_line

START = datetime(2026, 3, 1, 20, tzinfo=UTC)

moments = st.lists(st.integers(0, 10**8), min_size=2, max_size=60).map(
    lambda seconds: [START + timedelta(seconds=second) for second in sorted(seconds)]
)
amounts = st.lists(st.integers(-(10**8), 10**8), min_size=2, max_size=60)
courses = st.lists(
    st.tuples(st.floats(0, 100), st.integers(-1000, 1000)), min_size=1, max_size=300
).map(lambda points: (sorted(x for x, _amount in points), [amount for _x, amount in points]))


def drawn(given_amounts: list[int]):
    across = moments_across([START] * len(given_amounts))
    scale = Scale.of(given_amounts, "HKD")
    return across, scale, step_line(across, given_amounts, scale)


@given(moments)
def test_moments_keep_their_order_and_span_the_full_width(given_moments):
    across = moments_across(given_moments)
    assert across == sorted(across)
    assert (across[0], across[-1]) == (0, 100)


def test_time_is_drawn_to_scale():
    days = [START + timedelta(days=day) for day in (0, 1, 4)]
    assert moments_across(days) == [0, 25, 100]


def test_simultaneous_moments_are_spread_evenly():
    assert moments_across([START] * 3) == [0, 50, 100]


def test_a_single_moment_is_refused():
    with pytest.raises(ValueError, match="at least two points"):
        moments_across([START])


def test_moments_out_of_order_are_refused():
    with pytest.raises(ValueError, match="back in time"):
        moments_across([START, START + timedelta(2), START + timedelta(1)])


def test_a_line_that_falls_from_a_gain_to_a_loss_fills_both_sides_of_zero():
    _across, scale, line = drawn([100, 200, 200, -200])
    assert scale.ticks == (200, 100, 0, -100, -200)
    assert line.line == "M0.00 25.00H33.33V0.00H66.67H100.00V100.00"
    assert line.above == "M0.00 25.00H33.33V0.00H66.67H100.00V50.00V50.00H0.00Z"
    assert line.below == "M0.00 50.00H33.33H66.67H100.00V100.00V50.00H0.00Z"
    assert line.zero == "50.00"
    assert line.grid == ("0.00", "25.00", "75.00", "100.00")


@given(amounts)
def test_nothing_is_drawn_outside_the_chart(given_amounts):
    _across, _scale, line = drawn(given_amounts)
    paths = " ".join([line.line, line.above, line.below, *line.grid, line.zero])
    places = [each for place in line.places for each in (place.x, place.y)]
    for number in [*re.findall(r"-?[\d.]+", paths), *places]:
        assert 0 <= float(number) <= 100


@given(amounts)
def test_each_area_ends_at_zero_and_stays_on_its_side_of_it(given_amounts):
    _across, scale, line = drawn(given_amounts)
    zero = float(percent(scale.down(0)))
    assert float(line.zero) == zero
    for area, is_there, side in (
        (line.above, max(given_amounts) > 0, -1),
        (line.below, min(given_amounts) < 0, 1),
    ):
        assert bool(area) == is_there
        if area:
            assert area.endswith(f"V{line.zero}H0.00Z")
            heights = [float(y) for y in re.findall(r"V([\d.]+)", area)]
            assert all((height - zero) * side >= 0 for height in heights)


@given(amounts)
def test_places_match_the_moments_and_amounts(given_amounts):
    across, scale, line = drawn(given_amounts)
    assert [(place.x, place.y) for place in line.places] == [
        (percent(x), percent(scale.down(amount)))
        for x, amount in zip(across, given_amounts, strict=True)
    ]


@given(courses, st.integers(1, 20))
def test_ends_and_extremes_are_kept_in_order(course, columns):
    across, amounts = course
    kept = downsample(across, amounts, columns)
    assert kept == sorted(set(kept))
    assert len(kept) <= max(KEPT * columns, 1)
    assert (kept[0], kept[-1]) == (0, len(amounts) - 1)
    assert min(amounts[index] for index in kept) == min(amounts)
    assert max(amounts[index] for index in kept) == max(amounts)


@given(courses, st.integers(1, 20))
def test_each_column_keeps_its_first_last_lowest_and_highest_points(course, columns):
    across, amounts = course
    kept = set(downsample(across, amounts, columns))
    for column in range(columns):
        inside = [
            index
            for index, x in enumerate(across)
            if min(int(x * columns / 100), columns - 1) == column
        ]
        if inside:
            left = [index for index in inside if index in kept]
            assert (left[0], left[-1]) == (inside[0], inside[-1])
            assert {min(map(amounts.__getitem__, left)), max(map(amounts.__getitem__, left))} == {
                min(map(amounts.__getitem__, inside)),
                max(map(amounts.__getitem__, inside)),
            }


def test_few_points_are_all_kept():
    assert downsample([0, 0, 0, 100], [1, 1, 1, 1], 1) == [0, 1, 2, 3]


def test_points_between_the_extremes_of_their_column_are_left_out():
    assert downsample([0, 1, 2, 3, 4, 100], [5, 9, 7, 1, 3, 3], 1) == [0, 1, 3, 5]
