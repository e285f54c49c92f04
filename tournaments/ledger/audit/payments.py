"""Audit of payments: billed, paid and open amounts."""

from collections.abc import Iterator
from typing import Any

from django.db.models import Q

from tournaments.ledger.audit.chains import (
    check_posting_attributes,
    check_posting_lines,
    settlement_key,
)
from tournaments.ledger.audit.faults import Fault, FaultCode
from tournaments.ledger.audit.scope import BATCH, AuditScope, consistent_read, release
from tournaments.ledger.book.models import Posting
from tournaments.ledger.payments.models import Payment
from tournaments.ledger.settling.models import Transfer

_KINDS = {
    Payment.Kind.PAID: Posting.Kind.PAYMENT,
    Payment.Kind.WAIVED: Posting.Kind.WAIVER,
}


def check_payments(scope: AuditScope) -> Iterator[list[Fault]]:
    """Yield faults of due payments and payments: wrong open amount, status or posting.

    Seven queries per batch of transfers.
    """
    rows = (
        Transfer.objects.select_related("settlement", "payer", "payee")
        .prefetch_related(
            "payments__posting__lines", "payments__undone_by__lines", "payments__records"
        )
        .order_by("pk")
    )
    if scope.club_id is not None:
        rows = rows.filter(settlement__club=scope.club_id)
    if scope.since is not None:
        claimed = Payment.objects.filter(claimed_at__gte=scope.since).values("transfer")
        rows = rows.filter(Q(settlement__created_at__gte=scope.since) | Q(pk__in=claimed))
    last_id = 0
    while True:
        with consistent_read():
            batch = list(rows.filter(pk__gt=last_id).select_related("taken_up")[:BATCH])
        if not batch:
            return
        last_id = batch[-1].pk
        faults: list[Fault] = []
        for transfer in batch:
            faults += _check_open_amount(transfer)
            for payment in transfer.payments.all():
                scope.payments += 1
                faults += _check_payment(transfer, payment)
        release(batch)
        yield faults


def _check_open_amount(transfer: Transfer) -> Iterator[Fault]:
    """Yield a fault unless the open amount is the amount less confirmed payments and waivers.

    What was rolled into a later payment list is not open either.
    """
    confirmed = sum(
        payment.amount
        for payment in transfer.payments.all()
        if payment.status == Payment.Status.CONFIRMED
    )
    taken_up = getattr(transfer, "taken_up", None)
    expected = transfer.amount - confirmed - (0 if taken_up is None else taken_up.amount)
    if transfer.open_amount != expected:
        yield Fault(
            FaultCode.TRANSFER_OPEN,
            "Transfer",
            transfer.pk,
            transfer.settlement.club_id,
            {
                "settlement": settlement_key(transfer.settlement),
                "payer": transfer.payer_id,
                "payee": transfer.payee_id,
                "there": transfer.open_amount,
                "due": expected,
                "currency": transfer.settlement.currency,
            },
        )


def _check_payment(transfer: Transfer, payment: Payment) -> Iterator[Fault]:
    """Yield faults of the payment's status, history and posting."""
    records = list(payment.records.all())
    last_status = records[-1].status if records else ""
    if last_status != payment.status:
        yield _fault(
            transfer,
            payment,
            FaultCode.PAYMENT_RECORD,
            there=payment.status,
            due=last_status,
        )
    posting = payment.posting if payment.posting_id is not None else None
    is_undone = payment.status == Payment.Status.UNDONE
    if payment.status != Payment.Status.CONFIRMED and not is_undone:
        if payment.posting_id is not None:
            yield _fault(transfer, payment, FaultCode.PAYMENT_POSTED_EARLY)
        return
    if posting is None:
        yield _fault(transfer, payment, FaultCode.PAYMENT_NOT_POSTED)
        return
    payer, payee = transfer.payer, transfer.payee
    kind = _KINDS[Payment.Kind(payment.kind)]
    yield from check_posting_attributes(
        posting, f"payment-{payment.pk}", kind, payer.club_id, payer.currency
    )
    yield from check_posting_lines(posting, {payer.pk: payment.amount, payee.pk: -payment.amount})
    undoing = payment.undone_by if payment.undone_by_id is not None else None
    if is_undone and undoing is None:
        yield _fault(transfer, payment, FaultCode.PAYMENT_NOT_UNDONE)
    if undoing is not None:
        yield from check_posting_attributes(
            undoing,
            f"payment-{payment.pk}-disputed",
            Posting.Kind.DISPUTE,
            payer.club_id,
            payer.currency,
        )
        yield from check_posting_lines(
            undoing, {payer.pk: -payment.amount, payee.pk: payment.amount}
        )


def _fault(transfer: Transfer, payment: Payment, code: FaultCode, **params: Any) -> Fault:
    """Return a fault of the payment, with payment, posting and settlement as parameters."""
    message_params = {
        "payment": payment.pk,
        "posting": payment.posting_id or f"payment-{payment.pk}",
        "settlement": settlement_key(transfer.settlement),
    }
    return Fault(
        code, "Payment", payment.pk, transfer.settlement.club_id, {**message_params, **params}
    )
