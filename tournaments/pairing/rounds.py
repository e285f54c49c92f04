"""Shared values of seating, formats and standings: entrants, and their tables by round.

Pure. An entrant's number is unique in its event. Seats are listed in playing order: each
entrant is followed by the next in the list, and the last by the first.
"""

from collections.abc import Mapping
from dataclasses import dataclass, field
from fractions import Fraction

#: An entrant's number; None for a bot.
Occupant = int | None
#: Type of totals: integers, or fractions if results are averages.
Points = int | Fraction


@dataclass(frozen=True, slots=True)
class Seating:
    """Seating of one round: the tables with their occupants, and those who sit out."""

    #: Tables in order, the first being table 1; each lists its seats in playing order.
    tables: tuple[tuple[Occupant, ...], ...]
    #: Entrants who sit out.
    out: tuple[int, ...] = ()

    @property
    def seated(self) -> tuple[int, ...]:
        """All seated entrants, table by table."""
        return tuple(entrant for table in self.tables for entrant in table if entrant is not None)


@dataclass(frozen=True, slots=True)
class RoundResult:
    """Result of an entrant in a round: net points, deals won and deals played."""

    #: Sum of the nets of the round's deals.
    net: int
    #: Number of deals won.
    deals_won: int = 0
    #: Number of deals played.
    deals: int = 0


@dataclass(frozen=True, slots=True)
class Round:
    """A played or planned round: its seating, stage and, once over, its results."""

    seating: Seating
    #: Results by entrant; empty until the round is over.
    results: Mapping[int, RoundResult] = field(default_factory=dict)
    #: Stage of the round: empty for ordinary rounds, or a name such as "group" or "final".
    stage: str = ""


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
    """A participant of an event: number, seed, first, last and skipped rounds, and points."""

    #: Unique in the event.
    number: int
    #: Seeding by rating among the entrants, 1 for the strongest; None for unseeded entrants.
    seed_rank: int | None = None
    #: First round in which the entrant takes part, from 1.
    joined: int = 1
    #: Last round of an entrant who has left; None for current ones.
    left: int | None = None
    #: Rounds that the entrant chose to skip: they are not seated, don't sit out and get no points.
    skipped: tuple[int, ...] = ()
    penalties: tuple[Penalty, ...] = ()
    adjustments: tuple[Adjustment, ...] = ()

    def is_in(self, round_number: int) -> bool:
        """Return whether the entrant has joined by that round, from 1, and not left before it."""
        return self.joined <= round_number and (self.left is None or round_number <= self.left)

    def plays(self, round_number: int) -> bool:
        """Return whether the entrant takes part in that round, counted from 1."""
        return self.is_in(round_number) and round_number not in self.skipped
