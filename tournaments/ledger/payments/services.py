"""Payments: claim, confirm, dispute, waive. Only confirmed payments are posted."""

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import replace
from hashlib import blake2s

from django.db import IntegrityError
from django.utils import timezone

from accounts.caller import Caller
from games.common.denials import DeniedError, answering
from tournaments.clubs.models import ClubRecord
from tournaments.ledger.access import Answer, acts_for, require_reason
from tournaments.ledger.book.holders import name_of
from tournaments.ledger.denials import LedgerCode
from tournaments.ledger.notices.kinds import LedgerKind
from tournaments.ledger.payments.locking import LockedTransfer, PaymentDetails, lock_transfer
from tournaments.ledger.payments.models import DISPUTE_PERIOD, Payment

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
    return _record_claim(caller, transfer_id, _Kind.PAID, amount, details)


@answering
def ask_to_waive(
    caller: Caller, transfer_id: int, amount: int, details: PaymentDetails | None = None
) -> Answer:
    """Record the payer's request to waive an amount; confirming waives it."""
    return _record_claim(caller, transfer_id, _Kind.WAIVED, amount, details)


def _record_once(
    caller: Caller,
    transfer_id: int,
    kind: Payment.Kind,
    details: PaymentDetails | None,
    record: Callable[[LockedTransfer, PaymentDetails], None],
) -> Answer:
    """Call `record` with the locked transfer, once per form key."""
    details = _with_unique_key(details or PaymentDetails(), caller, transfer_id, kind)
    try:
        with lock_transfer(caller, transfer_id) as locked:
            if not _is_duplicate(details.form_key):
                record(locked, details)
    except IntegrityError:
        # The same form, submitted twice at the same time.
        if not _is_duplicate(details.form_key):
            raise
    return None


def _record_claim(
    caller: Caller,
    transfer_id: int,
    kind: Payment.Kind,
    amount: int,
    details: PaymentDetails | None,
) -> Answer:
    """Record the payer's claim or waiver request, and notify the payee."""

    def record(locked: LockedTransfer, details: PaymentDetails) -> None:
        """Record the claim."""
        locked.require_payer()
        _claim(locked, kind, amount, details)

    return _record_once(caller, transfer_id, kind, details, record)


def _claim(
    locked: LockedTransfer, kind: Payment.Kind, amount: int, details: PaymentDetails
) -> None:
    """Record a claim or waiver request, and notify the payee."""
    locked.check_amount(amount)
    locked.record(kind, amount, details)
    notice = _Notice.CLAIMED if kind == _Kind.PAID else _Notice.ASKED
    params: dict[str, object] = {"amount": amount}
    if locked.payee.user is None or not locked.payee.user.is_active:
        # To those who act for the payee.
        params["payee"] = name_of(locked.payee)
    locked.notify(notice, locked.payee, **params)


@answering
def receive(
    caller: Caller, transfer_id: int, amount: int, details: PaymentDetails | None = None
) -> Answer:
    """Record that the payee received an amount: it is posted at once, without a claim."""
    return _record_confirmed(caller, transfer_id, _Kind.PAID, amount, details)


@answering
def waive(
    caller: Caller, transfer_id: int, amount: int, details: PaymentDetails | None = None
) -> Answer:
    """Waive an amount that the caller is owed: it is posted at once, and the payer is notified."""
    return _record_confirmed(caller, transfer_id, _Kind.WAIVED, amount, details)


def _record_confirmed(
    caller: Caller,
    transfer_id: int,
    kind: Payment.Kind,
    amount: int,
    details: PaymentDetails | None,
) -> Answer:
    """Record and confirm the payee's entry, and notify the payer."""

    def record(locked: LockedTransfer, details: PaymentDetails) -> None:
        """Record the entry."""
        locked.require_payee()
        _receive(locked, kind, amount, details)

    return _record_once(caller, transfer_id, kind, details, record)


def _receive(
    locked: LockedTransfer, kind: Payment.Kind, amount: int, details: PaymentDetails
) -> None:
    """Record and confirm a payment or waiver by the payee, and notify the payer."""
    locked.check_amount(amount, is_received=True)
    locked.confirm(locked.record(kind, amount, details))
    notice = _Notice.CONFIRMED if kind == _Kind.PAID else _Notice.WAIVED
    locked.notify(notice, locked.payer, amount=amount)


@answering
def record_cash(
    caller: Caller, transfer_id: int, amount: int, details: PaymentDetails | None = None
) -> Answer:
    """Record a payment that was made, as a user who keeps the ledger and has no part in it.

    Between two others it counts at once: both are notified, and the payee can dispute it within
    seven days. Payments to the club count as received, and those by the club wait for the payee's
    confirmation, since the caller acts for the club.
    """

    def record(locked: LockedTransfer, details: PaymentDetails) -> None:
        """Record the payment for the two parties."""
        locked.require_keeper()
        if acts_for(locked.person, locked.payee):
            _receive(locked, _Kind.PAID, amount, details)
        elif acts_for(locked.person, locked.payer):
            _claim(locked, _Kind.PAID, amount, details)
        else:
            locked.check_amount(amount)
            locked.confirm(locked.record(_Kind.PAID, amount, details, for_others=True))
            _notify_recorded(locked, amount)
        locked.record_in_club(ClubRecord.Deed.CASH, amount)

    return _record_once(caller, transfer_id, _Kind.PAID, details, record)


