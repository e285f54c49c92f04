"""All models of the app, for Django; each is defined in its own package."""

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
    EventCorrection,
    EventNotice,
    EventReader,
    EventRecord,
    EventRound,
    EventSeat,
    EventTable,
    NightSession,
    NightTable,
    PaperDeal,
    PaperDealRecord,
    PastTerms,
    RoundPacks,
    Season,
    SeasonEvent,
    SeasonRecord,
    Substitution,
    TakenBackTable,
)
from tournaments.ledger.book.account import Account
from tournaments.ledger.book.club_book import AuditRun, ClubBook
from tournaments.ledger.book.models import Posting, PostingLine
from tournaments.ledger.corrections.models import SessionCorrection
from tournaments.ledger.notices.models import LedgerNotice
from tournaments.ledger.payees.models import PayeeDetails
from tournaments.ledger.payments.models import Payment, PaymentRecord, Reminder
from tournaments.ledger.settling.models import Balance, Debt, Settlement, TakenUp, Transfer
from tournaments.people.models import TableInvitation
from tournaments.ratings.models import RatedSession, Rating, RatingChange

__all__ = [
    "Account",
    "ApartPair",
    "AuditRun",
    "Balance",
    "Club",
    "ClubBook",
    "ClubRecord",
    "ClubRules",
    "Debt",
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
    "Invitation",
    "JoinRequest",
    "LedgerNotice",
    "Membership",
    "News",
    "NightSession",
    "NightTable",
    "PaperDeal",
    "PaperDealRecord",
    "PastTerms",
    "PayeeDetails",
    "Payment",
    "PaymentRecord",
    "Posting",
    "PostingLine",
    "RatedSession",
    "Rating",
    "RatingChange",
    "Reminder",
    "RoundPacks",
    "Season",
    "SeasonEvent",
    "SeasonRecord",
    "SessionCorrection",
    "Settlement",
    "Substitution",
    "TableInvitation",
    "TakenBackTable",
    "TakenUp",
    "Transfer",
]
