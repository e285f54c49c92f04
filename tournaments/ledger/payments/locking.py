"""A transfer locked while a user changes its payments.

All changes of payments use it, so that concurrent answers are processed one after another.
"""

from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from datetime import date, timedelta
from typing import Any

from django.db import transaction
from django.db.models import Sum
from django.utils import timezone

from accounts.caller import Caller
from accounts.models import User
from accounts.notices.models import Notice
from accounts.notices.services import notify
from games.common.denials import DeniedError
from games.common.wording import checked_remark
from games.tables.max_loss import Cost
from tournaments.clubs.models import ClubRecord
from tournaments.ledger.access import acts_for, keeps_book, require_user
from tournaments.ledger.book.models import Account, Posting
from tournaments.ledger.book.services import lock_accounts, post
from tournaments.ledger.denials import LedgerCode
from tournaments.ledger.notices.kinds import ASKING_KINDS, LedgerKind
from tournaments.ledger.notices.services import acting_user_ids
from tournaments.ledger.payments.models import Payment, PaymentRecord
from tournaments.ledger.settling.models import Transfer
from tournaments.ledger.settling.services import increment_versions, reduce_open
from tournaments.ledger.settling.topics import settlement_changed

_Status = Payment.Status
_Kind = Payment.Kind

#: How long before the settlement a payment may be dated.
LONGEST_AGO = timedelta(days=366)


@dataclass(frozen=True, slots=True)
class PaymentDetails:
    """A payment's date, method and note, and the key of the form that sent it."""

    #: Payment date; today if None.
    paid_on: date | None = None
    way: str = Payment.Way.CASH
    remark: str = ""
    #: Idempotency key of the form.
    form_key: str = ""


