"""A line of ratings with the band of their uncertainty, as coordinates to be drawn.

The drawing is stretched to whatever room there is, so its units mean nothing but a share of it,
and what must not be stretched, the writing, is no part of it.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

from games.common import scales
from tournaments.ratings.skill import Skill

WIDTH: Final = 600
HEIGHT: Final = 200
#: How far the lines across may lie from each other.
STEPS: Final = (50, 100, 250, 500, 1000, 2500, 5000)


@dataclass(frozen=True, slots=True)
class Chart:
    """What is drawn: `ticks` are the numbers of the scale, evenly spread from top to bottom."""

    line: str
    band: str
    dots: tuple[str, ...]
    ticks: tuple[int, ...]
    grid: tuple[str, ...]
    width: int = WIDTH
    height: int = HEIGHT


def chart(skills: Sequence[Skill]) -> Chart:
    """Draw ratings one after the other, evenly spaced.

    :raises ValueError: for fewer than two, which make no line, or a range beyond all measure
    """
    if len(skills) < 2:
        raise ValueError("a line needs two ends")
    ticks = scales.ticks(
        min(skill.rating - skill.uncertainty for skill in skills),
        max(skill.rating + skill.uncertainty for skill in skills),
        STEPS,
    )

    def across(index: int) -> str:
        return f"{WIDTH * index / (len(skills) - 1):.1f}"

    def down(rating: int) -> str:
        return f"{HEIGHT * (ticks[0] - rating) / (ticks[0] - ticks[-1]):.1f}"

    line = [f"{across(at)},{down(skill.rating)}" for at, skill in enumerate(skills)]
    upper = [
        f"{across(at)},{down(skill.rating + skill.uncertainty)}" for at, skill in enumerate(skills)
    ]
    lower = [
        f"{across(at)},{down(skill.rating - skill.uncertainty)}" for at, skill in enumerate(skills)
    ]
    return Chart(
        line=" ".join(line),
        band=" ".join([*upper, *reversed(lower)]),
        dots=tuple(line),
        ticks=ticks,
        grid=tuple(down(tick) for tick in ticks),
    )
