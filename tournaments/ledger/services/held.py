"""A transfer whose row is held while somebody says something of it.

Whoever changes anything about a payment goes through here, so two who answer at once are heard one
after the other.
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
from games.common.denials import DeniedError
from games.common.wording import checked_remark
from tournaments.ledger.denials import LedgerCode
from tournaments.ledger.models import (
    Account,
    LedgerNotice,
    Payment,
    PaymentRecord,
    Posting,
    Transfer,
)
from tournaments.ledger.services.book import count_up, hold, lessen, post
from tournaments.ledger.services.core import acts_for, keeps_book, known
from tournaments.ledger.services.notices import tell_sides, transfer_seen
from tournaments.ledger.topics import settlement_changed

_Status = Payment.Status
_Kind = Payment.Kind

#: So long before its settlement somebody may have paid.
LONGEST_AGO = timedelta(days=366)


@dataclass(frozen=True, slots=True)
class Words:
    """What is said of a payment besides its amount."""

    #: The day it was paid; today, where nobody says more.
    paid_on: date | None = None
    way: str = Payment.Way.CASH
    remark: str = ""
    #: What the form was called: sent again, it says nothing new.
    form_key: str = ""


class HeldTransfer:
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

        :raises DeniedError: the day cannot be, or the remark cannot be shown
        """
        remark = checked_remark(
            words.remark, Payment.REMARK_LENGTH, flawed=LedgerCode.WORDING_FLAWED
        )
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
            remark=remark,
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
def holding(caller: Caller, transfer_id: int) -> Iterator[HeldTransfer]:
    """Hold the transfer's row until the transaction ends; who watches it is told.

    :raises DeniedError: there is no such transfer, or the person has no part in it
    """
    person = known(caller)
    with transaction.atomic():
        row = (
            Transfer.objects.select_for_update(of=("self",), no_key=True)
            .select_related("settlement", "payer__user", "payee__user")
            .filter(pk=transfer_id)
            .first()
        )
        if row is None or not has_part(person, row):
            raise DeniedError(LedgerCode.NO_TRANSFER)
        yield HeldTransfer(row, person)
        # Who answers has seen what there was to answer.
        transfer_seen(person, row.pk)
        count_up([row.settlement_id])
        settlement_changed(row.settlement)


def has_part(person: User, row: Transfer) -> bool:
    """Tell whether the person pays, is paid, or keeps the club's book. At most one query."""
    return person.pk in (row.payer.user_id, row.payee.user_id) or keeps_book(
        person, row.payer.club_id
    )