class LockedTransfer:
    """A locked due payment with the checks and changes that its user can make."""

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
        """Check that the user acts for the payer.

        :raises DeniedError: if not
        """
        if not acts_for(self.person, self.payer):
            raise DeniedError(LedgerCode.NOT_PAYER)

    def require_keeper(self) -> None:
        """Check that the user keeps the club's ledger and is neither payer nor payee.

        :raises DeniedError: if not
        """
        if self.payer.club_id is None:
            raise DeniedError(LedgerCode.NO_ORGANIZER)
        if not keeps_book(self.person, self.payer.club_id):
            raise DeniedError(LedgerCode.NOT_ALLOWED)
        if self.person.pk in (self.payer.user_id, self.payee.user_id):
            raise DeniedError(LedgerCode.NOT_IMPARTIAL)

    def require_payee(self) -> None:
        """Check that the user acts for the payee and is not the payer.

        :raises DeniedError: if not
        """
        if self.payer.user_id == self.person.pk:
            raise DeniedError(LedgerCode.OWN_PAYMENT)
        if not acts_for(self.person, self.payee):
            raise DeniedError(LedgerCode.NOT_PAYEE)

    def unclaimed(self) -> int:
        """Return the open amount less the payments that wait for an answer."""
        pending = self.row.payments.filter(status__in=Payment.PENDING)
        return self.row.open_amount - (pending.aggregate(sum=Sum("amount"))["sum"] or 0)

    def check_amount(self, amount: int, *, is_received: bool = False) -> None:
        """Check that this amount, in minor units, is open and not already marked as paid.

        :raises DeniedError: if it is not positive, or more than is due
        :param is_received: whether the payee enters it: the message then names the waiting claim
        """
        if isinstance(amount, bool) or not isinstance(amount, int) or amount < 1:
            raise DeniedError(LedgerCode.NOT_AN_AMOUNT)
        if not self.row.open_amount:
            raise DeniedError(LedgerCode.NOTHING_OPEN)
        unclaimed, currency = self.unclaimed(), self.row.settlement.currency
        if amount > self.row.open_amount or (amount > unclaimed and not is_received):
            raise DeniedError(LedgerCode.TOO_MUCH, most=unclaimed, currency=currency)
        if amount > unclaimed:
            waiting = self.row.open_amount - unclaimed
            raise DeniedError(LedgerCode.CLAIM_WAITS, amount=waiting, currency=currency)

    def record(
        self,
        kind: Payment.Kind,
        amount: int,
        details: PaymentDetails,
        *,
        for_others: bool = False,
    ) -> Payment:
        """Store a payment claim or a waiver request with its first record.

        :param for_others: whether a user who keeps the ledger records it for payer and payee
        :raises DeniedError: if the date or the note is not valid
        """
        remark = checked_remark(
            details.remark, Payment.REMARK_LENGTH, flaw_code=LedgerCode.WORDING_FLAWED
        )
        today = timezone.localdate()
        day = details.paid_on or today
        # Users have different time zones: it may already be tomorrow for them.
        if day > today + timedelta(days=1):
            raise DeniedError(LedgerCode.DAY_TO_COME)
        if day < self.row.settlement.created_at.date() - LONGEST_AGO:
            raise DeniedError(LedgerCode.DAY_LONG_AGO)
        made = Payment.objects.create(
            transfer=self.row,
            kind=kind,
            amount=amount,
            paid_on=day,
            way=details.way if details.way in Payment.Way.values else Payment.Way.OTHER,
            remark=remark,
            form_key=details.form_key or None,
            claimed_by=self.person,
            is_recorded=for_others,
        )
        self.log_status(made)
        return made

    def log_status(self, payment: Payment, text: str = "", *, actor: User | None = None) -> None:
        """Append the payment's current status to its history.

        :param actor: the user who set it; None for the caller
        """
        PaymentRecord.objects.create(
            payment=payment,
            actor=actor or self.person,
            status=payment.status,
            text=text[: PaymentRecord.TEXT_LENGTH],
        )

    def undo(self, payment: Payment, reason: str) -> None:
        """Take back a confirmed payment: post the opposite, and reopen the amount.

        At most nine statements.
        """
        accounts = lock_accounts((self.payer.pk, self.payee.pk))
        assert len(accounts) == 2
        payment.undone_by = post(
            f"payment-{payment.pk}-disputed",
            Posting.Kind.DISPUTE,
            {self.payer.pk: -payment.amount, self.payee.pk: payment.amount},
            club_id=self.payer.club_id,
            currency=self.payer.currency,
            made_by=self.person,
        )
        payment.status = _Status.UNDONE
        payment.save(update_fields=["undone_by", "status"])
        reduce_open(self.row, -payment.amount)
        self.log_status(payment, reason)

    def confirm(self, payment: Payment, text: str = "") -> None:
        """Confirm the payment, post it and reduce the open amount. At most nine statements."""
        accounts = lock_accounts((self.payer.pk, self.payee.pk))
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
        reduce_open(self.row, payment.amount)
        self.log_status(payment, text)

    def answer(self, payment: Payment, status: Payment.Status, text: str = "") -> None:
        """Set and record the payment's status, without posting the payment."""
        payment.status = status
        payment.save(update_fields=["status"])
        self.log_status(payment, text)

    def dismiss_notices(self, payment: Payment) -> None:
        """Mark all users' notices that asked for an answer to the payment as seen.

        At most two statements.
        """
        others = self.row.payments.filter(status__in=Payment.PENDING, amount=payment.amount)
        # Notices know the amount, not the payment; they stay while another like it waits.
        if not others.exists():
            asked = Notice.objects.filter(kind__in=ASKING_KINDS, params__amount=payment.amount)
            asked.filter(subject_id=self.row.pk).mark_seen()

    def record_in_club(self, deed: ClubRecord.Deed, amount: int) -> None:
        """Record in the activity of the transfer's club what the user did with this amount."""
        assert self.payer.club_id is not None, "only keepers of a club's ledger"
        params = {"worst": str(Cost(amount, self.payer.currency))}
        ClubRecord.objects.create(
            club_id=self.payer.club_id, actor=self.person, deed=deed, params=params
        )

    def notify(self, kind: LedgerKind, *accounts: Account, **params: Any) -> None:
        """Notify the users who act for the accounts, except the caller."""
        user_ids = {each for account in accounts for each in acting_user_ids(account)}
        told = dict.fromkeys(user_ids - {self.person.pk}, params | {"by": self.person.shown_name})
        notify(kind, self.row, told)

    def notify_user(self, kind: LedgerKind, user_id: int, **params: Any) -> None:
        """Notify a user who is neither payer nor payee."""
        told = {user_id: params | {"by": self.person.shown_name}}
        notify(kind, self.row, told, by_mail=False)


@contextmanager
def lock_transfer(caller: Caller, transfer_id: int) -> Iterator[LockedTransfer]:
    """Lock the transfer for the block.

    Afterwards, mark the caller's notices of it as seen, and announce its settlement's new version.

    :raises DeniedError: if there is no such transfer, or the user has no part in it
    """
    person = require_user(caller)
    with transaction.atomic():
        row = (
            Transfer.objects.select_for_update(of=("self",), no_key=True)
            .select_related("settlement", "payer__user", "payee__user")
            .filter(pk=transfer_id)
            .first()
        )
        if row is None or not has_part(person, row):
            raise DeniedError(LedgerCode.NO_TRANSFER)
        yield LockedTransfer(row, person)
        # A user who answers has seen the notices.
        Notice.objects.about(Transfer, row.pk).filter(user=person).mark_seen()
        increment_versions([row.settlement_id])
        settlement_changed(row.settlement)


def has_part(user: User, transfer: Transfer) -> bool:
    """Return whether the user pays, is paid, or manages the club's ledger. At most one query."""
    return user.pk in (transfer.payer.user_id, transfer.payee.user_id) or keeps_book(
        user, transfer.payer.club_id
    )
