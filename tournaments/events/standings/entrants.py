"""Who takes part in an event, with what their totals are made of besides results."""

from dataclasses import dataclass
from fractions import Fraction

#: What totals are made of: whole numbers, and fractions where results are averages.
Points = int | Fraction


@dataclass(frozen=True, slots=True)
class Penalty:
    """Points that an entrant loses, by a decision that still holds."""

    #: Above zero.
    points: int
    #: The round in which it was given, from 1; 0 before the first.
    round: int = 0


@dataclass(frozen=True, slots=True)
class Adjustment:
    """Points that an entrant is given besides results, such as for sitting out; or that are taken.

    No penalty: among equals nobody stands lower for it.
    """

    points: int
    #: The round that it belongs to, from 1; 0 before the first.
    round: int = 0


@dataclass(frozen=True, slots=True)
class Entrant:
    """Somebody who takes part in an event, as seating and standings see them."""

    #: Unique in the event.
    number: int
    #: The place by rating among the entrants, 1 being the best; None where nobody knows.
    seed_rank: int | None = None
    #: The first round in which they take part, from 1.
    joined: int = 1
    #: The last round in which they took part; None for those who are still in.
    left: int | None = None
    penalties: tuple[Penalty, ...] = ()
    adjustments: tuple[Adjustment, ...] = ()

    def plays(self, round_number: int) -> bool:
        """Tell whether they take part in that round, counted from 1."""
        return self.joined <= round_number and (self.left is None or round_number <= self.left)
