"""Ratings of the strengths of bots, measured in deals among them, and the file that has them.

`python -m benchmarks bots --ratings` measures them and writes the file. They have the scale of
people's ratings, but compare bots with each other only.
"""

import json
import logging
import math
from collections.abc import Mapping
from functools import cache
from pathlib import Path
from typing import Any, Final, NamedTuple

from games.bots.net.weights import version
from games.bots.strengths import Strength

logger = logging.getLogger(__name__)

FILE: Final = Path(__file__).with_name("ratings.json")
#: Ratings are shown as multiples of one of these: the least that is not below the standard error.
ROUNDED_TO: Final = (5, 10, 20, 50, 100)


class RatingsError(ValueError):
    """A file that does not contain ratings of bots."""


class BotRating(NamedTuple):
    """The measured rating of a strength, with its standard error, both in points of rating."""

    rating: float
    error: float

    @property
    def about(self) -> int:
        """The rating, rounded as far as its standard error makes it uncertain.

        >>> [BotRating(1483.2, error).about for error in (3, 8.5, 12)]
        [1485, 1480, 1480]
        """
        step = next((each for each in ROUNDED_TO if each >= self.error), ROUNDED_TO[-1])
        return step * round(self.rating / step)


class BotRatings(NamedTuple):
    """The ratings of the strengths, and what they were measured with."""

    #: The version of the network's weights (`games.bots.net.weights.version`).
    weights: str
    #: Number of deals.
    deals: int
    #: What repeats the measurement: presets, packs of each, deals in a session, and the seed.
    measured: Mapping[str, Any]
    of: Mapping[Strength, BotRating]


def write_ratings(path: Path, measured: BotRatings) -> None:
    """Write a file of ratings, rounded to a tenth of a point."""
    content = {
        "weights": measured.weights,
        "deals": measured.deals,
        "measured": measured.measured,
        "ratings": {
            strength.value: {"rating": round(each.rating, 1), "error": round(each.error, 1)}
            for strength, each in measured.of.items()
        },
    }
    path.write_text(json.dumps(content, indent=2) + "\n")


def read_ratings(path: Path) -> BotRatings:
    """Return the ratings in a file.

    :raises RatingsError: if the file has something else
    :raises OSError: if it cannot be read
    """
    try:
        content = json.loads(path.read_text("utf-8"))
        of = {
            Strength(code): BotRating(_number(each["rating"]), _number(each["error"]))
            for code, each in content["ratings"].items()
        }
        found = BotRatings(
            str(content["weights"]), int(content["deals"]), dict(content["measured"]), of
        )
    except (ValueError, KeyError, TypeError, AttributeError) as error:
        raise RatingsError(f"{type(error).__name__}: {error}") from error
    if found.deals < 1 or any(each.error < 0 for each in of.values()):
        raise RatingsError("no deals, or a negative standard error")
    return found


@cache
def ratings(path: Path = FILE) -> BotRatings | None:
    """Return the ratings of the app's bots; None if there are none for them, which is logged once.

    There are none without a readable file, and with other weights than those of the measurement.
    """
    try:
        found = read_ratings(path)
    except (OSError, RatingsError) as error:
        logger.error("Ratings of bots cannot be read: %s (%s)", path.name, error)  # noqa: TRY400
        return None
    if found.weights != version():
        logger.warning(
            "Ratings of bots are not shown: measured with weights %s instead of %s",
            found.weights,
            version() or "none",
        )
        return None
    return found


def _number(value: object) -> float:
    """Return a finite number; raise `ValueError` for anything else."""
    if isinstance(value, bool) or not isinstance(value, int | float) or not math.isfinite(value):
        raise ValueError(f"no number: {value!r}")
    return float(value)
