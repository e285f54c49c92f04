"""Reads: an account's lines over a period, and what they come to."""

from collections.abc import Iterable
from dataclasses import dataclass
from datetime import date, datetime
from typing import Any, Final, NamedTuple

from django.db.models import OuterRef, Q, QuerySet, Subquery, Sum
from django.db.models.functions import Coalesce

from accounts.models import User
from tournaments.ledger.models import Account, Posting, PostingLine
from tournaments.ledger.origins import (
    SETTLED_FIELDS,
    SessionNames,
    SettledRow,
    names_of_sessions,
    settled_fields,
    settled_row,
)

_Kind = Posting.Kind


def account(number: int) -> Account | None:
    """Return the account with its person and club. One query."""
    return Account.objects.select_related("user", "club").filter(pk=number).first()


def accounts_of(person: User) -> list[Account]:
    """Return the person's accounts with their clubs, the one that moved last first. One query."""
    return _by_last_line(Account.objects.filter(user=person))


def accounts_beside(other: Account) -> list[Account]:
    """Return the accounts that the same holder has in the same club. One query."""
    same = Account.objects.filter(
        club=other.club_id, kind=other.kind, user=other.user_id, name=other.name
    )
    return _by_last_line(same)


def _by_last_line(rows: QuerySet[Account]) -> list[Account]:
    lines = PostingLine.objects.filter(account=OuterRef("pk")).order_by("-number")
    newest = rows.annotate(newest=Subquery(lines.values("pk")[:1])).filter(newest__isnull=False)
    return list(newest.select_related("user", "club").order_by("-newest"))


class Sums(NamedTuple):
    """What the lines of a period come to, by what they are; all in minor units, losses below zero.

    Together they are by how much the balance moved.
    """

    won: int = 0
    lost: int = 0
    #: What corrections of results have changed, reversals and all.
    corrected: int = 0
    paid: int = 0
    received: int = 0
    #: Debts that were let go: above zero one's own, below those of others.
    let_go: int = 0


@dataclass(frozen=True, slots=True)
class Span:
    """The lines of a period, by their running numbers, and what they come to."""

    account_id: int
    #: The number of the last line before the period; 0 where there is none.
    before: int
    #: The number of its last line.
    last: int
    opening: int
    closing: int
    sums: Sums

    @property
    def count(self) -> int:
        """How many lines there are."""
        return self.last - self.before


#: What `Sums` are made of. Every line is of one of them.
_IS_CORRECTION: Final = Q(posting__kind=_Kind.REVERSAL) | Q(posting__settlement__number__gt=1)
_IS_RESULT: Final = Q(posting__kind=_Kind.SETTLEMENT) & ~Q(posting__settlement__number__gt=1)
_PARTS: Final = {
    "won": _IS_RESULT & Q(amount__gt=0),
    "lost": _IS_RESULT & Q(amount__lt=0),
    "corrected": _IS_CORRECTION,
    "paid": Q(posting__kind=_Kind.PAYMENT, amount__gt=0),
    "received": Q(posting__kind=_Kind.PAYMENT, amount__lt=0),
    "let_go": Q(posting__kind=_Kind.WAIVER),
}


def span(account_id: int, start: datetime | None, end: datetime | None) -> Span:
    """Return the lines from one moment on and before another. Three queries at most.

    They go by their running numbers: opening and closing belong together whatever clocks said.
    """
    before, opening = (0, 0) if start is None else _newest(account_id, start)
    last, closing = _newest(account_id, end)
    if last <= before:
        return Span(account_id, before, before, opening, opening, Sums())
    parts = {name: Sum("amount", filter=which) for name, which in _PARTS.items()}
    sums = _lines(account_id, before, last).aggregate(**parts)
    return Span(
        account_id, before, last, opening, closing, Sums(**{k: v or 0 for k, v in sums.items()})
    )


def _newest(account_id: int, until: datetime | None) -> tuple[int, int]:
    """Return the number of the newest line before that moment, and the balance it left."""
    lines = PostingLine.objects.filter(account=account_id).order_by("-number")
    if until is not None:
        lines = lines.filter(posting__at__lt=until)
    return lines.values_list("number", "after").first() or (0, 0)


def _lines(account_id: int, before: int, last: int) -> QuerySet[PostingLine]:
    return PostingLine.objects.filter(account=account_id, number__gt=before, number__lte=last)


class PaidRow(NamedTuple):
    """What a statement needs to know of a payment."""

    pk: int
    transfer_id: int
    payer_id: int
    payee_id: int
    #: That of the list which asked for it.
    settlement_slug: str
    way: str
    paid_on: date


_PAID_FIELDS: Final = (
    "pk", "transfer", "transfer__payer", "transfer__payee", "transfer__settlement__slug", "way",
    "paid_on",
)  # fmt: skip


@dataclass(frozen=True, slots=True)
class StatementRow:
    """A line of an account, and what it came from."""

    number: int
    at: datetime
    kind: str
    amount: int
    after: int
    #: The settlement, or the one that is taken back.
    settlement: SettledRow | None
    payment: PaidRow | None


@dataclass(frozen=True, slots=True)
class StatementRows:
    """Lines of an account, and who had to do with them."""

    rows: list[StatementRow]
    #: Who sat in the sessions.
    names: SessionNames
    #: The other sides of payments, with their people, by number.
    others: dict[int, Account]


def rows(account_id: int, before: int, last: int, *, backwards: bool = False) -> StatementRows:
    """Return the lines after a number up to another, with who had to do with them. Four queries."""
    lines = _lines(account_id, before, last).order_by("-number" if backwards else "number")
    fields = (
        "number", "posting__at", "posting__kind", "amount", "after",
        *settled_fields("posting__settlement"),
        *settled_fields("posting__reverses__settlement"),
        *(f"posting__payment__{name}" for name in _PAID_FIELDS),
    )  # fmt: skip
    found = [_row(values) for values in lines.values_list(*fields)]
    settlements = {each.settlement.source for each in found if each.settlement is not None}
    names = _names(account_id, before, last) if settlements else {}
    return StatementRows(found, names, _others(account_id, found))


def _row(values: tuple[Any, ...]) -> StatementRow:
    number, at, kind, amount, after, *rest = values
    width = len(SETTLED_FIELDS)
    settled = settled_row(rest[:width]) or settled_row(rest[width : 2 * width])
    paid = rest[2 * width :]
    payment = None if paid[0] is None else PaidRow(*paid)
    return StatementRow(number, at, kind, amount, after, settled, payment)


def _names(account_id: int, before: int, last: int) -> SessionNames:
    """Return who sat in the sessions of the lines. Two queries."""
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


def _others(account_id: int, found: Iterable[StatementRow]) -> dict[int, Account]:
    numbers = {
        number
        for each in found
        if each.payment is not None
        for number in (each.payment.payer_id, each.payment.payee_id)
        if number != account_id
    }
    return {each.pk: each for each in Account.objects.filter(pk__in=numbers).select_related("user")}


class BalanceRowAt(NamedTuple):
    """What a balance became, when, and by what."""

    at: datetime
    after: int
    kind: str
    #: Of the settlement, or of that whose list was paid; None of what was taken back.
    settlement_slug: str | None


def balance_rows(account_id: int, before: int, last: int) -> list[BalanceRowAt]:
    """Return what the balance became line by line, for a chart. One query."""
    slug = Coalesce("posting__settlement__slug", "posting__payment__transfer__settlement__slug")
    lines = _lines(account_id, before, last).order_by("number")
    fields = ("posting__at", "after", "posting__kind")
    return [BalanceRowAt(*row) for row in lines.values_list(*fields, slug)]
