"""Audit of payments: billed, paid and open amounts."""

from collections.abc import Iterator
from typing import Any

from django.db.models import Q

from tournaments.ledger.audit.chains import check_head, check_lines, name_of
from tournaments.ledger.audit.faults import Fault, FaultCode
from tournaments.ledger.audit.scope import BATCH, AuditScope, consistent_read, release
from tournaments.ledger.models import Payment, Posting, Transfer

_KINDS = {
    Payment.Kind.PAID: Posting.Kind.PAYMENT,
    Payment.Kind.WAIVED: Posting.Kind.WAIVER,
}


def check_payments(scope: AuditScope) -> Iterator[list[Fault]]:
    """Compare open amounts and postings of transfers with their confirmed payments.

    Five queries per batch of transfers.
    """
    rows = (
        Transfer.objects.select_related("settlement", "payer", "payee")
        .prefetch_related("payments__posting__lines", "payments__records")
        .order_by("pk")
    )
    if scope.club_id is not None:
        rows = rows.filter(settlement__club=scope.club_id)
    if scope.since is not None:
        claimed = Payment.objects.filter(claimed_at__gte=scope.since).values("transfer")
        rows = rows.filter(Q(settlement__created_at__gte=scope.since) | Q(pk__in=claimed))
    last = 0
    while True:
        with consistent_read():
            batch = list(rows.filter(pk__gt=last).select_related("taken_up")[:BATCH])
        if not batch:
            return
        last = batch[-1].pk
        faults: list[Fault] = []
        for transfer in batch:
            faults += _check_open(transfer)
            for payment in transfer.payments.all():
                scope.payments += 1
                faults += _check_payment(transfer, payment)
        release(batch)
        yield faults


def _check_open(transfer: Transfer) -> Iterator[Fault]:
    confirmed = sum(
        payment.amount
        for payment in transfer.payments.all()
        if payment.status == Payment.Status.CONFIRMED
    )
    taken_up = getattr(transfer, "taken_up", None)
    due = transfer.amount - confirmed - (0 if taken_up is None else taken_up.amount)
    if transfer.open_amount != due:
        yield Fault(
            FaultCode.TRANSFER_OPEN,
            "Transfer",
            transfer.pk,
            transfer.settlement.club_id,
            {
                "settlement": name_of(transfer.settlement),
                "payer": transfer.payer_id,
                "payee": transfer.payee_id,
                "there": transfer.open_amount,
                "due": due,
                "currency": transfer.settlement.currency,
            },
        )


def _check_payment(transfer: Transfer, payment: Payment) -> Iterator[Fault]:
    records = list(payment.records.all())
    said = records[-1].status if records else ""
    if said != payment.status:
        yield _fault(
            transfer,
            payment,
            FaultCode.PAYMENT_RECORD,
            there=payment.status,
            due=said,
        )
    posting = payment.posting if payment.posting_id is not None else None
    if payment.status != Payment.Status.CONFIRMED:
        if payment.posting_id is not None:
            yield _fault(transfer, payment, FaultCode.PAYMENT_POSTED_EARLY)
        return
    if posting is None:
        yield _fault(transfer, payment, FaultCode.PAYMENT_NOT_POSTED)
        return
    payer, payee = transfer.payer, transfer.payee
    kind = _KINDS[Payment.Kind(payment.kind)]
    yield from check_head(posting, f"payment-{payment.pk}", kind, payer.club_id, payer.currency)
    yield from check_lines(posting, {payer.pk: payment.amount, payee.pk: -payment.amount})


def _fault(transfer: Transfer, payment: Payment, code: FaultCode, **params: Any) -> Fault:
    named = {
        "payment": payment.pk,
        "posting": payment.posting_id or f"payment-{payment.pk}",
        "settlement": name_of(transfer.settlement),
    }
    return Fault(code, "Payment", payment.pk, transfer.settlement.club_id, {**named, **params})
