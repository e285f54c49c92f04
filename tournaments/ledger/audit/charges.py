"""Audit of charges: dues and shares of bills against what was agreed and posted."""

from collections.abc import Iterator
from itertools import islice

from django.db.models import F, Q, QuerySet, Sum

from tournaments.ledger.audit.chains import (
    check_balances,
    check_posting_attributes,
    check_posting_lines,
    check_transfers,
    settlement_key,
    with_related,
)
from tournaments.ledger.audit.faults import Fault, FaultCode
from tournaments.ledger.audit.scope import BATCH, CHUNK, AuditScope, consistent_read, release
from tournaments.ledger.bills.models import Bill, BillShare
from tournaments.ledger.book.models import Account, Posting
from tournaments.ledger.dues.models import DuesCharge
from tournaments.ledger.settling.charges import posting_key
from tournaments.ledger.settling.models import Settlement

_CHARGES = (Settlement.Source.DUES, Settlement.Source.BILL)


def check_charges(scope: AuditScope) -> Iterator[list[Fault]]:
    """Yield faults of charges, and of bills and dues that should have been charged.

    Nine queries per batch, and three for what was not charged.
    """
    rows = Settlement.objects.filter(source__in=_CHARGES).order_by("pk")
    if scope.club_id is not None:
        rows = rows.filter(club=scope.club_id)
    if scope.since is not None:
        rows = rows.filter(created_at__gte=scope.since)
    charges = with_related(rows).select_related("dues_charge__dues", "bill_share__bill")
    last_id = 0
    while True:
        with consistent_read():
            batch = list(charges.filter(pk__gt=last_id)[:BATCH])
        if not batch:
            break
        last_id = batch[-1].pk
        scope.settlements += len(batch)
        faults: list[Fault] = []
        for settlement in batch:
            faults += _check_charge(settlement)
        release(batch)
        yield faults
    yield from _check_rows(scope)


def _check_charge(settlement: Settlement) -> Iterator[Fault]:
    """Yield faults of a charge: its source, amount, parties, posting and payment."""
    due: DuesCharge | None = getattr(settlement, "dues_charge", None)
    share: BillShare | None = getattr(settlement, "bill_share", None)
    if due is not None and settlement.source == Settlement.Source.DUES:
        number, payer, payee = due.pk, due.user_id, None
        amount, club, currency = due.dues.amount, due.dues.club_id, due.dues.currency
    elif share is not None and settlement.source == Settlement.Source.BILL:
        number, payer, payee = share.pk, share.user_id, share.bill.paid_by_id
        amount, club, currency = share.amount, share.bill.club_id, share.bill.currency
    else:
        yield _fault(settlement, FaultCode.CHARGE_UNKNOWN)
        return
    yield from check_balances(settlement)
    yield from check_transfers(settlement, is_due=True)
    due_amounts = {payer: -amount, payee: amount}
    balances = {each.account: each.amount for each in settlement.balances.all()}
    for account, stored in balances.items():
        if stored != due_amounts.pop(_holder_id(account), 0):
            yield _fault(settlement, FaultCode.CHARGE_AMOUNT, account=account.pk)
    if due_amounts:
        yield _fault(settlement, FaultCode.CHARGE_AMOUNT, account="")
    posting = settlement.posting
    if posting is None:
        yield _fault(settlement, FaultCode.POSTING_MISSING, posting="")
        return
    yield from check_posting_attributes(
        posting, posting_key(settlement.source, number), Posting.Kind.SETTLEMENT, club, currency
    )
    yield from check_posting_lines(
        posting, {account.pk: stored for account, stored in balances.items()}
    )


def _holder_id(account: Account) -> int | None:
    """Return the ID of the account's user; None for the club, and 0 for a player by name."""
    return 0 if account.kind == Account.Kind.NAME else account.user_id


def _check_rows(scope: AuditScope) -> Iterator[list[Fault]]:
    """Yield faults of dues and shares that should have been charged, and of bills' sums."""
    dues = DuesCharge.objects.filter(settlement=None)
    shares = BillShare.objects.filter(
        is_accepted=True, bill__is_confirmed=True, settlement=None
    ).exclude(user=F("bill__paid_by"))
    bills = Bill.objects.annotate(sum=Sum("shares__amount")).filter(
        ~Q(sum=F("total")) | Q(sum=None)
    )
    if scope.club_id is not None:
        dues, shares = (
            dues.filter(dues__club=scope.club_id),
            shares.filter(bill__club=scope.club_id),
        )
        bills = bills.filter(club=scope.club_id)
    yield from _row_faults(dues, "dues__club", "DuesCharge", FaultCode.NOT_CHARGED, "dues")
    yield from _row_faults(shares, "bill__club", "BillShare", FaultCode.NOT_CHARGED, "bill")
    yield from _row_faults(bills, "club", "Bill", FaultCode.BILL_SUM, "bill")


def _row_faults(
    rows: "QuerySet[DuesCharge] | QuerySet[BillShare] | QuerySet[Bill]",
    club_field: str,
    model: str,
    code: FaultCode,
    source: str,
) -> Iterator[list[Fault]]:
    """Yield a fault with this code for each of the faulty rows, in chunks."""
    with consistent_read():
        found = rows.order_by("pk").values_list("pk", club_field).iterator(CHUNK)
        while chunk := list(islice(found, CHUNK)):
            yield [
                Fault(code, model, pk, club, {"charge": posting_key(source, pk)})
                for pk, club in chunk
            ]


def _fault(settlement: Settlement, code: FaultCode, **params: object) -> Fault:
    """Return a fault of the charge, with its key as a parameter."""
    message_params = {"settlement": settlement_key(settlement), **params}
    return Fault(code, "Settlement", settlement.pk, settlement.club_id, message_params)
