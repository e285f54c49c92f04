"""Lines of several people side by side, and where their names stand."""

from collections.abc import Mapping, Sequence
from itertools import accumulate
from math import ceil
from typing import Final

from tournaments.ledger.charts.scale import Scale, percent
from tournaments.ledger.charts.step_line import Place

#: A line has at most so many marks, or it is all marks.
MOST_MARKS: Final = 8


def filled(amounts: Mapping[int, int], events: int) -> list[int | None]:
    """Return what somebody had before the first event and after each of them.

    Everybody begins with nothing just before their first event, and keeps what they have through
    those where they are missing; further back there is nothing to draw.
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
    """Return how far to the right a column is, in percent; column 0 is before all events."""
    return 100 * column / events


def places(amounts: Sequence[int | None], scale: Scale) -> tuple[Place, ...]:
    """Return where the line passes, from its beginning on."""
    return tuple(
        Place(percent(column_across(column, len(amounts) - 1)), percent(scale.down(amount)))
        for column, amount in enumerate(amounts)
        if amount is not None
    )


def marked(passed: Sequence[Place], events: int) -> tuple[Place, ...]:
    """Return those places that have a mark: the last, and from there back at even distances."""
    return tuple(passed[:0:-1][:: ceil(events / MOST_MARKS)][::-1])


def spread(wanted: Sequence[float], gap: float) -> list[float]:
    """Return places at least `gap` apart, as near to those wanted as can be, in their order.

    All are in percent; `wanted` never falls. Each keeps half a gap from the edges.

    :raises ValueError: there is no room for all
    """
    room = 100 - gap * len(wanted)
    if room < 0:
        raise ValueError("there is no room for all")
    # Without the gaps they must not fall, that is all: neighbours that do share their mean.
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
