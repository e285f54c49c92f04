"""What is wrong with the book, or that all is right, in words."""

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
        "Deal %(number)s of session %(session)s cannot be played again: nothing starts from its"
        " start."
    ),
    FaultCode.DEAL_RULES: gettext_noop(
        "Deal %(number)s of session %(session)s was started with other rules than the session's."
    ),
    FaultCode.DEAL_ACTION_REFUSED: gettext_noop(
        "Deal %(number)s of session %(session)s cannot be played again: the rules refuse its"
        " action %(at)s."
    ),
    FaultCode.DEAL_ACTION_MISSING: gettext_noop(
        "Deal %(number)s of session %(session)s cannot be played again: its action %(at)s is"
        " missing."
    ),
    FaultCode.DEAL_NOT_OVER: gettext_noop(
        "Deal %(number)s of session %(session)s has a result, but its actions do not end it."
    ),
    FaultCode.DEAL_WITHOUT_RESULT: gettext_noop(
        "Deal %(number)s of session %(session)s has no result, but its actions end it."
    ),
    FaultCode.DEAL_RESULT: gettext_noop(
        "Deal %(number)s of session %(session)s is kept with the %(what)s %(there)s; its actions"
        " come to %(due)s."
    ),
    FaultCode.SEAT_RESULT: gettext_noop(
        "Session %(session)s, seat %(seat)s: the %(what)s are kept as %(there)s; the deals come to"
        " %(due)s."
    ),
    FaultCode.SESSION_UNSETTLED: gettext_noop(
        "Session %(session)s ended long ago and is not settled."
    ),
    FaultCode.SESSION_SETTLED_ALONE: gettext_noop(
        "Session %(session)s counts for an event, and is settled by itself all the same."
    ),
    FaultCode.SESSION_SETTLED_EARLY: gettext_noop("Session %(session)s is settled, but goes on."),
    FaultCode.SETTLEMENT_MISSING: gettext_noop(
        "Settlement %(settlement)s is missing among those of its kind."
    ),
    FaultCode.SETTLEMENT_DOES_NOT_ADD_UP: gettext_noop(
        "Settlement %(settlement)s: what was won in all that it settles is not what was lost."
    ),
    FaultCode.SETTLEMENT_TERMS: gettext_noop(
        "Settlement %(settlement)s: its %(what)s is “%(there)s”, and should be “%(due)s”."
    ),
    FaultCode.BALANCE: gettext_noop(
        "Settlement %(settlement)s: %(account)s has %(there)s, and should have %(due)s."
    ),
    FaultCode.BALANCES_NOT_ZERO: gettext_noop(
        "Settlement %(settlement)s: its balances come to %(there)s, not to nothing."
    ),
    FaultCode.BALANCE_NOT_CARRIED: gettext_noop(
        "Settlement %(settlement)s: %(account)s is listed with %(there)s, and had carried over"
        " %(due)s."
    ),
    FaultCode.DEBT: gettext_noop(
        "Settlement %(settlement)s: pair by pair, %(payer)s owes %(payee)s %(there)s, and should"
        " owe %(due)s."
    ),
    FaultCode.DEBTS_DO_NOT_PAY_OFF: gettext_noop(
        "Settlement %(settlement)s: pair by pair, %(account)s comes to %(there)s, and should come"
        " to %(due)s."
    ),
    FaultCode.TRANSFERS_DO_NOT_PAY_OFF: gettext_noop(
        "Settlement %(settlement)s: its payments give %(account)s %(there)s, and should give"
        " %(due)s."
    ),
    FaultCode.TRANSFERS_TOO_MANY: gettext_noop(
        "Settlement %(settlement)s has %(there)s payments; %(due)s would do."
    ),
    FaultCode.TRANSFERS_UNCALLED_FOR: gettext_noop(
        "Settlement %(settlement)s asks for payments, though nobody has to pay for it yet."
    ),
    FaultCode.POSTING_MISSING: gettext_noop(
        "Settlement %(settlement)s: its posting %(posting)s is missing."
    ),
    FaultCode.POSTING_UNCALLED_FOR: gettext_noop(
        "Settlement %(settlement)s: posting %(posting)s moves balances, though nobody won or lost."
    ),
    FaultCode.POSTING_HEAD: gettext_noop(
        "Posting %(posting)s: its %(what)s is “%(there)s”, and should be “%(due)s”."
    ),
    FaultCode.POSTING_LINE: gettext_noop(
        "Posting %(posting)s gives %(account)s %(there)s, and should give %(due)s."
    ),
    FaultCode.POSTING_NOT_ZERO: gettext_noop(
        "Posting %(posting)s: its lines come to %(there)s, not to nothing."
    ),
    FaultCode.POSTING_UNKNOWN: gettext_noop(
        "Posting %(posting)s is of nothing: no settlement, payment or correction has made it."
    ),
    FaultCode.POSTING_NOT_REVERSED: gettext_noop(
        "Posting %(posting)s was corrected, and is not reversed."
    ),
    FaultCode.POSTING_REVERSED: gettext_noop(
        "Posting %(posting)s is reversed, though nothing has taken its place."
    ),
    FaultCode.LINE_OF_ANOTHER_BOOK: gettext_noop(
        "Posting %(posting)s: the account of %(account)s is of another club or currency."
    ),
    FaultCode.LINE_WITHOUT_POSTING: gettext_noop(
        "Posting %(posting)s is missing; its line for %(account)s is there."
    ),
    FaultCode.LINE_NUMBER: gettext_noop(
        "Posting %(posting)s: its line for %(account)s has the number %(there)s, and should have"
        " %(due)s."
    ),
    FaultCode.LINE_BALANCE: gettext_noop(
        "Posting %(posting)s: it leaves %(account)s with a balance of %(there)s, and should leave"
        " %(due)s."
    ),
    FaultCode.BOOK_NOT_ZERO: gettext_noop(
        "All accounts of a book together come to %(there)s, not to nothing."
    ),
    FaultCode.PAYMENT_NOT_POSTED: gettext_noop(
        "Payment %(payment)s of settlement %(settlement)s is confirmed, but posting %(posting)s is"
        " missing."
    ),
    FaultCode.PAYMENT_POSTED_EARLY: gettext_noop(
        "Payment %(payment)s of settlement %(settlement)s is not confirmed, but posted as"
        " %(posting)s."
    ),
    FaultCode.PAYMENT_RECORD: gettext_noop(
        "Payment %(payment)s of settlement %(settlement)s is “%(there)s”; what people said last"
        " makes it “%(due)s”."
    ),
    FaultCode.TRANSFER_OPEN: gettext_noop(
        "Settlement %(settlement)s: of what %(payer)s pays %(payee)s %(there)s is open; it should"
        " be %(due)s."
    ),
    FaultCode.AGREEMENT_MISSING: gettext_noop(
        "Posting %(posting)s: the line of %(account)s stands under no agreement."
    ),
    FaultCode.AGREEMENT_OF_ANOTHER: gettext_noop(
        "Posting %(posting)s: the line of %(account)s stands under an agreement to something else."
    ),
    FaultCode.AGREEMENT_EXCEEDED: gettext_noop(
        "Agreement %(agreement)s: %(account)s lost more than its maximum: %(there)s, not %(due)s at"
        " most."
    ),
    FaultCode.MORE: gettext_noop("There is more that is not right: %(count)s."),
}

