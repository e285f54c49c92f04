"""Payments: said, confirmed, disputed, let go. Only what is confirmed is posted.

Whoever changes anything holds the transfer's row, so two who answer at once are heard one after
the other.
"""

from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, replace
from datetime import date, timedelta
from hashlib import blake2s
from typing import Any

from django.db import IntegrityError, transaction
from django.db.models import Sum
from django.utils import timezone

from accounts.caller import Caller
from accounts.models import User
from games.common.denials import DeniedError, answering
from tournaments.ledger.denials import LedgerCode
from tournaments.ledger.models import (
    Account,
    LedgerNotice,
    Payment,
    PaymentRecord,
    Posting,
    Reminder,
    Transfer,
)
from tournaments.ledger.services.book import count_up, hold, lessen, post
from tournaments.ledger.services.core import Answer, acts_for, keeps_book, known, said_why
from tournaments.ledger.services.notices import speakers, tell_sides
from tournaments.ledger.topics import settlement_changed

_Status = Payment.Status
_Kind = Payment.Kind
_Notice = LedgerNotice.Kind

#: So long before its settlement somebody may have paid.
LONGEST_AGO = timedelta(days=366)
#: So far ahead a reminder can be set.
FARTHEST = timedelta(days=366)


@dataclass(frozen=True, slots=True)
class Words:
    """What is said of a payment besides its amount."""

    #: The day it was paid; today, where nobody says more.
    paid_on: date | None = None
    way: str = Payment.Way.CASH
    remark: str = ""
    #: What the form was called: sent again, it says nothing new.
    form_key: str = ""


class _Holding:
    """A transfer whose row is held, and who is asking."""

    def __init__(self, transfer: Transfer, person: User) -> None:
        self.row = transfer
        self.person = person

    @property
    def payer(self) -> Account:
        return self.row.payer

    @property
    def payee(self) -> Account:
        return self.row.payee

    def require_payer(self) -> None:
        """Go on only if the person speaks for who pays.

        :raises DeniedError: they do not
        """
        if not acts_for(self.person, self.payer):
            raise DeniedError(LedgerCode.NOT_PAYER)

    def require_payee(self) -> None:
        """Go on only if the person speaks for who is paid, and does not pay themselves.

        :raises DeniedError: they do not
        """
        if self.payer.user_id == self.person.pk:
            raise DeniedError(LedgerCode.OWN_PAYMENT)
        if not acts_for(self.person, self.payee):
            raise DeniedError(LedgerCode.NOT_PAYEE)

    def free(self) -> int:
        """Return what is open, and not said to be paid."""
        pending = self.row.payments.filter(status__in=Payment.PENDING)
        return self.row.open_amount - (pending.aggregate(sum=Sum("amount"))["sum"] or 0)

    def check_amount(self, amount: int, *, is_received: bool = False) -> None:
        """Check that so much can be paid.

        :raises DeniedError: it is no amount, or more than is open
        """
        if isinstance(amount, bool) or not isinstance(amount, int) or amount < 1:
            raise DeniedError(LedgerCode.NOT_AN_AMOUNT)
        if not self.row.open_amount:
            raise DeniedError(LedgerCode.NOTHING_OPEN)
        free, currency = self.free(), self.row.settlement.currency
        if amount > self.row.open_amount or (amount > free and not is_received):
            raise DeniedError(LedgerCode.TOO_MUCH, most=free, currency=currency)
        if amount > free:
            waiting = self.row.open_amount - free
            raise DeniedError(LedgerCode.CLAIM_WAITS, amount=waiting, currency=currency)

    def say(self, kind: Payment.Kind, amount: int, words: Words) -> Payment:
        """Write down that somebody has paid so much, or need not.

        :raises DeniedError: the day cannot be
        """
        today = timezone.localdate()
        day = words.paid_on or today
        # People live in zones of their own: it may be tomorrow where they are.
        if day > today + timedelta(days=1):
            raise DeniedError(LedgerCode.DAY_TO_COME)
        if day < self.row.settlement.created_at.date() - LONGEST_AGO:
            raise DeniedError(LedgerCode.DAY_LONG_AGO)
        made = Payment.objects.create(
            transfer=self.row,
            kind=kind,
            amount=amount,
            paid_on=day,
            way=words.way if words.way in Payment.Way.values else Payment.Way.OTHER,
            remark=" ".join(words.remark.split())[: Payment.REMARK_LENGTH],
            form_key=words.form_key or None,
            claimed_by=self.person,
        )
        self.note(made)
        return made

    def note(self, payment: Payment, text: str = "") -> None:
        """Append to the payment's record how it stands now."""
        PaymentRecord.objects.create(
            payment=payment,
            actor=self.person,
            status=payment.status,
            text=text[: PaymentRecord.TEXT_LENGTH],
        )

    def confirm(self, payment: Payment, text: str = "") -> None:
        """Let the payment count, and post it. At most nine statements."""
        accounts = hold((self.payer.pk, self.payee.pk))
        assert len(accounts) == 2
        kind = Posting.Kind.PAYMENT if payment.kind == _Kind.PAID else Posting.Kind.WAIVER
        payment.posting = post(
            f"payment-{payment.pk}",
            kind,
            {self.payer.pk: payment.amount, self.payee.pk: -payment.amount},
            club_id=self.payer.club_id,
            currency=self.payer.currency,
            made_by=self.person,
        )
        payment.status = _Status.CONFIRMED
        payment.save(update_fields=["posting", "status"])
        lessen(self.row, payment.amount)
        self.note(payment, text)

    def answer(self, payment: Payment, status: Payment.Status, text: str = "") -> None:
        """Let the payment stand so, without a posting."""
        payment.status = status
        payment.save(update_fields=["status"])
        self.note(payment, text)

    def tell(self, kind: LedgerNotice.Kind, *accounts: Account, **params: Any) -> None:
        """Tell who speaks for the accounts."""
        tell_sides(kind, self.row, accounts, self.person, by=self.person.shown_name, **params)


