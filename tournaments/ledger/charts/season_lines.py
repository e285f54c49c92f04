"""Geometry of several players' lines and the labels at their ends."""

from collections.abc import Mapping, Sequence
from itertools import accumulate
from math import ceil
from typing import Final

from tournaments.ledger.charts.scale import Scale, percent
from tournaments.ledger.charts.step_line import Place

#: Maximum number of markers on a line.
MAX_MARKS: Final = 8


def amounts_by_column(amounts: Mapping[int, int], event_count: int) -> list[int | None]:
    """Return a player's running amount before all events and after each one, as columns.

    A player starts at zero just before their first event, with None in earlier columns, and keeps
    the amount through missed events.
    """
    first_event = min(amounts)
    columns: list[int | None] = [None] * first_event
    amount = 0
    columns.append(amount)
    for event in range(first_event, event_count):
        amount = amounts.get(event, amount)
        columns.append(amount)
    return columns


def column_across(column: int, event_count: int) -> float:
    """Return a column's horizontal position in percent; column 0 is before all events."""
    return 100 * column / event_count


def line_places(amounts: Sequence[int | None], scale: Scale) -> tuple[Place, ...]:
    """Return the points of a player's line, starting just before their first event."""
    return tuple(
        Place(percent(column_across(column, len(amounts) - 1)), percent(scale.down(amount)))
        for column, amount in enumerate(amounts)
        if amount is not None
    )


def marker_places(points: Sequence[Place], event_count: int) -> tuple[Place, ...]:
    """Return the points to mark, at most eight: the last one, and evenly spaced ones before it."""
    return tuple(points[:0:-1][:: ceil(event_count / MAX_MARKS)][::-1])


def spread(positions: Sequence[float], gap: float) -> list[float]:
    """Return positions at least `gap` apart and as close to `positions` as possible, in order.

    All values are percentages; `positions` never decreases. Results keep half a gap from the edges.

    :raises ValueError: if they do not all fit
    """
    room = 100 - gap * len(positions)
    if room < 0:
        raise ValueError("the labels do not fit")
    # Without the gaps the positions must not decrease: neighbours that do share their mean.
    blocks: list[tuple[float, int]] = []
    for index, place in enumerate(positions):
        total, size = place - gap * index, 1
        while blocks and blocks[-1][0] / blocks[-1][1] >= total / size:
            before, more = blocks.pop()
            total, size = total + before, size + more
        blocks.append((total, size))
    level = [total / size for total, size in blocks for _each in range(size)]
    gaps = accumulate([gap / 2, *[gap] * (len(positions) - 1)]) if positions else ()
    return [
        min(max(place - gap / 2, 0), room) + offset
        for place, offset in zip(level, gaps, strict=True)
    ]
