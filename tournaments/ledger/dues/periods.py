"""Months, quarters and years for which dues are owed. Pure."""

from datetime import date, timedelta
from enum import StrEnum, auto
from typing import Final


class Period(StrEnum):
    """Lengths of a period; all begin with a calendar month."""

    MONTH = auto()
    QUARTER = auto()
    YEAR = auto()


#: The last day of a month on which dues can fall due: every month has it.
LAST_DUE_DAY: Final = 28
_MONTHS: Final = {Period.MONTH: 1, Period.QUARTER: 3, Period.YEAR: 12}


def period_start(period: Period, day: date) -> date:
    """Return the first day of the period that contains the day.

    >>> period_start(Period.QUARTER, date(2026, 11, 28))
    datetime.date(2026, 10, 1)
    """
    length = _MONTHS[period]
    return date(day.year, (day.month - 1) // length * length + 1, 1)


def next_start(period: Period, start: date) -> date:
    """Return the first day of the period after the one that begins with `start`.

    >>> next_start(Period.MONTH, date(2026, 12, 1))
    datetime.date(2027, 1, 1)
    """
    months = start.month - 1 + _MONTHS[period]
    return date(start.year + months // 12, months % 12 + 1, 1)


def due_on(start: date, due_day: int) -> date:
    """Return the day on which the dues for the period that begins with `start` are due."""
    return start + timedelta(days=due_day - 1)


def first_start(period: Period, due_day: int, today: date, not_before: date | None) -> date:
    """Return the first period that dues set today are charged for.

    It is not due before tomorrow, so that no one owes on the day they are asked, and begins after
    all that was charged before.

    :param not_before: end of the last period that was charged under earlier terms; None if there
        is none

    >>> first_start(Period.MONTH, 5, date(2026, 11, 28), None)
    datetime.date(2026, 12, 1)
    """
    start = period_start(period, today)
    while due_on(start, due_day) <= today or (not_before is not None and start < not_before):
        start = next_start(period, start)
    return start