@contextmanager
def _holding(caller: Caller, transfer_id: int) -> Iterator[_Holding]:
    """Hold the transfer's row until the transaction ends; who watches it is told.

    :raises DeniedError: there is no such transfer, or the person has no part in it
    """
    person = known(caller)
    with transaction.atomic():
        row = (
            Transfer.objects.select_for_update(of=("self",), no_key=True)
            .select_related("settlement", "payer", "payee")
            .filter(pk=transfer_id)
            .first()
        )
        if row is None or not _has_part(person, row):
            raise DeniedError(LedgerCode.NO_TRANSFER)
        yield _Holding(row, person)
        count_up([row.settlement_id])
        settlement_changed(row.settlement)


def _has_part(person: User, row: Transfer) -> bool:
    return person.pk in (row.payer.user_id, row.payee.user_id) or keeps_book(
        person, row.payer.club_id
    )


@contextmanager
def _answering_payment(caller: Caller, payment_id: int) -> Iterator[tuple[_Holding, Payment]]:
    """Hold the payment's transfer, and read how the payment stands.

    :raises DeniedError: there is no such payment, or the person has no part in it
    """
    transfer_id = Payment.objects.filter(pk=payment_id).values_list("transfer", flat=True).first()
    if transfer_id is None:
        raise DeniedError(LedgerCode.NO_PAYMENT)
    with _holding(caller, transfer_id) as held:
        yield held, Payment.objects.get(pk=payment_id)


def _named(words: Words, caller: Caller, transfer_id: int, kind: Payment.Kind) -> Words:
    """Return the words with a form key that no other person, payment, or button has."""
    if not words.form_key or caller.user is None:
        return words
    said = f"{caller.user.pk} {transfer_id} {kind} {words.form_key}"
    return replace(words, form_key=blake2s(said.encode(), digest_size=16).hexdigest())


def _is_said_already(form_key: str) -> bool:
    return bool(form_key) and Payment.objects.filter(form_key=form_key).exists()


