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
    PaperDeal,
    PaperDealRecord,
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
    "PaperDeal",
    "PaperDealRecord",
    "RatedSession",
    "Rating",
    "RatingChange",
    "Settlement",
    "Transfer",
]
