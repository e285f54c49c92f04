"""Audit of agreements: every line of money has one, and no loss exceeds its maximum."""

from collections.abc import Iterator
from itertools import islice

from django.db.models import F, Q, QuerySet, Sum

from games.agreements.models import Agreement
from tournaments.ledger.audit.faults import Fault, FaultCode
from tournaments.ledger.audit.scope import CHUNK, AuditScope, consistent_read
from tournaments.ledger.book.models import Account, Posting, PostingLine

#: Wins and losses; payments and waivers don't count towards a maximum.
_PLAYED = (Posting.Kind.SETTLEMENT, Posting.Kind.REVERSAL)


def check_agreements(scope: AuditScope) -> Iterator[list[Fault]]:
    """Yield faults of money lines whose agreement is missing, wrong or exceeded.

    Club accounts need none. Lines under agreements given before agreements were recorded, which
    have no maximum, are counted separately. Four queries.
    """
    lines = PostingLine.objects.order_by("pk")
    if scope.club_id is not None:
        lines = lines.filter(account__club=scope.club_id)
    money = lines.exclude(account__currency="").exclude(account__kind=Account.Kind.HOUSE)
    yield from _faults_in_lines(money.filter(agreement=None), FaultCode.AGREEMENT_MISSING)
    is_own = Q(agreement__currency=F("account__currency")) & (
        Q(account__kind=Account.Kind.NAME, agreement__answers_for=F("account__name"))
        | Q(agreement__user=F("account__user"), agreement__answers_for="")
    )
    is_of_result = Q(posting__settlement=None) | (
        Q(agreement__subject=F("posting__settlement__source"))
        & (
            Q(agreement__subject_id=F("posting__settlement__session"))
            | Q(agreement__subject_id=F("posting__settlement__event"))
            # Without the first condition, the comparison would be unknown for other settlements.
            | Q(
                posting__settlement__dues_charge__isnull=False,
                agreement__subject_id=F("posting__settlement__dues_charge__dues"),
            )
            | Q(
                posting__settlement__bill_share__isnull=False,
                agreement__subject_id=F("posting__settlement__bill_share__bill"),
            )
        )
    )
    agreed = money.filter(agreement__isnull=False)
    yield from _faults_in_lines(
        agreed.exclude(is_own, is_of_result), FaultCode.AGREEMENT_OF_ANOTHER
    )
    scope.before_agreements = agreed.filter(agreement__given=Agreement.Given.BEFORE).count()
    yield from _exceeded_maximums(scope)


def _faults_in_lines(lines: QuerySet[PostingLine], code: FaultCode) -> Iterator[list[Fault]]:
    """Yield a fault with this code for each of the faulty lines, in chunks."""
    with consistent_read():
        rows = lines.values_list("pk", "posting", "account", "account__club").iterator(CHUNK)
        while chunk := list(islice(rows, CHUNK)):
            yield [
                Fault(code, "PostingLine", pk, club, {"posting": posting, "account": account})
                for pk, posting, account, club in chunk
            ]


def _exceeded_maximums(scope: AuditScope) -> Iterator[list[Fault]]:
    """Yield a fault for each agreement whose maximum loss was exceeded. One query."""
    rows = Agreement.objects.filter(max_loss__isnull=False, lines__posting__kind__in=_PLAYED)
    if scope.club_id is not None:
        rows = rows.filter(lines__account__club=scope.club_id)
    lost = (
        rows.order_by("pk")
        .values("pk", "max_loss", "currency", "lines__account", "lines__account__club")
        .annotate(sum=Sum("lines__amount"))
        .filter(sum__lt=-F("max_loss"))
    )
    with consistent_read():
        found = lost.iterator(CHUNK)
        while chunk := list(islice(found, CHUNK)):
            yield [
                Fault(
                    FaultCode.AGREEMENT_EXCEEDED,
                    "Agreement",
                    each["pk"],
                    each["lines__account__club"],
                    {
                        "agreement": each["pk"],
                        "account": each["lines__account"],
                        "there": each["sum"],
                        "due": -each["max_loss"],
                        "currency": each["currency"],
                    },
                )
                for each in chunk
            ]