@answering
def claim(caller: Caller, transfer_id: int, amount: int, words: Words | None = None) -> Answer:
    """Say that so much was paid; who is paid confirms it, or disputes it."""
    return _claimed(caller, transfer_id, _Kind.PAID, amount, words or Words())


@answering
def ask_to_waive(
    caller: Caller, transfer_id: int, amount: int, words: Words | None = None
) -> Answer:
    """Ask who is owed to let so much go; that is done when they confirm it."""
    return _claimed(caller, transfer_id, _Kind.WAIVED, amount, words or Words())


def _claimed(
    caller: Caller, transfer_id: int, kind: Payment.Kind, amount: int, words: Words
) -> Answer:
    words = _named(words, caller, transfer_id, kind)
    try:
        with _holding(caller, transfer_id) as held:
            if _is_said_already(words.form_key):
                return None
            held.require_payer()
            held.check_amount(amount)
            held.say(kind, amount, words)
            notice = _Notice.CLAIMED if kind == _Kind.PAID else _Notice.ASKED
            held.tell(notice, held.payee, amount=amount)
    except IntegrityError:
        # The same form, sent twice at once.
        if not _is_said_already(words.form_key):
            raise
    return None


@answering
def receive(caller: Caller, transfer_id: int, amount: int, words: Words | None = None) -> Answer:
    """Say that so much was received, without waiting for who pays to say so."""
    return _received(caller, transfer_id, _Kind.PAID, amount, words or Words())


@answering
def waive(caller: Caller, transfer_id: int, amount: int, words: Words | None = None) -> Answer:
    """Let so much go that one is owed: it need not be paid."""
    return _received(caller, transfer_id, _Kind.WAIVED, amount, words or Words())


def _received(
    caller: Caller, transfer_id: int, kind: Payment.Kind, amount: int, words: Words
) -> Answer:
    words = _named(words, caller, transfer_id, kind)
    try:
        with _holding(caller, transfer_id) as held:
            if _is_said_already(words.form_key):
                return None
            held.require_payee()
            held.check_amount(amount, is_received=True)
            held.confirm(held.say(kind, amount, words))
            notice = _Notice.CONFIRMED if kind == _Kind.PAID else _Notice.WAIVED
            held.tell(notice, held.payer, amount=amount)
    except IntegrityError:
        if not _is_said_already(words.form_key):
            raise
    return None


@answering
def confirm(caller: Caller, payment_id: int) -> Answer:
    """Confirm what somebody says they have paid, or agree to let it go; twice is once."""
    with _answering_payment(caller, payment_id) as (held, payment):
        held.require_payee()
        if payment.claimed_by_id == held.person.pk and payment.is_pending:
            raise DeniedError(LedgerCode.OWN_PAYMENT)
        if payment.status == _Status.CONFIRMED:
            return None
        if not payment.is_pending:
            raise DeniedError(LedgerCode.ANSWERED)
        held.confirm(payment)
        notice = _Notice.CONFIRMED if payment.kind == _Kind.PAID else _Notice.WAIVED
        held.tell(notice, held.payer, amount=payment.amount)
    return None


@answering
def dispute(caller: Caller, payment_id: int, reason: str) -> Answer:
    """Say that it was not paid, or is not let go, and why."""
    reason = said_why(reason)
    with _answering_payment(caller, payment_id) as (held, payment):
        held.require_payee()
        if payment.status == _Status.DISPUTED:
            return None
        if payment.status != _Status.CLAIMED:
            raise DeniedError(LedgerCode.ANSWERED)
        held.answer(payment, _Status.DISPUTED, reason)
        held.tell(_Notice.DISPUTED, held.payer, amount=payment.amount, reason=reason)
    return None


@answering
def withdraw(caller: Caller, payment_id: int) -> Answer:
    """Take back what one has said; what is confirmed stands."""
    with _answering_payment(caller, payment_id) as (held, payment):
        held.require_payer()
        if payment.status == _Status.WITHDRAWN:
            return None
        if not payment.is_pending:
            raise DeniedError(LedgerCode.ANSWERED)
        held.answer(payment, _Status.WITHDRAWN)
        held.tell(_Notice.WITHDRAWN, held.payee, amount=payment.amount)
    return None


