"""Who sits with whom, in which order, at which table, over the rounds of an event.

`ways` says how a number of players can be divided over tables. `seat_rounds` seats rounds ahead,
`seat_groups` one round of which it is known already who plays together, and `quality` tells how
good seatings are. Perfect designs are used where they are known (`designs.py`), a search
elsewhere (`search.py`); all of it is decided by the arguments, a seed among them.
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
