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
from tournaments.events.calendar.models import EventReader
from tournaments.events.club_nights.models import NightSession, NightTable
from tournaments.events.core.models import Event, EventRecord
from tournaments.events.corrections.models import EntryPenalty, EventCorrection
from tournaments.events.duplicate.models import RoundPacks
from tournaments.events.entries.models import Entry
from tournaments.events.guest_links.models import GuestLink
from tournaments.events.manual_seating.models import ApartPair
from tournaments.events.paper.models import PaperDeal, PaperDealRecord
from tournaments.events.round_clock.models import RoundClock
from tournaments.events.rounds.models import EventRound, EventSeat, EventTable, TakenBackTable
from tournaments.events.seasons.models import Season, SeasonEvent, SeasonRecord
from tournaments.events.series.models import EventSeries, SeriesEvent
from tournaments.events.substitutes.models import Substitution
from tournaments.events.terms.models import PastTerms
from tournaments.ledger.audit.models import AuditRun
from tournaments.ledger.bills.models import Bill, BillShare
from tournaments.ledger.book.models import Account, ClubBook, Posting, PostingLine
from tournaments.ledger.corrections.models import SessionCorrection
from tournaments.ledger.dues.models import Dues, DuesCharge, DuesExemption
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
    "Bill",
    "BillShare",
    "Club",
    "ClubBook",
    "ClubRecord",
    "ClubRules",
    "Debt",
    "Dues",
    "DuesCharge",
    "DuesExemption",
    "Entry",
    "EntryPenalty",
    "Event",
    "EventCorrection",
    "EventReader",
    "EventRecord",
    "EventRound",
    "EventSeat",
    "EventSeries",
    "EventTable",
    "GuestLink",
    "Invitation",
    "JoinRequest",
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
    "RoundClock",
    "RoundPacks",
    "Season",
    "SeasonEvent",
    "SeasonRecord",
    "SeriesEvent",
    "SessionCorrection",
    "Settlement",
    "Substitution",
    "TableInvitation",
    "TakenBackTable",
    "TakenUp",
    "Transfer",
]