@answering
def resolve(caller: Caller, payment_id: int, *, is_paid: bool, reason: str) -> Answer:
    """Settle a dispute as an organizer, and say why: it was paid, or it was not."""
    reason = said_why(reason)
    with _answering_payment(caller, payment_id) as (held, payment):
        if held.payer.club_id is None:
            raise DeniedError(LedgerCode.NO_ORGANIZER)
        if not keeps_book(held.person, held.payer.club_id):
            raise DeniedError(LedgerCode.NOT_ALLOWED)
        # Who said it for the house, or for somebody known by name, has a part in it, too.
        if held.person.pk in (held.payer.user_id, held.payee.user_id, payment.claimed_by_id):
            raise DeniedError(LedgerCode.NOT_IMPARTIAL)
        if payment.status != _Status.DISPUTED:
            raise DeniedError(LedgerCode.NOT_DISPUTED)
        if is_paid and payment.kind == _Kind.WAIVED:
            # Nobody else lets go what somebody is owed.
            raise DeniedError(LedgerCode.NOT_PAYEE)
        if is_paid:
            held.confirm(payment, reason)
        else:
            held.answer(payment, _Status.REJECTED, reason)
        held.tell(
            _Notice.RESOLVED,
            held.payer,
            held.payee,
            amount=payment.amount,
            is_paid=is_paid,
            reason=reason,
        )
    return None


# --- Reminders


@answering
def set_reminder(caller: Caller, transfer_id: int, day: date, *, is_for_payer: bool) -> Answer:
    """Have oneself told of what is open on a day, or, as who is owed, who has to pay."""
    with _holding(caller, transfer_id) as held:
        if is_for_payer:
            held.require_payee()
        if not held.row.open_amount:
            raise DeniedError(LedgerCode.NOTHING_OPEN)
        today = timezone.localdate()
        if day <= today - timedelta(days=1):
            raise DeniedError(LedgerCode.DAY_PAST)
        if day > today + FARTHEST:
            raise DeniedError(LedgerCode.DAY_TOO_FAR)
        Reminder.objects.update_or_create(
            transfer=held.row,
            user=held.person,
            is_for_payer=is_for_payer,
            done_at=None,
            defaults={"day": day},
        )
    return None


@answering
def drop_reminder(caller: Caller, reminder_id: int) -> Answer:
    """Let nobody be reminded."""
    person = known(caller)
    Reminder.objects.filter(pk=reminder_id, user=person, done_at=None).delete()
    return None


def remind() -> int:
    """Tell people of what they wanted to be told of by today; return how many were told.

    Each reminder is taken under its row's lock, so it tells once.
    """
    told = 0
    due = Reminder.objects.filter(done_at=None, day__lte=timezone.localdate())
    for number in due.values_list("pk", flat=True)[:500]:
        with transaction.atomic():
            reminder = (
                Reminder.objects.select_for_update(of=("self",))
                .select_related("user", "transfer__settlement")
                .select_related("transfer__payer", "transfer__payee")
                .filter(pk=number, done_at=None)
                .first()
            )
            if reminder is None:
                continue
            reminder.done_at = timezone.now()
            reminder.save(update_fields=["done_at"])
            told += _remind(reminder)
    return told


def _remind(reminder: Reminder) -> int:
    transfer = reminder.transfer
    # Who kept the club's book once may not do so any more.
    if not transfer.open_amount or not _has_part(reminder.user, transfer):
        return 0
    people = [reminder.user_id]
    params: dict[str, Any] = {"amount": transfer.open_amount}
    if reminder.is_for_payer:
        people, params["by"] = speakers(transfer.payer), reminder.user.shown_name
    LedgerNotice.objects.bulk_create(
        LedgerNotice(
            user_id=each,
            kind=_Notice.REMINDER,
            settlement=transfer.settlement,
            transfer=transfer,
            params=params,
            mail=LedgerNotice.MailState.DUE,
        )
        for each in people
    )
    return len(people)
