"""Axis ticks: round numbers around the values."""

from itertools import islice, pairwise

import pytest
from hypothesis import given
from hypothesis import strategies as st

from games.common.scales import MAX_TICKS, round_steps, ticks

numbers = st.integers(-(10**12), 10**12)


def test_round_steps_are_ones_twos_and_fives():
    assert list(islice(round_steps(), 8)) == [1, 2, 5, 10, 20, 50, 100, 200]


@pytest.mark.parametrize(
    ("low", "high", "found"),
    [
        (0, 6, (6, 5, 4, 3, 2, 1, 0)),
        (0, 7, (8, 6, 4, 2, 0)),
        (-130, 45, (50, 0, -50, -100, -150)),
        (3, 3, (4, 2)),
        (100, 100, (200, 0)),
    ],
)
def test_ticks_are_as_close_as_their_maximum_number_allows(low, high, found):
    assert ticks(low, high, round_steps()) == found


@given(numbers, numbers)
def test_ticks_enclose_all_values_by_less_than_a_step(one, other):
    low, high = sorted((one, other))
    if not low and not high:
        return
    found = ticks(low, high, round_steps())
    [step] = {above - below for above, below in pairwise(found)}
    assert 2 <= len(found) <= MAX_TICKS
    assert found[-1] <= low < found[-1] + step
    assert high <= found[0]
    # Only a single number of its own, which is no scale, has a further one above it.
    assert found[0] < high + step or found[0] == high + step == low + step
    assert all(tick % step == 0 for tick in found)


def test_a_range_too_large_for_the_steps_has_no_scale():
    with pytest.raises(ValueError, match="no scale"):
        ticks(0, 1000, (50, 100))


def test_a_range_of_only_zero_has_no_scale():
    with pytest.raises(ValueError, match="no scale"):
        ticks(0, 0, round_steps())
