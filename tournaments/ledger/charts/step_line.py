"""Step line with filled areas between it and zero, and downsampling of its points."""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta
from itertools import groupby, pairwise
from typing import Final

from tournaments.ledger.charts.scale import Scale, percent

#: Points kept per column: first, last, lowest and highest.
KEPT: Final = 4


@dataclass(frozen=True, slots=True)
class Place:
    """A position in percent of the plot area, from the left and from the top."""

    x: str
    y: str


@dataclass(frozen=True, slots=True)
class StepLine:
    """SVG paths of the line and the areas above and below zero, grid heights, and the points."""

    line: str
    above: str
    below: str
    zero: str
    grid: tuple[str, ...]
    places: tuple[Place, ...]


def moments_across(moments: Sequence[datetime]) -> list[float]:
    """Return each moment's horizontal position in percent; evenly spaced if all are equal.

    :raises ValueError: if there are fewer than two moments, or they go back in time
    """
    if len(moments) < 2:
        raise ValueError("a line needs at least two points")
    if any(later < earlier for earlier, later in pairwise(moments)):
        raise ValueError("moments must not go back in time")
    span = moments[-1] - moments[0]
    if span == timedelta():
        return [100 * index / (len(moments) - 1) for index in range(len(moments))]
    return [100 * ((moment - moments[0]) / span) for moment in moments]


def step_line(across: Sequence[float], amounts: Sequence[int], scale: Scale) -> StepLine:
    """Return the drawing of amounts as steps, each amount valid until the next position."""
    return StepLine(
        line="M" + _steps(across, amounts, scale),
        above=_area(across, [max(amount, 0) for amount in amounts], scale),
        below=_area(across, [min(amount, 0) for amount in amounts], scale),
        zero=percent(scale.down(0)),
        grid=tuple(percent(scale.down(tick)) for tick in scale.ticks if tick),
        places=tuple(
            Place(percent(x), percent(scale.down(amount)))
            for x, amount in zip(across, amounts, strict=True)
        ),
    )


def _steps(across: Sequence[float], amounts: Sequence[int], scale: Scale) -> str:
    """Return the SVG path of the steps, from the first amount to the last."""
    way = [f"{percent(across[0])} {percent(scale.down(amounts[0]))}"]
    for x, before, amount in zip(across[1:], amounts, amounts[1:], strict=False):
        way.append(f"H{percent(x)}")
        if amount != before:
            way.append(f"V{percent(scale.down(amount))}")
    return "".join(way)


def _area(across: Sequence[float], amounts: Sequence[int], scale: Scale) -> str:
    """Return the outline of the area between the steps and zero; empty if there is none."""
    if not any(amounts):
        return ""
    zero = percent(scale.down(0))
    return f"M{_steps(across, amounts, scale)}V{zero}H{percent(across[0])}Z"


def downsample(across: Sequence[float], amounts: Sequence[int], columns: int) -> list[int]:
    """Return the indexes of the points to draw, in order: the ends and extremes of each column.

    All are returned if there are at most four per column. `across` are percentages that never
    decrease. The drawn line looks the same as one through all points if a column is no wider than
    the line.
    """
    everything = range(len(amounts))
    if len(amounts) <= KEPT * columns:
        return list(everything)

    def column(index: int) -> int:
        """Return the column in which the point with this index is drawn."""
        return min(int(across[index] * columns / 100), columns - 1)

    kept: set[int] = set()
    for _column, group in groupby(everything, column):
        inside = list(group)
        kept |= {
            inside[0],
            inside[-1],
            min(inside, key=amounts.__getitem__),
            max(inside, key=amounts.__getitem__),
        }
    return sorted(kept)
