"""Axis ticks for charts: round numbers, evenly spaced."""

from collections.abc import Iterable, Iterator
from itertools import count

#: Maximum number of lines; more are hard to tell apart on a phone.
MAX_TICKS = 7


def round_steps() -> Iterator[int]:
    """Yield 1, 2, 5, 10, 20, 50 and so on, without end."""
    for power in count():
        for digit in (1, 2, 5):
            yield digit * 10**power


def ticks(low: int, high: int, steps: Iterable[int]) -> tuple[int, ...]:
    """Return at most `MAX_TICKS` evenly spaced numbers, from at least `high` down to at most `low`.

    :param steps: possible distances in ascending order; the first that fits is used

    :raises ValueError: no step is large enough, or both bounds are zero
    """
    if low or high:
        for step in steps:
            bottom = low // step * step
            if high - bottom > MAX_TICKS * step:
                continue
            found = range(bottom, high + step, step)
            if 2 <= len(found) <= MAX_TICKS:
                return tuple(reversed(found))
    raise ValueError(f"no scale from {low} to {high}")
