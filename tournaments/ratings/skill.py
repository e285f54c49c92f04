"""Rating arithmetic: estimates of players' skill from their places in sessions.

It uses openskill's Bradley-Terry model with full pairing: a session of four is six comparisons of
two players, each won by the better place. Of openskill's models it ranks four players best;
PlackettLuce gave a third place as much as two joint winners.

A player's `Skill` is a mean and a standard deviation. Pages show a number on the familiar scale of
chess instead (`Skill.rating`): players start at 1500 ± 500, and 400 points more mean odds of about
ten to one to finish ahead. This follows from the model: for two players with known skill the odds
are exp(Δmu / (beta·√2)), which is nearly 10**(Δ / 400) for Δ = 30·Δmu.
"""

import math
from collections.abc import Iterable
from dataclasses import dataclass
from typing import Final

from openskill.models import BradleyTerryFull

START_MU: Final = 25.0
START_SIGMA: Final = START_MU / 3
#: Standard deviations within which a rating is right, 19 times in 20.
UNCERTAIN_SIGMAS: Final = 2
START_RATING: Final = 1500
_SHOWN_PER_MU: Final = 30
_BETA: Final = START_MU / 6
#: By how many points of rating two players of known skill differ if the odds that the better one
#: finishes ahead are e to one.
POINTS_PER_LOG_ODDS: Final = _SHOWN_PER_MU * _BETA * math.sqrt(2)
#: A rating with a larger uncertainty is provisional; it takes about eight sessions to get below.
PROVISIONAL_ABOVE: Final = 300
#: The same in units of `sigma`; half a point more, since the number that is shown is rounded.
PROVISIONAL_SIGMA: Final = (PROVISIONAL_ABOVE + 0.5) / (_SHOWN_PER_MU * UNCERTAIN_SIGMAS)

# The defaults of this release, written out so that another release doesn't change ratings.
_MODEL: Final = BradleyTerryFull(
    mu=START_MU, sigma=START_SIGMA, beta=_BETA, kappa=0.0001, tau=START_MU / 300
)


class RatingError(ValueError):
    """Error raised for placings that can't be rated."""


@dataclass(frozen=True, slots=True)
class Skill:
    """An estimate of a player's skill: the mean `mu` and its standard deviation `sigma`."""

    mu: float = START_MU
    sigma: float = START_SIGMA

    @property
    def rating(self) -> int:
        """The mean on the scale of pages."""
        return round(START_RATING + _SHOWN_PER_MU * (self.mu - START_MU))

    @property
    def uncertainty(self) -> int:
        """The number after ±: the rating is right within this range, 19 times in 20."""
        return round(_SHOWN_PER_MU * UNCERTAIN_SIGMAS * self.sigma)

    @property
    def provisional(self) -> bool:
        """Return whether the rating is still too uncertain to rank with the others."""
        return self.sigma > PROVISIONAL_SIGMA

    @property
    def worth(self) -> float:
        """The lower bound of the mean, in units of `mu`, by which lists are ordered."""
        return self.mu - UNCERTAIN_SIGMAS * self.sigma


@dataclass(frozen=True, slots=True)
class Placing:
    """A player's final place in a session, and the skill before it."""

    player: int
    place: int
    skill: Skill


@dataclass(frozen=True, slots=True)
class Rated:
    """A player's place in a session, and the skill before and after it."""

    player: int
    place: int
    before: Skill
    after: Skill


def rate(placings: Iterable[Placing]) -> list[Rated]:
    """Return the players with old and new skill, by place; raise `RatingError` for under two.

    Places may be tied; the result is sorted by place, then by player. The order of `placings` does
    not change it, not even in the last bit.

    :raises RatingError: for fewer than two players, or a player given twice
    """
    # Sums of floats depend on their order, so the order is fixed.
    ordered = sorted(placings, key=lambda placing: (placing.place, placing.player))
    if len(ordered) < 2:
        raise RatingError("at least two players are needed")
    if len({placing.player for placing in ordered}) < len(ordered):
        raise RatingError("a player is given twice")
    teams = [[_MODEL.rating(each.skill.mu, each.skill.sigma)] for each in ordered]
    rated = _MODEL.rate(teams, ranks=[float(placing.place) for placing in ordered])
    return [
        Rated(placing.player, placing.place, placing.skill, Skill(after.mu, after.sigma))
        for placing, (after,) in zip(ordered, rated, strict=True)
    ]
