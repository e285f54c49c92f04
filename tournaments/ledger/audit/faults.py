"""Fault codes of the audit with their messages, and the data of a fault."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any, Self

from games.common.denials import LabelledCode, labelled


class FaultCode(LabelledCode):
    """Kinds of errors that the audit finds, such as a missing or wrong settlement.

    ``there`` is the stored value, ``due`` the correct one.

    Comments name parameters that a message doesn't show.
    """

    # Deals: ``session``, ``number``
    DEAL_UNREADABLE = labelled(
        "Deal %(number)s of session %(session)s can’t be replayed: its start is unreadable."
    )
    DEAL_RULES = labelled(
        "Deal %(number)s of session %(session)s was started with rules that differ from the"
        " session’s."
    )
    DEAL_ACTION_REFUSED = labelled(
        "Deal %(number)s of session %(session)s can’t be replayed: the rules reject action %(at)s."
    )
    DEAL_ACTION_MISSING = labelled(
        "Deal %(number)s of session %(session)s can’t be replayed: action %(at)s is missing."
    )
    DEAL_NOT_OVER = labelled(
        "Deal %(number)s of session %(session)s has a result, but its actions don’t end the deal."
    )
    DEAL_WITHOUT_RESULT = labelled(
        "Deal %(number)s of session %(session)s has no result, but its actions end the deal."
    )
    DEAL_RESULT = labelled(
        "Deal %(number)s of session %(session)s: %(what)s stored as %(there)s, but replayed as"
        " %(due)s."
    )
    # Sessions: ``session``
    SEAT_RESULT = labelled(
        "Session %(session)s, seat %(seat)s: %(what)s stored as %(there)s, but the deals add up to"
        " %(due)s."
    )
    SESSION_UNSETTLED = labelled("Session %(session)s ended long ago but isn’t settled.")
    SESSION_SETTLED_ALONE = labelled(
        "Session %(session)s is part of an event but was also settled separately."
    )
    SESSION_SETTLED_EARLY = labelled("Session %(session)s is settled but still running.")
    # Settlements: ``settlement``
    SETTLEMENT_MISSING = labelled("Settlement %(settlement)s is missing.")
    SETTLEMENT_DOES_NOT_ADD_UP = labelled(
        "Settlement %(settlement)s: wins and losses don’t add up to 0."
    )
    SETTLEMENT_TERMS = labelled(
        "Settlement %(settlement)s: %(what)s is “%(there)s” but should be “%(due)s”."
    )
    #: ``currency``
    BALANCE = labelled(
        "Settlement %(settlement)s: %(account)s has %(there)s but should have %(due)s."
    )
    #: ``currency``
    BALANCES_NOT_ZERO = labelled("Settlement %(settlement)s: balances add up to %(there)s, not 0.")
    #: ``currency``
    BALANCE_NOT_CARRIED = labelled(
        "Settlement %(settlement)s: %(account)s is listed with %(there)s, but the amount carried"
        " over was %(due)s."
    )
    #: ``currency``
    DEBT = labelled(
        "Settlement %(settlement)s: %(payer)s owes %(payee)s %(there)s head to"
        " head but should owe %(due)s."
    )
    #: ``currency``
    DEBTS_DO_NOT_PAY_OFF = labelled(
        "Settlement %(settlement)s: head-to-head debts give %(account)s %(there)s"
        " but should give %(due)s."
    )
    #: ``currency``
    TRANSFERS_DO_NOT_PAY_OFF = labelled(
        "Settlement %(settlement)s: payments give %(account)s %(there)s but should give %(due)s."
    )
    TRANSFERS_TOO_MANY = labelled(
        "Settlement %(settlement)s has %(there)s payments but needs only %(due)s."
    )
    TRANSFER_PAST_CLUB = labelled(
        "Settlement %(settlement)s: %(payer)s pays %(payee)s, although everyone pays the club."
    )
    TRANSFERS_UNCALLED_FOR = labelled(
        "Settlement %(settlement)s has payments, although nothing is due yet."
    )
    # Charges: ``settlement``, or ``charge`` for one that was not settled
    CHARGE_UNKNOWN = labelled("Settlement %(settlement)s belongs to no dues and no bill.")
    CHARGE_AMOUNT = labelled(
        "Settlement %(settlement)s: %(account)s has another amount than was agreed to."
    )
    NOT_CHARGED = labelled("%(charge)s was agreed to, but no debt was posted.")
    BILL_SUM = labelled("%(charge)s: the shares don’t add up to the total.")
    # Postings: ``posting``
    POSTING_MISSING = labelled("Settlement %(settlement)s: entry %(posting)s is missing.")
    POSTING_UNCALLED_FOR = labelled(
        "Settlement %(settlement)s: entry %(posting)s changes balances, although no one won or"
        " lost."
    )
    POSTING_HEAD = labelled("Entry %(posting)s: %(what)s is “%(there)s” but should be “%(due)s”.")
    #: ``currency``
    POSTING_LINE = labelled(
        "Entry %(posting)s gives %(account)s %(there)s but should give %(due)s."
    )
    #: ``currency``
    POSTING_NOT_ZERO = labelled("Entry %(posting)s: lines add up to %(there)s, not 0.")
    POSTING_UNKNOWN = labelled("Entry %(posting)s belongs to no settlement, payment or correction.")
    POSTING_NOT_REVERSED = labelled("Entry %(posting)s was corrected but not reversed.")
    POSTING_REVERSED = labelled("Entry %(posting)s is reversed but not replaced.")
    LINE_OF_ANOTHER_BOOK = labelled(
        "Entry %(posting)s: the account for %(account)s belongs to another club or currency."
    )
    LINE_WITHOUT_POSTING = labelled(
        "Entry %(posting)s is missing, but its line for %(account)s exists."
    )
    # Accounts: ``account``, ``posting``, ``there``, ``due``
    LINE_NUMBER = labelled(
        "Entry %(posting)s: the line for %(account)s is number %(there)s but should be %(due)s."
    )
    #: ``currency``
    LINE_BALANCE = labelled(
        "Entry %(posting)s: the balance of %(account)s is %(there)s but should be %(due)s."
    )
    #: ``currency``
    BOOK_NOT_ZERO = labelled("All accounts in the ledger add up to %(there)s, not 0.")
    # Payments: ``payment``, ``settlement``
    PAYMENT_NOT_POSTED = labelled(
        "Payment %(payment)s of settlement %(settlement)s is confirmed, but entry"
        " %(posting)s is missing."
    )
    PAYMENT_POSTED_EARLY = labelled(
        "Payment %(payment)s of settlement %(settlement)s isn’t confirmed but was posted as entry"
        " %(posting)s."
    )
    PAYMENT_NOT_UNDONE = labelled(
        "Payment %(payment)s of settlement %(settlement)s was disputed, but entry %(posting)s"
        " wasn’t taken back."
    )
    PAYMENT_RECORD = labelled(
        "Payment %(payment)s of settlement %(settlement)s is “%(there)s”, but its"
        " last record says “%(due)s”."
    )
    #: ``currency``
    TRANSFER_OPEN = labelled(
        "Settlement %(settlement)s: %(payer)s still owes %(payee)s %(there)s but"
        " should owe %(due)s."
    )
    # Agreements: ``account``, ``posting``
    AGREEMENT_MISSING = labelled("Entry %(posting)s: the line for %(account)s has no agreement.")
    AGREEMENT_OF_ANOTHER = labelled(
        "Entry %(posting)s: the line for %(account)s refers to an agreement by another player or"
        " for another game or event."
    )
    #: ``currency``
    AGREEMENT_EXCEEDED = labelled(
        "Agreement %(agreement)s: %(account)s lost %(there)s, more than the maximum of %(due)s."
    )
    # The audit
    MORE = labelled("Errors not listed here: %(count)s.")


@dataclass(frozen=True, slots=True)
class Fault:
    """An error in the ledger and the row that shows it."""

    code: FaultCode
    #: The row: model name and key.
    model: str
    key: int | str
    #: The club whose keepers see it; None outside clubs.
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
