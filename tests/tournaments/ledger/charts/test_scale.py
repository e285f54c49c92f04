"""Scale of amounts: always includes zero and all amounts."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tournaments.ledger.charts.scale import Scale

amounts = st.lists(st.integers(-(10**9), 10**9), max_size=30)


@given(amounts, st.sampled_from(["", "HKD", "JPY"]))
def test_zero_is_a_tick_and_all_amounts_are_within_the_scale(given_amounts, currency):
    scale = Scale.of(given_amounts, currency)
    assert 0 in scale.ticks
    assert scale.down(scale.ticks[0]) == 0
    assert scale.down(scale.ticks[-1]) == 100
    assert all(0 <= scale.down(amount) <= 100 for amount in given_amounts)


@given(amounts)
def test_a_larger_amount_is_never_placed_lower(given_amounts):
    scale = Scale.of(given_amounts, "HKD")
    down = [scale.down(amount) for amount in sorted(given_amounts)]
    assert down == sorted(down, reverse=True)


@pytest.mark.parametrize(("currency", "one"), [("HKD", 100), ("JPY", 1), ("", 1)])
def test_with_only_zero_amounts_zero_is_in_the_middle(currency, one):
    scale = Scale.of([0, 0], currency)
    assert scale.ticks == (one, 0, -one)
    assert scale.down(0) == 50
