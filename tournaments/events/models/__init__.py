"""What is kept of events: who entered, who sat where in which round, and who decided what."""

from tournaments.events.models.entry import Entry, EntryPenalty
from tournaments.events.models.event import Event, new_seed
from tournaments.events.models.paper import (
    PaperDeal,
    PaperDealRecord,
    stored_deal,
    written_deal,
)
from tournaments.events.models.record import EventRecord
from tournaments.events.models.round import (
    EventRound,
    EventSeat,
    EventTable,
    seating_of,
    stored_seating,
)

__all__ = [
    "Entry",
    "EntryPenalty",
    "Event",
    "EventRecord",
    "EventRound",
    "EventSeat",
    "EventTable",
    "PaperDeal",
    "PaperDealRecord",
    "new_seed",
    "seating_of",
    "stored_deal",
    "stored_seating",
    "written_deal",
]
