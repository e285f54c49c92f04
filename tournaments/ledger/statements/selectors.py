"""Queries: an account's lines in a period, and their sums."""

from collections.abc import Iterable
from dataclasses import dataclass
from datetime import date, datetime
from typing import Any, Final, NamedTuple

from django.db.models import Count, Exists, OuterRef, Q, QuerySet, Subquery, Sum
from django.db.models.functions import Coalesce

from accounts.models import User
from tournaments.ledger.book.models import Account, Posting, PostingLine
from tournaments.ledger.settling.models import Settlement
from tournaments.ledger.settling.origins import (
    SETTLED_FIELDS,
    SessionNames,
    SettledRow,
    names_of_sessions,
    settled_fields,
    settled_row,
)

_Kind = Posting.Kind


def account(account_id: int) -> Account | None:
    """Return the account with this ID, its user and club; None if there is none. One query."""
    return Account.objects.select_related("user", "club").filter(pk=account_id).first()


def accounts_of(user: User) -> list[Account]:
    """Return the user's accounts that have lines, with clubs, last active first. One query."""
    return _by_last_line(Account.objects.filter(user=user))


def sibling_accounts(account: Account) -> list[Account]:
    """Return the holder's accounts in the same club, also this one, that have lines. One query."""
    same = Account.objects.filter(
        club=account.club_id, kind=account.kind, user=account.user_id, name=account.name
    )
    return _by_last_line(same)


def _by_last_line(rows: QuerySet[Account]) -> list[Account]:
    """Return the accounts that have lines, the one with the newest line first. One query."""
    lines = PostingLine.objects.filter(account=OuterRef("pk")).order_by("-number")
    newest = rows.annotate(newest=Subquery(lines.values("pk")[:1])).filter(newest__isnull=False)
    return list(newest.select_related("user", "club").order_by("-newest"))


class Sums(NamedTuple):
    """Sums of a period's lines by kind, in minor units, losses negative.

    Together they are the change of the balance.
    """

    won: int = 0
    lost: int = 0
    #: Changes by corrections, including reversals.
    corrected: int = 0
    paid: int = 0
    received: int = 0
    #: Waivers: positive for the holder's debts, negative for those of others.
    waived: int = 0
    #: Dues and shares of bills, owed or to be received.
    charged: int = 0
    #: Recorded payments that the payee disputed, and the postings that take them back.
    disputed: int = 0


@dataclass(frozen=True, slots=True)
class Span:
    """First and last line number of a period, with opening and closing balance and sums."""

    account_id: int
    #: Number of the last line before the period; 0 if there is none.
    before: int
    #: Number of the last line in the period.
    last: int
    opening: int
    closing: int
    sums: Sums
    #: Number of lines that a correction took back and wrote again with the same amount.
    unchanged: int = 0

    @property
    def count(self) -> int:
        """Number of lines by their numbers, of which pages are made."""
        return self.last - self.before

    @property
    def shown(self) -> int:
        """Number of lines that statements show."""
        return self.count - self.unchanged


#: Kinds of `Sums`; every line has exactly one.
_IS_CORRECTION: Final = Q(posting__kind=_Kind.REVERSAL) | Q(posting__settlement__number__gt=1)
_IS_CHARGE: Final = Q(
    posting__settlement__source__in=(Settlement.Source.DUES, Settlement.Source.BILL)
)
_IS_RESULT: Final = (
    Q(posting__kind=_Kind.SETTLEMENT) & ~Q(posting__settlement__number__gt=1) & ~_IS_CHARGE
)
_IS_TAKEN_BACK: Final = Q(posting__payment__undone_by__isnull=False)
_IS_PAYMENT: Final = Q(posting__kind=_Kind.PAYMENT, posting__payment__undone_by=None)
_PARTS: Final = {
    "won": _IS_RESULT & Q(amount__gt=0),
    "lost": _IS_RESULT & Q(amount__lt=0),
    "corrected": _IS_CORRECTION,
    "paid": _IS_PAYMENT & Q(amount__gt=0),
    "received": _IS_PAYMENT & Q(amount__lt=0),
    "waived": Q(posting__kind=_Kind.WAIVER),
    "charged": _IS_CHARGE,
    "disputed": Q(posting__kind=_Kind.DISPUTE) | _IS_TAKEN_BACK,
}


