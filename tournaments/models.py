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
    Entry,
    EntryPenalty,
    Event,
    EventRecord,
    EventRound,
    EventSeat,
    EventTable,
    RoundPacks,
)
from tournaments.ledger.models import Balance, Debt, Settlement, Transfer
from tournaments.ratings.models import RatedSession, Rating, RatingChange

__all__ = [
    "Balance",
    "Club",
    "ClubRecord",
    "ClubRules",
    "Debt",
    "Entry",
    "EntryPenalty",
    "Event",
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
    "RoundPacks",
    "Settlement",
    "Transfer",
]
