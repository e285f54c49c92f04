"""Sentences at the top of a statement: who owes whom what now."""

from collections.abc import Sequence
from dataclasses import dataclass

from django.db.models import Q
from django.urls import reverse
from django.utils.translation import gettext as _

from games.common import money
from tournaments.ledger.book.holders import holder_name, holder_names
from tournaments.ledger.book.models import Account
from tournaments.ledger.book.services import last_lines
from tournaments.ledger.settling.models import Transfer


@dataclass(frozen=True, slots=True)
class OpenNow:
    """Sentences on the open debts of an account, with a link to its payments."""

    sentences: Sequence[str]
    #: Whether a payment is open, and whether the reader has to make one.
    is_open: bool
    is_to_pay: bool
    #: Empty if there is nothing to open.
    url: str
    link_label: str


def open_now(account: Account, *, is_own: bool) -> OpenNow | None:
    """Return the account's open debts, which don't depend on the period; None for points.

    Two queries.
    """
    currency = account.currency
    if not currency:
        return None
    rows = list(
        Transfer.objects.filter(Q(payer=account) | Q(payee=account), open_amount__gt=0)
        .select_related("payer__user", "payee__user")
        .order_by("pk")
    )
    to_pay, to_get = _sums(rows, account)
    found = [
        _sentence(account, other, amount, is_own=is_own, is_payer=is_payer)
        for sums, is_payer in ((to_pay, True), (to_get, False))
        for other, amount in _named(sums).items()
    ]
    if not found:
        found.append(_nothing_open(account, is_own=is_own))
    last = last_lines([account.pk]).get(account.pk)
    balance = 0 if last is None else last.after
    if unbilled := balance + sum(to_pay.values()) - sum(to_get.values()):
        found.append(_unbilled(unbilled, currency, is_own=is_own))
    url = ""
    if rows and is_own:
        url = reverse("payments")
    elif rows and account.club is not None:
        url = f"{reverse('club_open', args=[account.club.slug])}?currency={currency}"
    return OpenNow(
        found,
        is_open=bool(rows),
        is_to_pay=is_own and bool(to_pay),
        url=url,
        link_label=_("Settle up") if is_own else _("View open payments"),
    )


def _sums(
    rows: Sequence[Transfer], account: Account
) -> tuple[dict[Account, int], dict[Account, int]]:
    """Return what the account owes to, and is owed by, each other account."""
    to_pay: dict[Account, int] = {}
    to_get: dict[Account, int] = {}
    for row in rows:
        is_payer = row.payer_id == account.pk
        sums, other = (to_pay, row.payee) if is_payer else (to_get, row.payer)
        sums[other] = sums.get(other, 0) + row.open_amount
    return to_pay, to_get


def _named(sums: dict[Account, int]) -> dict[str, int]:
    """Return the amounts by the holders' names, the largest first; an empty name for the club."""
    names = holder_names(each for each in sums if each.kind != Account.Kind.HOUSE)
    ranked = sorted(sums.items(), key=lambda each: -each[1])
    return {names.get(other.pk, ""): amount for other, amount in ranked}


def _sentence(account: Account, other: str, amount: int, *, is_own: bool, is_payer: bool) -> str:
    """Return that the account owes this amount to the other holder, or the reverse.

    :param other: name of the other holder; empty for the club
    """
    if is_own and is_payer:
        said = _("You owe %(other)s %(amount)s.") if other else _("You owe the club %(amount)s.")
    elif is_own:
        said = _("%(other)s owes you %(amount)s.") if other else _("The club owes you %(amount)s.")
    elif account.kind == Account.Kind.HOUSE:
        said = (
            _("The club owes %(other)s %(amount)s.")
            if is_payer
            else _("%(other)s owes the club %(amount)s.")
        )
    elif is_payer:
        said = (
            _("%(name)s owes %(other)s %(amount)s.")
            if other
            else _("%(name)s owes the club %(amount)s.")
        )
    else:
        said = (
            _("%(other)s owes %(name)s %(amount)s.")
            if other
            else _("The club owes %(name)s %(amount)s.")
        )
    return said % {
        "name": holder_name(account),
        "other": other,
        "amount": money.amount(amount, account.currency),
    }


def _nothing_open(account: Account, *, is_own: bool) -> str:
    """Return that no payment is open, as a sentence."""
    if is_own:
        return _("Nothing to pay or receive: you have no open payments.")
    if account.kind == Account.Kind.HOUSE:
        return _("Nothing to pay or receive: the club has no open payments.")
    return _("Nothing to pay or receive: %(name)s has no open payments.") % {
        "name": holder_name(account)
    }


def _unbilled(amount: int, currency: str, *, is_own: bool) -> str:
    """Return that a part of the balance is not billed yet; it is negative if it is owed."""
    words = {"amount": money.amount(abs(amount), currency)}
    if is_own:
        said = (
            _("You’ll get %(amount)s more when the club settles its balances.")
            if amount > 0
            else _("You’ll owe %(amount)s more when the club settles its balances.")
        )
    else:
        said = (
            _("%(amount)s more is to be received when the club settles its balances.")
            if amount > 0
            else _("%(amount)s more is to be paid when the club settles its balances.")
        )
    return said % words
