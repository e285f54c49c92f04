"""Seating: table groups, seat orders, table numbers and sit-outs over the rounds of an event.

`ways` divides a number of players into tables. `seat_rounds` seats several rounds ahead,
`seat_groups` a single round whose groups are given, and `quality` measures seatings. Perfect
designs are used where they are known (`designs.py`), a search otherwise (`search.py`). The
arguments, which include a seed, determine the result.
"""

from tournaments.events.seating.errors import (
    ForbiddenPairsError,
    OutOfRangeError,
    RepeatedEntrantError,
    SeatingError,
    TooFewPlayersError,
    WayMismatchError,
)
from tournaments.events.seating.quality import Measure, Quality, quality
from tournaments.events.seating.seaters import seat_groups, seat_rounds
from tournaments.events.seating.ways import Way, ways

__all__ = [
    "ForbiddenPairsError",
    "Measure",
    "OutOfRangeError",
    "Quality",
    "RepeatedEntrantError",
    "SeatingError",
    "TooFewPlayersError",
    "Way",
    "WayMismatchError",
    "quality",
    "seat_groups",
    "seat_rounds",
    "ways",
]
