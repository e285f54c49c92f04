"""Models of the ledger: accounts, postings, settlements, payments."""

from tournaments.ledger.models.account import Account
from tournaments.ledger.models.book import Posting, PostingLine
from tournaments.ledger.models.club_book import AuditRun, ClubBook
from tournaments.ledger.models.correction import (
    FINAL_AFTER,
    ProposedCorrection,
    SessionCorrection,
    is_final,
    lapse_of,
)
from tournaments.ledger.models.notice import LedgerNotice
from tournaments.ledger.models.payment import Payment, PaymentRecord, Reminder
from tournaments.ledger.models.pending import PendingResult
from tournaments.ledger.models.settlement import Balance, Debt, Settlement, TakenUp, Transfer

__all__ = [
    "FINAL_AFTER",
    "Account",
    "AuditRun",
    "Balance",
    "ClubBook",
    "Debt",
    "LedgerNotice",
    "Payment",
    "PaymentRecord",
    "PendingResult",
    "Posting",
    "PostingLine",
    "ProposedCorrection",
    "Reminder",
    "SessionCorrection",
    "Settlement",
    "TakenUp",
    "Transfer",
    "is_final",
    "lapse_of",
]
