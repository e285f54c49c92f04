"""Scales of drawings: round numbers, evenly spread."""

from collections.abc import Iterable, Iterator
from itertools import count

#: At most so many lines across; more are hard to tell apart on a phone.
MOST_TICKS = 7


def round_steps() -> Iterator[int]:
    """Yield 1, 2, 5, 10, 20, 50 and so on, without end."""
    for power in count():
        for digit in (1, 2, 5):
            yield digit * 10**power


def ticks(low: int, high: int, steps: Iterable[int]) -> tuple[int, ...]:
    """Return round numbers, evenly spread and close, from above `high` to below `low`.

    :raises ValueError: none of the steps is broad enough, or there is nothing but zero to show
    """
    if low or high:
        for step in steps:
            bottom = low // step * step
            if high - bottom > MOST_TICKS * step:
                continue
            found = range(bottom, high + step, step)
            if 2 <= len(found) <= MOST_TICKS:
                return tuple(reversed(found))
    raise ValueError(f"no scale reaches from {low} to {high}")