def span(account_id: int, start: datetime | None, end: datetime | None) -> Span:
    """Return the range of lines from `start` to before `end`, with balances. Up to three queries.

    Lines are selected by number, so that opening and closing balance match even if clocks differed.
    """
    before, opening = (0, 0) if start is None else _newest(account_id, start)
    last, closing = _newest(account_id, end)
    if last <= before:
        return Span(account_id, before, before, opening, opening, Sums())
    parts = {name: Sum("amount", filter=which) for name, which in _PARTS.items()}
    lines = _lines_in_range(account_id, before, last)
    sums = lines.aggregate(**parts, unchanged=Count("pk", filter=_is_unchanged()))
    unchanged = sums.pop("unchanged")
    return Span(
        account_id,
        before,
        last,
        opening,
        closing,
        Sums(**{k: v or 0 for k, v in sums.items()}),
        unchanged,
    )


def _newest(account_id: int, until: datetime | None) -> tuple[int, int]:
    """Return number and balance of the newest line before `until`, or of all; zeros if none."""
    lines = PostingLine.objects.filter(account=account_id).order_by("-number")
    if until is not None:
        lines = lines.filter(posting__at__lt=until)
    return lines.values_list("number", "after").first() or (0, 0)


def _lines_in_range(account_id: int, before: int, last: int) -> QuerySet[PostingLine]:
    """Return the query for the account's lines numbered after `before`, up to `last`."""
    return PostingLine.objects.filter(account=account_id, number__gt=before, number__lte=last)


def _shown_lines(account_id: int, before: int, last: int) -> QuerySet[PostingLine]:
    """Return the query for the lines that statements show: without unchanged ones."""
    return _lines_in_range(account_id, before, last).exclude(_is_unchanged())


def _is_unchanged() -> Q:
    """Return whether a correction took the line back and wrote it again with the same amount.

    A correction reverses the whole entry and posts the new total, for all players. For an account
    that it does not change, these are two consecutive lines that cancel.
    """
    opposite = PostingLine.objects.filter(account=OuterRef("account"), amount=-OuterRef("amount"))
    corrected, reversed_ = "posting__settlement", "posting__reverses__settlement"
    after = opposite.filter(number=OuterRef("number") + 1, **{f"{corrected}__number__gt": 1})
    before = opposite.filter(number=OuterRef("number") - 1, posting__kind=_Kind.REVERSAL)
    is_taken_back = Q(Exists(_of_same_source(after, corrected, reversed_)))
    return is_taken_back | Q(Exists(_of_same_source(before, reversed_, corrected)))


def _of_same_source(lines: QuerySet[PostingLine], own: str, others: str) -> QuerySet[PostingLine]:
    """Return the lines whose settlement is of the same session or event as the outer line's."""
    is_same = Q()
    for source in ("session", "event"):
        is_same |= Q(**{f"{own}__{source}": OuterRef(f"{others}__{source}")})
    return lines.filter(is_same)


class PaidRow(NamedTuple):
    """The columns of a payment that a statement needs."""

    pk: int
    transfer_id: int
    payer_id: int
    payee_id: int
    #: The settlement whose list asked for it.
    settlement_slug: str
    way: str
    paid_on: date

    def other_party(self, account_id: int) -> int:
        """Return the ID of the account that pays, or is paid by, the given one."""
        return self.payee_id if account_id == self.payer_id else self.payer_id


_PAID_FIELDS: Final = (
    "pk", "transfer", "transfer__payer", "transfer__payee", "transfer__settlement__slug", "way",
    "paid_on",
)  # fmt: skip


