"""Database models of events: entries, rounds, seats, results, activity and notifications."""

from tournaments.events.models.club_night import NightSession, NightTable
from tournaments.events.models.correction import EventCorrection
from tournaments.events.models.entry import Entry, EntryPenalty
from tournaments.events.models.event import Event, new_seed
from tournaments.events.models.notice import EventNotice, EventReader, new_calendar_token
from tournaments.events.models.packs import RoundPacks
from tournaments.events.models.pairs import ApartPair
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
from tournaments.events.models.season import Season, SeasonEvent, SeasonRecord
from tournaments.events.models.substitution import Substitution
from tournaments.events.models.taken_back import TakenBackTable
from tournaments.events.models.terms import PastTerms

__all__ = [
    "ApartPair",
    "Entry",
    "EntryPenalty",
    "Event",
    "EventCorrection",
    "EventNotice",
    "EventReader",
    "EventRecord",
    "EventRound",
    "EventSeat",
    "EventTable",
    "NightSession",
    "NightTable",
    "PaperDeal",
    "PaperDealRecord",
    "PastTerms",
    "RoundPacks",
    "Season",
    "SeasonEvent",
    "SeasonRecord",
    "Substitution",
    "TakenBackTable",
    "new_calendar_token",
    "new_seed",
    "seating_of",
    "stored_deal",
    "stored_seating",
    "written_deal",
]
