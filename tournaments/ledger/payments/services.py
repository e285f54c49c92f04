"""Payments: claim, confirm, dispute, waive. Only confirmed payments are posted."""

from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import replace
from hashlib import blake2s

from django.db import IntegrityError

from accounts.caller import Caller
from games.common.denials import DeniedError, answering
from tournaments.ledger.access import Answer, keeps_book, require_reason
from tournaments.ledger.denials import LedgerCode
from tournaments.ledger.notices.kinds import LedgerKind
from tournaments.ledger.payments.locking import LockedTransfer, PaymentDetails, lock_transfer
from tournaments.ledger.payments.models import Payment

_Status = Payment.Status
_Kind = Payment.Kind
_Notice = LedgerKind


@contextmanager
def _answering_payment(caller: Caller, payment_id: int) -> Iterator[tuple[LockedTransfer, Payment]]:
    """Lock the payment's transfer for the block, and yield both.

    :raises DeniedError: if there is no such payment, or the user has no part in it
    """
    transfer_id = Payment.objects.filter(pk=payment_id).values_list("transfer", flat=True).first()
    if transfer_id is None:
        raise DeniedError(LedgerCode.NO_PAYMENT)
    with lock_transfer(caller, transfer_id) as locked:
        yield locked, Payment.objects.get(pk=payment_id)


def _with_unique_key(
    details: PaymentDetails, caller: Caller, transfer_id: int, kind: Payment.Kind
) -> PaymentDetails:
    """Return the details with a form key unique to user, transfer and action, if they have one."""
    if not details.form_key or caller.user is None:
        return details
    said = f"{caller.user.pk} {transfer_id} {kind} {details.form_key}"
    return replace(details, form_key=blake2s(said.encode(), digest_size=16).hexdigest())


def _is_duplicate(form_key: str) -> bool:
    """Return whether a payment with this form key exists; False for an empty key."""
    return bool(form_key) and Payment.objects.filter(form_key=form_key).exists()


@answering
def claim(
    caller: Caller, transfer_id: int, amount: int, details: PaymentDetails | None = None
) -> Answer:
    """Record the payer's claim that an amount was paid; the payee confirms or disputes it."""
    return _record_claim(caller, transfer_id, _Kind.PAID, amount, details or PaymentDetails())


@answering
def ask_to_waive(
    caller: Caller, transfer_id: int, amount: int, details: PaymentDetails | None = None
) -> Answer:
    """Record the payer's request to waive an amount; confirming waives it."""
    return _record_claim(caller, transfer_id, _Kind.WAIVED, amount, details or PaymentDetails())


def _record_claim(
    caller: Caller, transfer_id: int, kind: Payment.Kind, amount: int, details: PaymentDetails
) -> Answer:
    """Record the payer's claim or waiver request, once per form key, and notify the payee."""
    details = _with_unique_key(details, caller, transfer_id, kind)
    try:
        with lock_transfer(caller, transfer_id) as locked:
            if _is_duplicate(details.form_key):
                return None
            locked.require_payer()
            locked.check_amount(amount)
            locked.record(kind, amount, details)
            notice = _Notice.CLAIMED if kind == _Kind.PAID else _Notice.ASKED
            locked.notify(notice, locked.payee, amount=amount)
    except IntegrityError:
        # The same form, submitted twice at the same time.
        if not _is_duplicate(details.form_key):
            raise
    return None


@answering
def receive(
    caller: Caller, transfer_id: int, amount: int, details: PaymentDetails | None = None
) -> Answer:
    """Record that the payee received an amount: it is posted at once, without a claim."""
    return _record_confirmed(caller, transfer_id, _Kind.PAID, amount, details or PaymentDetails())


@answering
def waive(
    caller: Caller, transfer_id: int, amount: int, details: PaymentDetails | None = None
) -> Answer:
    """Waive an amount that the caller is owed: it is posted at once, and the payer is notified."""
    return _record_confirmed(caller, transfer_id, _Kind.WAIVED, amount, details or PaymentDetails())


