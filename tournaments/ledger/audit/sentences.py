"""Messages of the audit."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Any, Final

from django.utils.translation import gettext as _
from django.utils.translation import gettext_noop, ngettext

from games.common import money, numbers
from tournaments.ledger.audit.faults import Fault, FaultCode
from tournaments.ledger.models import Account, AuditRun
from tournaments.ledger.services.clubs import name_of

_SENTENCES: Final = {
    FaultCode.DEAL_UNREADABLE: gettext_noop(
        "Deal %(number)s of session %(session)s can’t be replayed: its start is unreadable."
    ),
    FaultCode.DEAL_RULES: gettext_noop(
        "Deal %(number)s of session %(session)s was started with rules that differ from the"
        " session’s."
    ),
    FaultCode.DEAL_ACTION_REFUSED: gettext_noop(
        "Deal %(number)s of session %(session)s can’t be replayed: the rules reject action %(at)s."
    ),
    FaultCode.DEAL_ACTION_MISSING: gettext_noop(
        "Deal %(number)s of session %(session)s can’t be replayed: action %(at)s is missing."
    ),
    FaultCode.DEAL_NOT_OVER: gettext_noop(
        "Deal %(number)s of session %(session)s has a result, but its actions don’t end the deal."
    ),
    FaultCode.DEAL_WITHOUT_RESULT: gettext_noop(
        "Deal %(number)s of session %(session)s has no result, but its actions end the deal."
    ),
    FaultCode.DEAL_RESULT: gettext_noop(
        "Deal %(number)s of session %(session)s: %(what)s stored as %(there)s, but replayed as"
        " %(due)s."
    ),
    FaultCode.SEAT_RESULT: gettext_noop(
        "Session %(session)s, seat %(seat)s: %(what)s stored as %(there)s, but the deals add up to"
        " %(due)s."
    ),
    FaultCode.SESSION_UNSETTLED: gettext_noop(
        "Session %(session)s ended long ago but isn’t settled."
    ),
    FaultCode.SESSION_SETTLED_ALONE: gettext_noop(
        "Session %(session)s is part of an event but was also settled separately."
    ),
    FaultCode.SESSION_SETTLED_EARLY: gettext_noop(
        "Session %(session)s is settled but still running."
    ),
    FaultCode.SETTLEMENT_MISSING: gettext_noop("Settlement %(settlement)s is missing."),
    FaultCode.SETTLEMENT_DOES_NOT_ADD_UP: gettext_noop(
        "Settlement %(settlement)s: wins and losses don’t add up to 0."
    ),
    FaultCode.SETTLEMENT_TERMS: gettext_noop(
        "Settlement %(settlement)s: %(what)s is “%(there)s” but should be “%(due)s”."
    ),
    FaultCode.BALANCE: gettext_noop(
        "Settlement %(settlement)s: %(account)s has %(there)s but should have %(due)s."
    ),
    FaultCode.BALANCES_NOT_ZERO: gettext_noop(
        "Settlement %(settlement)s: balances add up to %(there)s, not 0."
    ),
    FaultCode.BALANCE_NOT_CARRIED: gettext_noop(
        "Settlement %(settlement)s: %(account)s is listed with %(there)s, but the amount carried"
        " over was %(due)s."
    ),
    FaultCode.DEBT: gettext_noop(
        "Settlement %(settlement)s: %(payer)s owes %(payee)s %(there)s head to"
        " head but should owe %(due)s."
    ),
    FaultCode.DEBTS_DO_NOT_PAY_OFF: gettext_noop(
        "Settlement %(settlement)s: head-to-head debts give %(account)s %(there)s"
        " but should give %(due)s."
    ),
    FaultCode.TRANSFERS_DO_NOT_PAY_OFF: gettext_noop(
        "Settlement %(settlement)s: payments give %(account)s %(there)s but should give %(due)s."
    ),
    FaultCode.TRANSFERS_TOO_MANY: gettext_noop(
        "Settlement %(settlement)s has %(there)s payments but needs only %(due)s."
    ),
    FaultCode.TRANSFERS_UNCALLED_FOR: gettext_noop(
        "Settlement %(settlement)s has payments, although nothing is due yet."
    ),
    FaultCode.POSTING_MISSING: gettext_noop(
        "Settlement %(settlement)s: entry %(posting)s is missing."
    ),
    FaultCode.POSTING_UNCALLED_FOR: gettext_noop(
        "Settlement %(settlement)s: entry %(posting)s changes balances, although no one won or"
        " lost."
    ),
    FaultCode.POSTING_HEAD: gettext_noop(
        "Entry %(posting)s: %(what)s is “%(there)s” but should be “%(due)s”."
    ),
    FaultCode.POSTING_LINE: gettext_noop(
        "Entry %(posting)s gives %(account)s %(there)s but should give %(due)s."
    ),
    FaultCode.POSTING_NOT_ZERO: gettext_noop(
        "Entry %(posting)s: lines add up to %(there)s, not 0."
    ),
    FaultCode.POSTING_UNKNOWN: gettext_noop(
        "Entry %(posting)s belongs to no settlement, payment or correction."
    ),
    FaultCode.POSTING_NOT_REVERSED: gettext_noop(
        "Entry %(posting)s was corrected but not reversed."
    ),
    FaultCode.POSTING_REVERSED: gettext_noop("Entry %(posting)s is reversed but not replaced."),
    FaultCode.LINE_OF_ANOTHER_BOOK: gettext_noop(
        "Entry %(posting)s: the account for %(account)s belongs to another club or currency."
    ),
    FaultCode.LINE_WITHOUT_POSTING: gettext_noop(
        "Entry %(posting)s is missing, but its line for %(account)s exists."
    ),
    FaultCode.LINE_NUMBER: gettext_noop(
        "Entry %(posting)s: the line for %(account)s is number %(there)s but should be %(due)s."
    ),
    FaultCode.LINE_BALANCE: gettext_noop(
        "Entry %(posting)s: the balance of %(account)s is %(there)s but should be %(due)s."
    ),
    FaultCode.BOOK_NOT_ZERO: gettext_noop("All accounts in the ledger add up to %(there)s, not 0."),
    FaultCode.PAYMENT_NOT_POSTED: gettext_noop(
        "Payment %(payment)s of settlement %(settlement)s is confirmed, but entry"
        " %(posting)s is missing."
    ),
    FaultCode.PAYMENT_POSTED_EARLY: gettext_noop(
        "Payment %(payment)s of settlement %(settlement)s isn’t confirmed but was posted as entry"
        " %(posting)s."
    ),
    FaultCode.PAYMENT_RECORD: gettext_noop(
        "Payment %(payment)s of settlement %(settlement)s is “%(there)s”, but its"
        " last record says “%(due)s”."
    ),
    FaultCode.TRANSFER_OPEN: gettext_noop(
        "Settlement %(settlement)s: %(payer)s still owes %(payee)s %(there)s but"
        " should owe %(due)s."
    ),
    FaultCode.AGREEMENT_MISSING: gettext_noop(
        "Entry %(posting)s: the line for %(account)s has no agreement."
    ),
    FaultCode.AGREEMENT_OF_ANOTHER: gettext_noop(
        "Entry %(posting)s: the line for %(account)s refers to an agreement by another player or"
        " for another game or event."
    ),
    FaultCode.AGREEMENT_EXCEEDED: gettext_noop(
        "Agreement %(agreement)s: %(account)s lost %(there)s, more than the maximum of %(due)s."
    ),
    FaultCode.MORE: gettext_noop("Errors not listed here: %(count)s."),
}

#: Texts for the ``what`` parameter of faults.
_WORDS: Final = {
    "winner": gettext_noop("winner"),
    "points": gettext_noop("points"),
    "nets": gettext_noop("nets"),
    "net": gettext_noop("nets"),
    "pairs": gettext_noop("payments"),
    "club": gettext_noop("club"),
    "currency": gettext_noop("currency"),
    "stake": gettext_noop("stake"),
    "key": gettext_noop("name"),
    "kind": gettext_noop("kind"),
}
_ACCOUNTS: Final = ("account", "payer", "payee")
_AMOUNTS: Final = ("there", "due")


@dataclass(frozen=True, slots=True)
class AuditResult:
    """Newest audit's result for one club: its end, and verdict and errors as sentences."""

    ended_at: datetime
    #: The verdict: no errors and what was checked, or the number of errors.
    text: str
    #: One sentence per error.
    faults: tuple[str, ...]

    @property
    def is_clean(self) -> bool:
        """Return whether the club's ledger has no errors."""
        return not self.faults


