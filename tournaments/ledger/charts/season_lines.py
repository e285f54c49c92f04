"""Geometry of several players' lines and the labels at their ends."""

from collections.abc import Mapping, Sequence
from itertools import accumulate
from math import ceil
from typing import Final

from tournaments.ledger.charts.scale import Scale, percent
from tournaments.ledger.charts.step_line import Place

#: Maximum number of markers on a line.
MOST_MARKS: Final = 8


def filled(amounts: Mapping[int, int], events: int) -> list[int | None]:
    """Return a player's amount before the first event and after each one.

    A player starts at zero just before their first event and keeps the amount through missed
    events. Earlier values are None.
    """
    came = min(amounts)
    found: list[int | None] = [None] * came
    had = 0
    found.append(had)
    for event in range(came, events):
        had = amounts.get(event, had)
        found.append(had)
    return found


def column_across(column: int, events: int) -> float:
    """Return a column's horizontal position in percent; column 0 is before all events."""
    return 100 * column / events


def places(amounts: Sequence[int | None], scale: Scale) -> tuple[Place, ...]:
    """Return the line's points, starting at the player's first event."""
    return tuple(
        Place(percent(column_across(column, len(amounts) - 1)), percent(scale.down(amount)))
        for column, amount in enumerate(amounts)
        if amount is not None
    )


def marked(passed: Sequence[Place], events: int) -> tuple[Place, ...]:
    """Return the points with a marker: the last one, and evenly spaced ones before it."""
    return tuple(passed[:0:-1][:: ceil(events / MOST_MARKS)][::-1])


def spread(wanted: Sequence[float], gap: float) -> list[float]:
    """Return positions at least `gap` apart and as close to `wanted` as possible, in order.

    All values are percentages; `wanted` never decreases. Positions keep half a gap from the edges.

    :raises ValueError: if they do not all fit
    """
    room = 100 - gap * len(wanted)
    if room < 0:
        raise ValueError("the labels do not fit")
    # Without the gaps the positions must not decrease: neighbours that do share their mean.
    blocks: list[tuple[float, int]] = []
    for index, place in enumerate(wanted):
        total, size = place - gap * index, 1
        while blocks and blocks[-1][0] / blocks[-1][1] >= total / size:
            before, more = blocks.pop()
            total, size = total + before, size + more
        blocks.append((total, size))
    level = [total / size for total, size in blocks for _each in range(size)]
    gaps = accumulate([gap / 2, *[gap] * (len(wanted) - 1)]) if wanted else ()
    return [
        min(max(place - gap / 2, 0), room) + offset
        for place, offset in zip(level, gaps, strict=True)
    ]
