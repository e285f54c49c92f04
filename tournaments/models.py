"""The models of the app; each lives in the room that it belongs to."""

from tournaments.clubs.models import (
    Club,
    ClubRecord,
    ClubRules,
    Invitation,
    JoinRequest,
    Membership,
    News,
)
from tournaments.events.models import (
    ApartPair,
    Entry,
    EntryPenalty,
    Event,
    EventNotice,
    EventReader,
    EventRecord,
    EventRound,
    EventSeat,
    EventTable,
    TakenBackTable,
)
from tournaments.ledger.models import Balance, Debt, Settlement, Transfer
from tournaments.ratings.models import RatedSession, Rating, RatingChange

__all__ = [
    "ApartPair",
    "Balance",
    "Club",
    "ClubRecord",
    "ClubRules",
    "Debt",
    "Entry",
    "EntryPenalty",
    "Event",
    "EventNotice",
    "EventReader",
    "EventRecord",
    "EventRound",
    "EventSeat",
    "EventTable",
    "Invitation",
    "JoinRequest",
    "Membership",
    "News",
    "RatedSession",
    "Rating",
    "RatingChange",
    "Settlement",
    "TakenBackTable",
    "Transfer",
]
