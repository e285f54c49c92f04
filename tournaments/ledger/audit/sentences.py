"""Messages of the audit."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Any, Final

from django.utils.translation import gettext as _
from django.utils.translation import ngettext, pgettext_lazy

from games.common import money, numbers
from tournaments.ledger.audit.faults import Fault
from tournaments.ledger.audit.models import AuditRun
from tournaments.ledger.book.holders import name_of
from tournaments.ledger.book.models import Account

#: Texts for the ``what`` parameter of faults.
_WORDS: Final = {
    "winner": pgettext_lazy("part of a record", "winner"),
    "points": pgettext_lazy("part of a record", "points"),
    "nets": pgettext_lazy("part of a record", "nets"),
    "net": pgettext_lazy("part of a record", "nets"),
    "pairs": pgettext_lazy("part of a record", "payments"),
    "club": pgettext_lazy("part of a record", "club"),
    "currency": pgettext_lazy("part of a record", "currency"),
    "stake": pgettext_lazy("part of a record", "stake"),
    "payments": pgettext_lazy("part of a record", "payments"),
    "key": pgettext_lazy("part of a record", "name"),
    "kind": pgettext_lazy("part of a record", "kind"),
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
        params["what"] = _WORDS[params["what"]]
    return fault.code.label % params


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
