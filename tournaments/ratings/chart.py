"""Line chart of ratings with an uncertainty band, as SVG coordinates.

The SVG is stretched to the available space, so it contains no text and its units are relative.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

from games.common import scales
from tournaments.ratings.skill import Skill

WIDTH: Final = 600
HEIGHT: Final = 200
#: Possible distances between grid lines, in rating points.
STEPS: Final = (50, 100, 250, 500, 1000, 2500, 5000)


@dataclass(frozen=True, slots=True)
class Chart:
    """A rating chart as SVG coordinates; `ticks` are the scale's numbers from top to bottom."""

    line: str
    band: str
    dots: tuple[str, ...]
    ticks: tuple[int, ...]
    grid: tuple[str, ...]
    width: int = WIDTH
    height: int = HEIGHT


def chart(skills: Sequence[Skill]) -> Chart:
    """Return a chart of the ratings, evenly spaced; raise ValueError for fewer than two.

    :raises ValueError: for fewer than two ratings, or a range too large for `STEPS`
    """
    if len(skills) < 2:
        raise ValueError("a line needs two ends")
    ticks = scales.ticks(
        min(skill.rating - skill.uncertainty for skill in skills),
        max(skill.rating + skill.uncertainty for skill in skills),
        STEPS,
    )

    def x_of(index: int) -> str:
        """Return the horizontal coordinate of the rating with this index."""
        return f"{WIDTH * index / (len(skills) - 1):.1f}"

    def y_of(rating: int) -> str:
        """Return the vertical coordinate of a rating."""
        return f"{HEIGHT * (ticks[0] - rating) / (ticks[0] - ticks[-1]):.1f}"

    line = [f"{x_of(at)},{y_of(skill.rating)}" for at, skill in enumerate(skills)]
    upper = [
        f"{x_of(at)},{y_of(skill.rating + skill.uncertainty)}" for at, skill in enumerate(skills)
    ]
    lower = [
        f"{x_of(at)},{y_of(skill.rating - skill.uncertainty)}" for at, skill in enumerate(skills)
    ]
    return Chart(
        line=" ".join(line),
        band=" ".join([*upper, *reversed(lower)]),
        dots=tuple(line),
        ticks=ticks,
        grid=tuple(y_of(tick) for tick in ticks),
    )