def _record_confirmed(
    caller: Caller, transfer_id: int, kind: Payment.Kind, amount: int, details: PaymentDetails
) -> Answer:
    """Record and confirm the payee's entry, once per form key, and notify the payer."""
    details = _with_unique_key(details, caller, transfer_id, kind)
    try:
        with lock_transfer(caller, transfer_id) as locked:
            if _is_duplicate(details.form_key):
                return None
            locked.require_payee()
            locked.check_amount(amount, is_received=True)
            locked.confirm(locked.record(kind, amount, details))
            notice = _Notice.CONFIRMED if kind == _Kind.PAID else _Notice.WAIVED
            locked.notify(notice, locked.payer, amount=amount)
    except IntegrityError:
        if not _is_duplicate(details.form_key):
            raise
    return None


@answering
def confirm(caller: Caller, payment_id: int) -> Answer:
    """Confirm a payment claim or agree to a waiver, as the payee; idempotent.

    Claims made by the caller are denied.
    """
    with _answering_payment(caller, payment_id) as (locked, payment):
        locked.require_payee()
        if payment.claimed_by_id == locked.person.pk and payment.is_pending:
            raise DeniedError(LedgerCode.OWN_PAYMENT)
        if payment.status == _Status.CONFIRMED:
            return None
        if not payment.is_pending:
            raise DeniedError(LedgerCode.ANSWERED)
        locked.confirm(payment)
        notice = _Notice.CONFIRMED if payment.kind == _Kind.PAID else _Notice.WAIVED
        locked.notify(notice, locked.payer, amount=payment.amount)
    return None


@answering
def dispute(caller: Caller, payment_id: int, reason: str) -> Answer:
    """Dispute a payment claim or decline a waiver request, as the payee, giving a reason."""
    reason = require_reason(reason)
    with _answering_payment(caller, payment_id) as (locked, payment):
        locked.require_payee()
        if payment.claimed_by_id == locked.person.pk and payment.is_pending:
            raise DeniedError(LedgerCode.OWN_PAYMENT)
        if payment.status == _Status.DISPUTED:
            return None
        if payment.status != _Status.CLAIMED:
            raise DeniedError(LedgerCode.ANSWERED)
        locked.answer(payment, _Status.DISPUTED, reason)
        locked.notify(_Notice.DISPUTED, locked.payer, amount=payment.amount, reason=reason)
    return None


@answering
def withdraw(caller: Caller, payment_id: int) -> Answer:
    """Withdraw the payer's claim or waiver request, even if disputed; confirmed payments stay."""
    with _answering_payment(caller, payment_id) as (locked, payment):
        locked.require_payer()
        if payment.status == _Status.WITHDRAWN:
            return None
        if not payment.is_pending:
            raise DeniedError(LedgerCode.ANSWERED)
        locked.answer(payment, _Status.WITHDRAWN)
        locked.notify(_Notice.WITHDRAWN, locked.payee, amount=payment.amount)
    return None


@answering
def resolve(caller: Caller, payment_id: int, *, is_paid: bool, reason: str) -> Answer:
    """Resolve a disputed payment as paid or not paid, as an organizer without a part in it.

    A disputed waiver can only be resolved as not waived.
    """
    reason = require_reason(reason)
    with _answering_payment(caller, payment_id) as (locked, payment):
        if locked.payer.club_id is None:
            raise DeniedError(LedgerCode.NO_ORGANIZER)
        if not keeps_book(locked.person, locked.payer.club_id):
            raise DeniedError(LedgerCode.NOT_ALLOWED)
        # Organizers who claimed it for the club or a named player have a part in it, too.
        if locked.person.pk in (locked.payer.user_id, locked.payee.user_id, payment.claimed_by_id):
            raise DeniedError(LedgerCode.NOT_IMPARTIAL)
        if payment.status != _Status.DISPUTED:
            raise DeniedError(LedgerCode.NOT_DISPUTED)
        if is_paid and payment.kind == _Kind.WAIVED:
            # Only the payee can waive a debt.
            raise DeniedError(LedgerCode.NOT_PAYEE)
        if is_paid:
            locked.confirm(payment, reason)
        else:
            locked.answer(payment, _Status.REJECTED, reason)
        locked.notify(
            _Notice.RESOLVED,
            locked.payer,
            locked.payee,
            amount=payment.amount,
            is_paid=is_paid,
            reason=reason,
        )
    return None