def latest_result(club_id: int) -> AuditResult | None:
    """Return the newest audit's result for the club; None before the first. Two queries."""
    run = AuditRun.objects.filter(ended_at__isnull=False).first()
    if run is None or run.ended_at is None:
        return None
    faults = [Fault.from_data(data) for data in run.faults if data["club"] == club_id]
    texts = fault_texts(faults)
    if texts:
        text = ngettext("%(number)s error found.", "%(number)s errors found.", len(texts)) % {
            "number": numbers.unsigned(len(texts))
        }
    else:
        text = clean_verdict(run.settlements, run.postings)
    return AuditResult(run.ended_at, text, tuple(texts))


def clean_verdict(settlements: int, postings: int) -> str:
    """Return the sentence of a faultless audit, with the numbers of rows checked."""
    return _("No errors found. Settlements: %(settlements)s. Entries: %(postings)s.") % {
        "settlements": numbers.unsigned(settlements),
        "postings": numbers.unsigned(postings),
    }


def fault_texts(faults: Sequence[Fault]) -> list[str]:
    """Return a sentence for each fault. One query for names; none without faults."""
    account_ids = {
        number
        for fault in faults
        for name in _ACCOUNTS
        if isinstance(number := fault.params.get(name), int)
    }
    names = _holder_names(account_ids) if account_ids else {}
    return [_fault_text(fault, names) for fault in faults]


def _holder_names(account_ids: Iterable[int]) -> dict[int, str]:
    """Return the account holders' names by account ID. One query."""
    rows = Account.objects.select_related("user").filter(pk__in=list(account_ids))
    return {account.pk: name_of(account) or _("Club account") for account in rows}


def _fault_text(fault: Fault, names: Mapping[int, str]) -> str:
    """Return the fault as a sentence in the reader's language."""
    params = dict(fault.params)
    currency = params.pop("currency", None)
    for name in _ACCOUNTS:
        if name in params:
            params[name] = _account_text(params[name], names)
    for name in _AMOUNTS:
        if currency is not None and name in params:
            params[name] = money.amount(params[name], currency, sign=True)
        elif isinstance(params.get(name), list):
            params[name] = _values_text(params[name])
    if "what" in params:
        params["what"] = _(_WORDS[params["what"]])
    return _(_SENTENCES[fault.code]) % params


def _account_text(account: int | str, names: Mapping[int, str]) -> str:
    """Return the name of the account given by ID or name; its ID if it no longer exists."""
    if isinstance(account, str):
        return account or _("Club account")
    return names.get(account) or _("account %(number)s") % {"number": account}


def _values_text(values: Iterable[Any]) -> str:
    """Return the values separated by commas, and nested lists joined by dashes."""
    return ", ".join(
        "–".join(map(str, each)) if isinstance(each, list) else str(each) for each in values
    )
