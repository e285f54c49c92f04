"""Periods of dues."""

from datetime import date, timedelta

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tournaments.ledger.dues.periods import (
    LAST_DUE_DAY,
    Period,
    due_on,
    first_start,
    next_start,
    period_start,
)

DAYS = st.dates(date(2000, 1, 1), date(2100, 1, 1))


@given(st.sampled_from(Period), DAYS)
def test_each_day_belongs_to_one_period(period, day):
    start = period_start(period, day)
    assert start <= day < next_start(period, start)
    assert period_start(period, start) == start
    assert period_start(period, next_start(period, start) - timedelta(days=1)) == start


@given(st.sampled_from(Period), st.integers(1, LAST_DUE_DAY), DAYS, st.none() | DAYS)
def test_dues_are_first_due_after_today_and_after_what_was_charged(period, day, today, charged):
    start = first_start(period, day, today, charged)
    assert period_start(period, start) == start
    assert due_on(start, day) > today
    assert charged is None or start >= charged


@pytest.mark.parametrize(
    ("period", "length"), [(Period.MONTH, 31), (Period.QUARTER, 90), (Period.YEAR, 365)]
)
def test_periods_have_their_length(period, length):
    start = date(2027, 1, 1)
    assert (next_start(period, start) - start).days == length
