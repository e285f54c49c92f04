"""Shared values of seating, formats and standings: entrants at tables, round by round.

Pure. An entrant is a number that is unique in its event. Seats are listed in playing order: each
entrant is followed by the next in the list, and the last by the first.
"""

from collections.abc import Mapping
from dataclasses import dataclass, field

#: An entrant's number; None for a bot.
Occupant = int | None


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