def _notify_recorded(locked: LockedTransfer, amount: int) -> None:
    """Notify payer and payee of a payment that the caller recorded for them."""
    names = {"payer": name_of(locked.payer), "payee": name_of(locked.payee)}
    locked.notify(_Notice.RECORDED, locked.payer, amount=amount, **names)
    locked.notify(_Notice.RECORDED, locked.payee, amount=amount, is_payee=True, **names)


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
        locked.dismiss_notices(payment)
        notice = _Notice.CONFIRMED if payment.kind == _Kind.PAID else _Notice.WAIVED
        locked.notify(notice, locked.payer, amount=payment.amount)
        _notify_recorder(locked, notice, payment)
    return None


@answering
def dispute(caller: Caller, payment_id: int, reason: str) -> Answer:
    """Dispute a payment claim or decline a waiver request, as the payee, giving a reason.

    A payment that was recorded for both parties is taken back: the debt is open again, and the
    payment waits like any disputed one.
    """
    reason = require_reason(reason)
    with _answering_payment(caller, payment_id) as (locked, payment):
        locked.require_payee()
        if payment.claimed_by_id == locked.person.pk and payment.is_pending:
            raise DeniedError(LedgerCode.OWN_PAYMENT)
        if payment.status in (_Status.DISPUTED, _Status.UNDONE):
            return None
        if payment.disputable_until is not None:
            _take_back(locked, payment, reason)
            return None
        if payment.status != _Status.CLAIMED:
            raise DeniedError(LedgerCode.ANSWERED)
        locked.answer(payment, _Status.DISPUTED, reason)
        locked.notify(_Notice.DISPUTED, locked.payer, amount=payment.amount, reason=reason)
    return None


def _take_back(locked: LockedTransfer, payment: Payment, reason: str) -> None:
    """Take back a recorded payment that the payee disputes, and store it as a disputed claim.

    :raises DeniedError: if more than seven days have passed
    """
    until = payment.disputable_until
    if until is None or until < timezone.now():
        raise DeniedError(LedgerCode.DISPUTE_TOO_LATE, days=DISPUTE_PERIOD.days)
    locked.undo(payment, reason)
    disputed = Payment.objects.create(
        transfer=locked.row,
        kind=payment.kind,
        amount=payment.amount,
        paid_on=payment.paid_on,
        way=payment.way,
        remark=payment.remark,
        claimed_by=payment.claimed_by,
        is_recorded=True,
    )
    locked.log_status(disputed, actor=payment.claimed_by)
    locked.answer(disputed, _Status.DISPUTED, reason)
    locked.notify(_Notice.DISPUTED, locked.payer, amount=payment.amount, reason=reason)
    _notify_recorder(locked, _Notice.DISPUTED, payment, reason=reason)


def _notify_recorder(
    locked: LockedTransfer, kind: LedgerKind, payment: Payment, **params: object
) -> None:
    """Notify the user who recorded the payment for both parties, if one did."""
    if payment.is_recorded and payment.claimed_by_id != locked.person.pk:
        locked.notify_user(
            kind, payment.claimed_by_id, amount=payment.amount, is_recorder=True, **params
        )


@answering
def withdraw(caller: Caller, payment_id: int) -> Answer:
    """Withdraw the payer's claim or waiver request, even if disputed; confirmed payments stay.

    The user who recorded a payment for both parties can withdraw it, too.
    """
    with _answering_payment(caller, payment_id) as (locked, payment):
        is_own_record = payment.is_recorded and payment.claimed_by_id == locked.person.pk
        if not is_own_record:
            locked.require_payer()
        if payment.status == _Status.WITHDRAWN:
            return None
        if not payment.is_pending:
            raise DeniedError(LedgerCode.ANSWERED)
        locked.answer(payment, _Status.WITHDRAWN)
        locked.dismiss_notices(payment)
        to_notify = [locked.payee, locked.payer] if is_own_record else [locked.payee]
        locked.notify(_Notice.WITHDRAWN, *to_notify, amount=payment.amount)
        if is_own_record:
            locked.record_in_club(ClubRecord.Deed.NO_CASH, payment.amount)
        _notify_recorder(locked, _Notice.WITHDRAWN, payment)
    return None


@answering
def resolve(caller: Caller, payment_id: int, *, is_paid: bool, reason: str) -> Answer:
    """Resolve a disputed payment as paid or not paid, as a keeper without a part in it.

    A disputed waiver can only be resolved as not waived.
    """
    reason = require_reason(reason)
    with _answering_payment(caller, payment_id) as (locked, payment):
        locked.require_keeper()
        # Those who recorded it, or claimed it for the club or a named player, have a part in it.
        if payment.claimed_by_id == locked.person.pk:
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
        locked.dismiss_notices(payment)
        locked.notify(
            _Notice.RESOLVED,
            locked.payer,
            locked.payee,
            amount=payment.amount,
            is_paid=is_paid,
            reason=reason,
        )
        _notify_recorder(locked, _Notice.RESOLVED, payment, is_paid=is_paid, reason=reason)
    return None
