"""Bars on both sides of zero."""

from hypothesis import given
from hypothesis import strategies as st

from tournaments.ledger.charts.won_from import bars, zero_across


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
