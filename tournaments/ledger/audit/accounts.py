"""Audit of accounts and postings: running balances, line numbers and zero sums."""

from collections import defaultdict
from collections.abc import Iterator
from itertools import groupby, islice
from typing import Any, NamedTuple

from django.db.models import Count, F, Q, QuerySet, Sum, Value
from django.db.models.functions import Coalesce

from tournaments.ledger.audit.faults import Fault, FaultCode
from tournaments.ledger.audit.scope import CHUNK, AuditScope, consistent_read
from tournaments.ledger.book.models import Posting, PostingLine
from tournaments.ledger.settling.models import Balance, Settlement, Transfer


class _Line(NamedTuple):
    """A posting line with its account's club and currency."""

    account: int
    number: int
    amount: int
    after: int
    posting: str
    club: int | None
    currency: str


def check_accounts(scope: AuditScope) -> Iterator[list[Fault]]:
    """Yield faults of accounts: wrong line numbers, balances, ledger totals. One query."""
    rows = PostingLine.objects.order_by("account_id", "number")
    if scope.club_id is not None:
        rows = rows.filter(account__club=scope.club_id)
    totals: defaultdict[tuple[int | None, str], int] = defaultdict(int)
    with consistent_read():
        lines = rows.values_list(
            "account_id", "number", "amount", "after", "posting_id",
            "account__club_id", "account__currency",
        ).iterator(CHUNK)  # fmt: skip
        line_faults = _line_faults((_Line(*row) for row in lines), totals)
        while True:
            # In chunks, because there may be many faults.
            found = list(islice(line_faults, CHUNK))
            yield found
            if len(found) < CHUNK:
                break
    yield [
        Fault(
            FaultCode.BOOK_NOT_ZERO,
            "Account",
            currency,
            club,
            {"there": total, "currency": currency},
        )
        for (club, currency), total in totals.items()
        if total
    ]


def _line_faults(
    lines: Iterator[_Line], totals: defaultdict[tuple[int | None, str], int]
) -> Iterator[Fault]:
    """Yield wrong numbers and balances of lines sorted by account.

    Add the amounts to `totals`, by (club ID, currency).
    """
    for _account, own in groupby(lines, lambda line: line.account):
        number = balance = 0
        for line in own:
            number, balance = number + 1, balance + line.amount
            if line.number != number:
                yield _line_fault(line, FaultCode.LINE_NUMBER, there=line.number, due=number)
            if line.after != balance:
                yield _line_fault(
                    line,
                    FaultCode.LINE_BALANCE,
                    there=line.after,
                    due=balance,
                    currency=line.currency,
                )
            # Continue from the stored values, so that one error is reported once.
            number, balance = line.number, line.after
            totals[line.club, line.currency] += line.amount


def _line_fault(line: _Line, code: FaultCode, **params: Any) -> Fault:
    """Return a fault of the posting line, with its posting and account as parameters."""
    message_params = {"posting": line.posting, "account": line.account, **params}
    return Fault(code, "PostingLine", line.posting, line.club, message_params)


def check_postings(scope: AuditScope) -> Iterator[list[Fault]]:
    """Yield faults of postings: unknown source, sum not zero, lines of another ledger.

    Set the number of postings in the scope. Six queries, which return only faulty rows.
    """
    rows = Posting.objects.order_by("key")
    lines = PostingLine.objects.order_by("pk")
    if scope.club_id is not None:
        rows = rows.filter(club=scope.club_id)
        lines = lines.filter(account__club=scope.club_id)
    scope.postings = rows.count()
    unknown = rows.filter(settlement=None, payment=None, undone_payment=None)
    yield from _posting_faults(
        unknown.filter(Q(reverses=None) | Q(reverses__settlement=None)), FaultCode.POSTING_UNKNOWN
    )
    summed = rows.annotate(sum=Coalesce(Sum("lines__amount"), 0))
    for chunk in _chunks(summed.annotate(n=Count("lines")).filter(~Q(sum=0) | Q(n__lt=2))):
        yield [
            Fault(
                FaultCode.POSTING_NOT_ZERO,
                "Posting",
                each.pk,
                each.club_id,
                {"posting": each.pk, "there": each.sum, "currency": each.currency},
            )
            for each in chunk
        ]
    no_club = Value(0)
    apart = lines.annotate(
        own=Coalesce("account__club_id", no_club), of=Coalesce("posting__club_id", no_club)
    ).filter(~Q(own=F("of")) | ~Q(account__currency=F("posting__currency")))
    posted = Posting.objects.all()
    yield from _faults_in_lines(apart.filter(posting__in=posted), FaultCode.LINE_OF_ANOTHER_BOOK)
    yield from _faults_in_lines(lines.exclude(posting__in=posted), FaultCode.LINE_WITHOUT_POSTING)


def check_orphans(scope: AuditScope) -> Iterator[list[Fault]]:
    """Yield a fault for each missing settlement that has balances or due payments. Two queries."""
    for model, account in ((Balance, "account"), (Transfer, "payer")):
        left = model.objects.order_by().exclude(settlement__in=Settlement.objects.all())
        if scope.club_id is not None:
            left = left.filter(**{f"{account}__club": scope.club_id})
        gone = left.values_list("settlement_id", f"{account}__club").distinct()
        for chunk in _chunks(gone):
            yield [
                Fault(
                    FaultCode.SETTLEMENT_MISSING,
                    "Settlement",
                    number,
                    club,
                    {"settlement": f"#{number}"},
                )
                for number, club in chunk
            ]


def _posting_faults(rows: "QuerySet[Posting]", code: FaultCode) -> Iterator[list[Fault]]:
    """Yield a fault with this code for each of the faulty postings, in chunks."""
    for chunk in _chunks(rows):
        yield [
            Fault(code, "Posting", each.pk, each.club_id, {"posting": each.pk}) for each in chunk
        ]


def _faults_in_lines(rows: "QuerySet[PostingLine]", code: FaultCode) -> Iterator[list[Fault]]:
    """Yield a fault with this code for each of the faulty lines, in chunks."""
    for chunk in _chunks(rows.select_related("account")):
        yield [
            Fault(
                code,
                "PostingLine",
                each.pk,
                each.account.club_id,
                {"posting": each.posting_id, "account": each.account_id},
            )
            for each in chunk
        ]


def _chunks(rows: QuerySet[Any]) -> Iterator[list[Any]]:
    """Yield the rows in lists of at most `CHUNK`, all read from one snapshot."""
    with consistent_read():
        found = rows.iterator(CHUNK)
        while chunk := list(islice(found, CHUNK)):
            yield chunk