@dataclass(frozen=True, slots=True)
class StatementRow:
    """A line of an account, with the columns of its settlement or payment."""

    number: int
    at: datetime
    kind: str
    amount: int
    after: int
    #: The settlement, or the reversed one.
    settlement: SettledRow | None
    payment: PaidRow | None


@dataclass(frozen=True, slots=True)
class StatementRows:
    """Lines of an account, with the names of players and other parties in them."""

    rows: list[StatementRow]
    #: Players of the sessions.
    names: SessionNames
    #: The other parties of payments, with their users, by account ID.
    others: dict[int, Account]


def statement_rows(
    account_id: int, before: int, last: int, *, backwards: bool = False, is_complete: bool = False
) -> StatementRows:
    """Return the account's lines numbered after `before`, up to `last`. Four queries.

    :param is_complete: also lines that a correction took back and wrote again unchanged
    """
    select = _lines_in_range if is_complete else _shown_lines
    lines = select(account_id, before, last).order_by("-number" if backwards else "number")
    fields = (
        "number", "posting__at", "posting__kind", "amount", "after",
        *settled_fields("posting__settlement"),
        *settled_fields("posting__reverses__settlement"),
        *(
            f"posting__{payment}__{name}"
            for payment in ("payment", "undone_payment")
            for name in _PAID_FIELDS
        ),
    )  # fmt: skip
    found = [_statement_row(values) for values in lines.values_list(*fields)]
    settlements = {each.settlement.source for each in found if each.settlement is not None}
    names = _session_names(account_id, before, last) if settlements else {}
    return StatementRows(found, names, _other_parties(account_id, found))


def _statement_row(values: tuple[Any, ...]) -> StatementRow:
    """Return the row of the column values, with its settlement or payment."""
    number, at, kind, amount, after, *rest = values
    width = len(SETTLED_FIELDS)
    settled = settled_row(rest[:width]) or settled_row(rest[width : 2 * width])
    paid, undone = rest[2 * width :][: len(_PAID_FIELDS)], rest[2 * width + len(_PAID_FIELDS) :]
    values_of_payment = undone if paid[0] is None else paid
    payment = None if values_of_payment[0] is None else PaidRow(*values_of_payment)
    return StatementRow(number, at, kind, amount, after, settled, payment)


def _session_names(account_id: int, before: int, last: int) -> SessionNames:
    """Return players' names by settlement ID, then account ID; of sessions only. Two queries."""
    found: dict[int, dict[int, str]] = {}
    for way in ("posting", "posting__reversed_by"):
        lines = f"settlement__{way}__lines"
        found |= names_of_sessions(
            Q(
                **{
                    f"{lines}__account": account_id,
                    f"{lines}__number__gt": before,
                    f"{lines}__number__lte": last,
                }
            )
        )
    return found


def _other_parties(account_id: int, rows: Iterable[StatementRow]) -> dict[int, Account]:
    """Return the other accounts of the rows' payments, with users, by ID. One query."""
    numbers = {
        number
        for each in rows
        if each.payment is not None
        for number in (each.payment.payer_id, each.payment.payee_id)
        if number != account_id
    }
    return {each.pk: each for each in Account.objects.filter(pk__in=numbers).select_related("user")}


class BalanceRowAt(NamedTuple):
    """Time, balance and kind of a line of an account, with its settlement's slug."""

    at: datetime
    after: int
    kind: str
    #: Of the settlement, or of the one whose list was paid; None for a reversal.
    settlement_slug: str | None


def balance_rows(account_id: int, before: int, last: int) -> list[BalanceRowAt]:
    """Return the balance after each line numbered after `before`, up to `last`. One query."""
    slug = Coalesce(
        "posting__settlement__slug",
        "posting__payment__transfer__settlement__slug",
        "posting__undone_payment__transfer__settlement__slug",
    )
    lines = _shown_lines(account_id, before, last).order_by("number")
    fields = ("posting__at", "after", "posting__kind")
    return [BalanceRowAt(*row) for row in lines.values_list(*fields, slug)]
