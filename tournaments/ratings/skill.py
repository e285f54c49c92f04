"""Ratings: what the placings of sessions tell about how well people play.

The arithmetic is openskill's Bradley-Terry model with full pairing: a session of four is six
comparisons of two, and the better place wins each. Of openskill's models it orders four
players best; PlackettLuce was seen to give a third place as much as two joint winners.

What is believed of a person is a `Skill`: a mean, and how far off it may be. People are shown a
number on the familiar scale of chess instead (`Skill.rating`): everybody begins at 1500, give or
take 500, and 400 points more mean about ten to one to finish ahead. It follows from the model:
two well-known players meet with odds of exp(Δmu / (beta·√2)), and 10**(Δ / 400) is the same for
Δ = 30·Δmu, nearly.
"""

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Final

from openskill.models import BradleyTerryFull

START_MU: Final = 25.0
START_SIGMA: Final = START_MU / 3
#: A rating is so many standard deviations off at most, 19 times in 20.
UNCERTAIN_SIGMAS: Final = 2
START_RATING: Final = 1500
_SHOWN_PER_MU: Final = 30
#: A rating that may be off by more is provisional; to get there takes about eight sessions.
PROVISIONAL_ABOVE: Final = 300
#: The same in units of `sigma`; half a point more, since the number that is shown is rounded.
PROVISIONAL_SIGMA: Final = (PROVISIONAL_ABOVE + 0.5) / (_SHOWN_PER_MU * UNCERTAIN_SIGMAS)

# Spelt out although they are the defaults of this release: another one must not move a rating.
_MODEL: Final = BradleyTerryFull(
    mu=START_MU, sigma=START_SIGMA, beta=START_MU / 6, kappa=0.0001, tau=START_MU / 300
)


class RatingError(ValueError):
    """The placings are none that people could be rated by."""


@dataclass(frozen=True, slots=True)
class Skill:
    """What is believed of a person's play: the mean `mu`, and its standard deviation `sigma`."""

    mu: float = START_MU
    sigma: float = START_SIGMA

    @property
    def rating(self) -> int:
        """The mean as people are shown it."""
        return round(START_RATING + _SHOWN_PER_MU * (self.mu - START_MU))

    @property
    def uncertainty(self) -> int:
        """What stands behind the ±: the rating is right within this, 19 times in 20."""
        return round(_SHOWN_PER_MU * UNCERTAIN_SIGMAS * self.sigma)

    @property
    def provisional(self) -> bool:
        """Whether too little is known to take the rating at its word."""
        return self.sigma > PROVISIONAL_SIGMA

    @property
    def worth(self) -> float:
        """What the mean is at the least, in units of `mu`: what lists go by."""
        return self.mu - UNCERTAIN_SIGMAS * self.sigma


@dataclass(frozen=True, slots=True)
class Placing:
    """The place that one player has at the end of a session, and what was believed before it."""

    player: int
    place: int
    skill: Skill


@dataclass(frozen=True, slots=True)
class Rated:
    """What a session makes of one player's skill."""

    player: int
    place: int
    before: Skill
    after: Skill


def rate(placings: Iterable[Placing]) -> list[Rated]:
    """Rate the players of one session by their places, of which several may be equal.

    Lists them by place, then by player. The order in which they are given changes nothing, not
    even the last bit.

    :raises RatingError: for fewer than two players, or one who is given twice
    """
    # Sums of floats depend on their order, so there is one order for each session.
    ordered = sorted(placings, key=lambda placing: (placing.place, placing.player))
    if len(ordered) < 2:
        raise RatingError("nobody can be rated without somebody to compare with")
    if len({placing.player for placing in ordered}) < len(ordered):
        raise RatingError("a player is named twice")
    teams = [[_MODEL.rating(each.skill.mu, each.skill.sigma)] for each in ordered]
    rated = _MODEL.rate(teams, ranks=[float(placing.place) for placing in ordered])
    return [
        Rated(placing.player, placing.place, placing.skill, Skill(after.mu, after.sigma))
        for placing, (after,) in zip(ordered, rated, strict=True)
    ]
