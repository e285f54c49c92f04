"""Standings: who is ahead in an event, and by which arithmetic.

Pure: from the rounds that were played, and the penalties and adjustments that entrants have,
follows everything. A corrected result is a changed round and nothing else. Places go by what
`TIE_BREAKS` lists, in that order; where all of it is equal the place is shared. The order in which
entrants are given never decides.
"""

from tournaments.events.standings.chances import Bounds, Chance, chances
from tournaments.events.standings.cross_table import Meeting, cross_table
from tournaments.events.standings.entrants import Adjustment, Entrant, Penalty, Points
from tournaments.events.standings.lines import (
    TIE_BREAKS,
    Counted,
    Decision,
    Reached,
    RoundScore,
    Standing,
    changed_lines,
    places,
    standings,
)

__all__ = [
    "TIE_BREAKS",
    "Adjustment",
    "Bounds",
    "Chance",
    "Counted",
    "Decision",
    "Entrant",
    "Meeting",
    "Penalty",
    "Points",
    "Reached",
    "RoundScore",
    "Standing",
    "chances",
    "changed_lines",
    "cross_table",
    "places",
    "standings",
]
