"""Entrants of an event, with the parts of their totals that are not results."""

from dataclasses import dataclass
from fractions import Fraction

#: Type of totals: integers, or fractions if results are averages.
Points = int | Fraction


@dataclass(frozen=True, slots=True)
class Penalty:
    """Points deducted from an entrant by a penalty in force."""

    #: Above zero.
    points: int
    #: Round in which it was given, from 1; 0 before the first.
    round: int = 0


@dataclass(frozen=True, slots=True)
class Adjustment:
    """Points added to or deducted from an entrant apart from results, such as for sitting out.

    Unlike a penalty, it does not affect tie-breaks.
    """

    points: int
    #: Round to which it belongs, from 1; 0 before the first.
    round: int = 0


@dataclass(frozen=True, slots=True)
class Entrant:
    """A participant of an event: number, seed, first and last round, penalties, adjustments."""

    #: Unique in the event.
    number: int
    #: Seeding by rating among the entrants, 1 for the strongest; None for unseeded entrants.
    seed_rank: int | None = None
    #: First round in which the entrant takes part, from 1.
    joined: int = 1
    #: Last round of an entrant who has left; None for current ones.
    left: int | None = None
    penalties: tuple[Penalty, ...] = ()
    adjustments: tuple[Adjustment, ...] = ()

    def plays(self, round_number: int) -> bool:
        """Return whether the entrant takes part in that round, counted from 1."""
        return self.joined <= round_number and (self.left is None or round_number <= self.left)
