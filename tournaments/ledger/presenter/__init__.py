"""Texts of pages and notices of settlements and payments."""

from tournaments.ledger.presenter.corrections import correction_part
from tournaments.ledger.presenter.names import events_of
from tournaments.ledger.presenter.notices import URGENT, NoticeText, notice_text
from tournaments.ledger.presenter.payments import (
    OwnPayments,
    PaymentPage,
    closed_lines,
    own_payments,
    payment_page,
)
from tournaments.ledger.presenter.settlement import (
    ClosedSettlement,
    SettlementPage,
    SettlementSummary,
    closed_settlement,
    may_correct,
    settlement_page,
    settlement_summary,
)
from tournaments.ledger.presenter.transfers import TransferLine, new_key

__all__ = [
    "URGENT",
    "ClosedSettlement",
    "NoticeText",
    "OwnPayments",
    "PaymentPage",
    "SettlementPage",
    "SettlementSummary",
    "TransferLine",
    "closed_lines",
    "closed_settlement",
    "correction_part",
    "events_of",
    "may_correct",
    "new_key",
    "notice_text",
    "own_payments",
    "payment_page",
    "settlement_page",
    "settlement_summary",
]
