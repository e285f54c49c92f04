"""Fault codes and data of the audit; `sentences` has the messages."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from enum import StrEnum, auto
from typing import Any, Self


class FaultCode(StrEnum):
    """Kinds of errors that the audit finds, such as a missing or wrong settlement.

    ``there`` is the stored value, ``due`` the correct one.

    The parameters of each message are given beside it.
    """

    # Deals: ``session``, ``number``
    DEAL_UNREADABLE = auto()
    DEAL_RULES = auto()
    #: ``at``
    DEAL_ACTION_REFUSED = auto()
    #: ``at``
    DEAL_ACTION_MISSING = auto()
    DEAL_NOT_OVER = auto()
    DEAL_WITHOUT_RESULT = auto()
    #: ``what``, ``there``, ``due``
    DEAL_RESULT = auto()
    # Sessions: ``session``
    #: ``seat``, ``what``, ``there``, ``due``
    SEAT_RESULT = auto()
    SESSION_UNSETTLED = auto()
    SESSION_SETTLED_ALONE = auto()
    SESSION_SETTLED_EARLY = auto()
    # Settlements: ``settlement``
    SETTLEMENT_MISSING = auto()
    SETTLEMENT_DOES_NOT_ADD_UP = auto()
    #: ``what``, ``there``, ``due``
    SETTLEMENT_TERMS = auto()
    #: ``account``, ``there``, ``due``, ``currency``
    BALANCE = auto()
    #: ``there``, ``currency``
    BALANCES_NOT_ZERO = auto()
    #: ``account``, ``there``, ``due``, ``currency``
    BALANCE_NOT_CARRIED = auto()
    #: ``payer``, ``payee``, ``there``, ``due``, ``currency``
    DEBT = auto()
    #: ``account``, ``there``, ``due``, ``currency``
    DEBTS_DO_NOT_PAY_OFF = auto()
    #: ``account``, ``there``, ``due``, ``currency``
    TRANSFERS_DO_NOT_PAY_OFF = auto()
    #: ``there``, ``due``
    TRANSFERS_TOO_MANY = auto()
    TRANSFERS_UNCALLED_FOR = auto()
    # Postings: ``posting``
    POSTING_MISSING = auto()
    POSTING_UNCALLED_FOR = auto()
    #: ``what``, ``there``, ``due``
    POSTING_HEAD = auto()
    #: ``account``, ``there``, ``due``, ``currency``
    POSTING_LINE = auto()
    #: ``there``, ``currency``
    POSTING_NOT_ZERO = auto()
    POSTING_UNKNOWN = auto()
    POSTING_NOT_REVERSED = auto()
    POSTING_REVERSED = auto()
    #: ``account``
    LINE_OF_ANOTHER_BOOK = auto()
    #: ``account``
    LINE_WITHOUT_POSTING = auto()
    # Accounts: ``account``, ``posting``, ``there``, ``due``
    LINE_NUMBER = auto()
    #: ``currency``
    LINE_BALANCE = auto()
    #: ``there``, ``currency``
    BOOK_NOT_ZERO = auto()
    # Payments: ``payment``, ``settlement``
    PAYMENT_NOT_POSTED = auto()
    PAYMENT_POSTED_EARLY = auto()
    #: ``there``, ``due``
    PAYMENT_RECORD = auto()
    #: ``payer``, ``payee``, ``settlement``, ``there``, ``due``, ``currency``
    TRANSFER_OPEN = auto()
    # Agreements: ``account``, ``posting``
    AGREEMENT_MISSING = auto()
    AGREEMENT_OF_ANOTHER = auto()
    #: ``agreement``, ``account``, ``there``, ``due``, ``currency``
    AGREEMENT_EXCEEDED = auto()
    # The audit
    #: ``count``
    MORE = auto()


@dataclass(frozen=True, slots=True)
class Fault:
    """An error in the ledger and the row that shows it."""

    code: FaultCode
    #: The row: model name and key.
    model: str
    key: int | str
    #: The club whose organizers see it; None outside clubs.
    club_id: int | None
    #: Message parameters: integers, strings, and lists of these.
    params: Mapping[str, Any] = field(default_factory=dict)

    def to_data(self) -> dict[str, Any]:
        """Return the fault as JSON data; `from_data` is the inverse."""
        return {
            "code": self.code.value,
            "model": self.model,
            "key": self.key,
            "club": self.club_id,
            "params": dict(self.params),
        }

    @classmethod
    def from_data(cls, data: Mapping[str, Any]) -> Self:
        """Return the fault stored as JSON data by `to_data`."""
        return cls(
            FaultCode(data["code"]), data["model"], data["key"], data["club"], data["params"]
        )
