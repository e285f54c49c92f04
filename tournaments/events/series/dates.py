"""The dates of a series, as days without a time zone. Pure."""

import calendar
from collections.abc import Collection, Iterator
from datetime import date, timedelta
from itertools import takewhile
from typing import Final, Literal

#: How often a series repeats; "month" is the same weekday of the month, such as the second Tuesday.
Every = Literal["week", "fortnight", "month"]

_DAYS: Final = {"week": 7, "fortnight": 14}
_LAST: Final = 5


def next_date(
    every: Every,
    first: date,
    after: date,
    until: date | None = None,
    skipped: Collection[date] = (),
) -> date | None:
    """Return the first date of the series after a day that is not skipped; None after the last.

    >>> next_date("week", date(2026, 12, 1), date(2026, 12, 1))
    datetime.date(2026, 12, 8)
    >>> next_date("month", date(2026, 12, 8), date(2026, 12, 31), until=date(2027, 1, 1))
    """
    return next(dates(every, first, after, until, skipped), None)


def dates(
    every: Every,
    first: date,
    after: date,
    until: date | None = None,
    skipped: Collection[date] = (),
) -> Iterator[date]:
    """Yield the dates of the series after a day, without the skipped ones; endless without an end.

    :param until: the last possible date
    """
    found = _monthly(first, after) if every == "month" else _regular(first, after, _DAYS[every])
    if until is not None:
        found = takewhile(lambda day: day <= until, found)
    return (day for day in found if day not in skipped)


def _regular(first: date, after: date, days: int) -> Iterator[date]:
    """Yield the dates at a distance of this many days, after a day and not before the first."""
    number = max(0, (after - first).days // days + 1)
    while True:
        yield first + timedelta(days=number * days)
        number += 1


def _monthly(first: date, after: date) -> Iterator[date]:
    """Yield the same weekday of each month, such as the second Tuesday, after a day.

    A fifth weekday, which many months lack, counts as the last one of the month.
    """
    start = max(first, after + timedelta(days=1))
    year, month = start.year, start.month
    while True:
        day = _same_weekday(first, year, month)
        if day >= start:
            yield day
        year, month = (year, month + 1) if month < 12 else (year + 1, 1)


def ordinal(day: date) -> int:
    """Return which one of its weekday the day is in its month: 1 to 4, or 5 for the last one."""
    return min((day.day - 1) // 7 + 1, _LAST)


def _same_weekday(first: date, year: int, month: int) -> date:
    """Return the day of the month that is the same weekday in the same week of it as `first`."""
    weekday, days = calendar.monthrange(year, month)
    day = 1 + (first.weekday() - weekday) % 7 + 7 * (ordinal(first) - 1)
    return date(year, month, day if day <= days else day - 7)
