"""The dates of series."""

import doctest
from datetime import date, timedelta
from itertools import islice, pairwise

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tournaments.events.series import dates as module
from tournaments.events.series.dates import dates, next_date, ordinal

DAYS = st.dates(date(2020, 1, 1), date(2080, 1, 1))


def test_the_examples_hold():
    assert doctest.testmod(module).failed == 0


@pytest.mark.parametrize(
    ("first", "expected"),
    [
        # The second Tuesday.
        (date(2026, 12, 8), [date(2027, 1, 12), date(2027, 2, 9), date(2027, 3, 9)]),
        # A fifth Thursday is the last one where there is no fifth.
        (date(2026, 12, 31), [date(2027, 1, 28), date(2027, 2, 25), date(2027, 3, 25)]),
        (date(2026, 10, 29), [date(2026, 11, 26), date(2026, 12, 31), date(2027, 1, 28)]),
    ],
)
def test_a_monthly_series_keeps_its_weekday(first, expected):
    assert list(islice(dates("month", first, first), 3)) == expected


def test_skipped_dates_and_the_end_are_left_out():
    first = date(2026, 12, 1)
    found = dates("week", first, first, date(2026, 12, 22), {date(2026, 12, 15)})
    assert list(found) == [date(2026, 12, 8), date(2026, 12, 22)]
    assert next_date("fortnight", first, date(2026, 12, 15)) == date(2026, 12, 29)


@given(every=st.sampled_from(["week", "fortnight", "month"]), first=DAYS, after=DAYS)
def test_dates_are_the_same_weekday_in_order_and_from_whatever_day_they_are_asked(
    every, first, after
):
    found = list(islice(dates(every, first, after), 6))
    assert found == sorted(set(found))
    assert all(day > after and day >= first for day in found)
    assert {day.weekday() for day in found} == {first.weekday()}
    # None is left out: asking from the day before each finds it.
    for day in found:
        assert next_date(every, first, day - timedelta(days=1)) == day
    for one, other in pairwise(found):
        assert next_date(every, first, one) == other
    gaps = {(other - one).days for one, other in pairwise(found)}
    if every == "month":
        assert gaps <= {28, 35}
        assert {ordinal(day) for day in found} <= {ordinal(first), 4}
    else:
        assert gaps == {7 if every == "week" else 14}
