"""What seating, formats and standings speak of: entrants at tables, round by round.

Pure values. An entrant is a number that is unique in its event. Seats are listed in the order of
play: whoever is listed next plays right after, and the first plays after the last.
"""

from collections.abc import Mapping
from dataclasses import dataclass, field

#: An entrant's number; where a bot sits there is None.
Seat = int | None


@dataclass(frozen=True, slots=True)
class Seating:
    """Who sits where in one round."""

    #: The tables by number, the first being table 1; each lists its seats in the order of play.
    tables: tuple[tuple[Seat, ...], ...]
    #: Who sits out.
    out: tuple[int, ...] = ()

    @property
    def seated(self) -> tuple[int, ...]:
        """All entrants who sit at a table, table by table."""
        return tuple(entrant for table in self.tables for entrant in table if entrant is not None)


@dataclass(frozen=True, slots=True)
class Result:
    """What one entrant came to in one round; all in points, not in money."""

    #: The sum of the nets of the round's deals.
    net: int
    #: How many of the deals the entrant won.
    deals_won: int = 0
    #: How many deals the entrant played.
    deals: int = 0


@dataclass(frozen=True, slots=True)
class Round:
    """A round that was played, or is to be."""

    seating: Seating
    #: Results by entrant; empty as long as the round is not over.
    results: Mapping[int, Result] = field(default_factory=dict)
    #: What the round is: empty for an ordinary one, or a stage such as "group" and "final".
    stage: str = ""