#: What a fault's ``what`` stands for.
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
class LastWord:
    """What the newest audit says of a club's book."""

    ended_at: datetime
    #: All is right, and how much was looked at; or how much is not right.
    text: str
    #: What is not right, a sentence each.
    faults: tuple[str, ...]

    @property
    def is_right(self) -> bool:
        """Whether nothing is wrong with the club's book."""
        return not self.faults


def last_word(club_id: int) -> LastWord | None:
    """Return what the newest audit says of the club's book; None before the first. Two queries."""
    run = AuditRun.objects.filter(ended_at__isnull=False).first()
    if run is None or run.ended_at is None:
        return None
    faults = [Fault.of_data(data) for data in run.faults if data["club"] == club_id]
    texts = fault_texts(faults)
    if texts:
        said = ngettext(
            "%(number)s thing is not right.", "%(number)s things are not right.", len(texts)
        ) % {"number": numbers.unsigned(len(texts))}
    else:
        said = verdict(run.settlements, run.postings)
    return LastWord(run.ended_at, said, tuple(texts))


def verdict(settlements: int, postings: int) -> str:
    """Return that all is right, and how much was looked at."""
    return _("The book is right: %(settlements)s, %(postings)s.") % {
        "settlements": ngettext("%(number)s settlement", "%(number)s settlements", settlements)
        % {"number": numbers.unsigned(settlements)},
        "postings": ngettext("%(number)s posting", "%(number)s postings", postings)
        % {"number": numbers.unsigned(postings)},
    }


def fault_texts(faults: Sequence[Fault]) -> list[str]:
    """Return a sentence for each fault. One query, for the names; none where there are none."""
    named = {
        number
        for fault in faults
        for name in _ACCOUNTS
        if isinstance(number := fault.params.get(name), int)
    }
    names = _names(named) if named else {}
    return [_text(fault, names) for fault in faults]


def _names(accounts: Iterable[int]) -> dict[int, str]:
    rows = Account.objects.select_related("user").filter(pk__in=list(accounts))
    return {account.pk: name_of(account) or _("the house") for account in rows}


def _text(fault: Fault, names: Mapping[int, str]) -> str:
    params = dict(fault.params)
    currency = params.pop("currency", None)
    for name in _ACCOUNTS:
        if name in params:
            params[name] = _account(params[name], names)
    for name in _AMOUNTS:
        if currency is not None and name in params:
            params[name] = money.amount(params[name], currency, sign=True)
        elif isinstance(params.get(name), list):
            params[name] = _listed(params[name])
    if "what" in params:
        params["what"] = _(_WORDS[params["what"]])
    return _(_SENTENCES[fault.code]) % params


def _account(account: int | str, names: Mapping[int, str]) -> str:
    if isinstance(account, str):
        return account or _("the house")
    return names.get(account) or _("account %(number)s") % {"number": account}


def _listed(values: Iterable[Any]) -> str:
    return ", ".join(
        "–".join(map(str, each)) if isinstance(each, list) else str(each) for each in values
    )
