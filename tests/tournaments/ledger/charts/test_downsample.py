"""Downsampling: fewer points with the same ends and extremes, in order."""

from hypothesis import given
from hypothesis import strategies as st

from tournaments.ledger.charts.step_line import KEPT, downsample

courses = st.lists(
    st.tuples(st.floats(0, 100), st.integers(-1000, 1000)), min_size=1, max_size=300
).map(lambda points: (sorted(x for x, _amount in points), [amount for _x, amount in points]))


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
