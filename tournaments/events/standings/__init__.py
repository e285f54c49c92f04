"""Standings: ranking of entrants, with the arithmetic behind it.

Pure: computed only from the rounds played and the entrants' penalties and adjustments. A corrected
result is simply a changed round. Places are decided by `TIE_BREAKS`, in that order; if all are
equal, the place is shared. The order in which entrants are given has no influence.
"""

from tournaments.events.standings.chances import Bounds, Chance, chances
from tournaments.events.standings.cross_table import Meeting, cross_table
from tournaments.events.standings.entrants import Adjustment, Entrant, Penalty, Points
from tournaments.events.standings.lines import (
    TIE_BREAKS,
    CountingRule,
    Decision,
    RoundScore,
    StageReached,
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
    "CountingRule",
    "Decision",
    "Entrant",
    "Meeting",
    "Penalty",
    "Points",
    "RoundScore",
    "StageReached",
    "Standing",
    "chances",
    "changed_lines",
    "cross_table",
    "places",
    "standings",
]
