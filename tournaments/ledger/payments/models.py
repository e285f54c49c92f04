"""Payments and waivers of transfers, their records, and reminders."""

from datetime import datetime, timedelta
from typing import ClassVar, Final

from django.conf import settings
from django.db import models
from django.db.models import Q
from django.utils.translation import gettext_lazy as _
from django.utils.translation import pgettext_lazy

from tournaments.ledger.book.guards import frozen_triggers
from tournaments.ledger.book.models import Frozen, Posting
from tournaments.ledger.settling.models import Transfer

#: How long a payee can dispute cash that a user who keeps the ledger recorded.
DISPUTE_PERIOD: Final = timedelta(days=7)


class Payment(models.Model):
    """A payment or waiver of all or part of a transfer, which is a due payment of a settlement.

    It starts as the payer's claim, or is recorded by the payee. It is posted when confirmed. Cash
    between two other members can be recorded by a user who keeps the ledger; if the payee disputes
    it, it is undone, and a disputed payment takes its place.
    Changes require a lock on the transfer's row (``tournaments.ledger.payments.locking``).
    """

    class Kind(models.TextChoices):
        """Kinds of payments: paid, or waived by the payee."""

        PAID = "paid", _("paid")
        #: Nothing is paid: the payee waives the debt.
        WAIVED = "waived", _("waived")

    class Status(models.TextChoices):
        """Steps of a payment: claimed by the payer, then answered; or recorded and undone."""

        CLAIMED = "claimed", _("marked as paid")
        CONFIRMED = "confirmed", _("confirmed")
        DISPUTED = "disputed", _("disputed")
        WITHDRAWN = "withdrawn", pgettext_lazy("a payment", "withdrawn")
        REJECTED = "rejected", _("not paid")
        #: Recorded by a user who keeps the ledger, then disputed by the payee.
        UNDONE = "undone", _("taken back")

    class Way(models.TextChoices):
        """Payment methods: cash, bank transfer, code or app, or another."""

        CASH = "cash", _("Cash")
        BANK = "bank", _("Bank transfer")
        CODE = "code", _("Payment code or app")
        OTHER = "other", _("Other")

    REMARK_LENGTH: ClassVar[int] = 200
    #: Statuses that wait for an answer.
    PENDING: ClassVar = (Status.CLAIMED, Status.DISPUTED)

    transfer = models.ForeignKey(
        Transfer, on_delete=models.PROTECT, related_name="payments", verbose_name=_("payment")
    )
    kind = models.CharField(
        pgettext_lazy("of a payment", "kind"), max_length=6, choices=Kind.choices, default=Kind.PAID
    )
    amount = models.PositiveBigIntegerField(_("amount"))
    paid_on = models.DateField(_("payment date"))
    way = models.CharField(_("method"), max_length=5, choices=Way.choices, default=Way.CASH)
    remark = models.CharField(_("note"), max_length=REMARK_LENGTH, blank=True)
    status = models.CharField(
        _("status"), max_length=9, choices=Status.choices, default=Status.CLAIMED
    )
    #: Idempotency key of the form: submitting it again has no effect.
    form_key = models.CharField(  # noqa: DJ001  (many have none, and '' is one value)
        max_length=32, null=True, unique=True, editable=False
    )
    claimed_by = models.ForeignKey(
        settings.AUTH_USER_MODEL, on_delete=models.PROTECT, related_name="+"
    )
    #: Whether a user who keeps the ledger recorded it for two other members.
    is_recorded = models.BooleanField(_("recorded for others"), default=False, db_default=False)
    claimed_at = models.DateTimeField(_("recorded at"), auto_now_add=True)
    posting = models.OneToOneField(
        Posting, on_delete=models.PROTECT, null=True, blank=True, related_name="payment"
    )
    #: The posting that takes the payment's own back.
    undone_by = models.OneToOneField(
        Posting, on_delete=models.PROTECT, null=True, blank=True, related_name="undone_payment"
    )

    class Meta:
        verbose_name = _("payment")
        verbose_name_plural = _("payments")
        ordering: ClassVar = ["pk"]
        constraints: ClassVar = [
            models.CheckConstraint(condition=Q(amount__gt=0), name="payment_is_something"),
            models.CheckConstraint(
                condition=Q(status="confirmed", posting__isnull=False, undone_by=None)
                | Q(status="undone", posting__isnull=False, undone_by__isnull=False)
                | (~Q(status__in=["confirmed", "undone"]) & Q(posting=None, undone_by=None)),
                name="payment_is_posted_when_confirmed",
            ),
        ]
        indexes: ClassVar = [
            models.Index(
                fields=["transfer"],
                condition=Q(status__in=["claimed", "disputed"]),
                name="payment_pending",
            )
        ]

    def __str__(self) -> str:
        return f"{self.transfer_id}: {self.amount} {self.status}"

    @property
    def disputable_until(self) -> datetime | None:
        """Return when the payee's time to dispute a recorded payment ends; None for others.

        It can be disputed once: what the payee confirmed after a dispute, or a keeper decided, is
        final. One query if the records aren't prefetched.
        """
        if not self.is_recorded or self.status != self.Status.CONFIRMED:
            return None
        if any(each.status == self.Status.DISPUTED for each in self.records.all()):
            return None
        return self.claimed_at + DISPUTE_PERIOD

    @property
    def is_pending(self) -> bool:
        """Return whether the payment waits for an answer: it is claimed or disputed."""
        return self.status in self.PENDING


class PaymentRecord(Frozen):
    """A change of a payment's status: its author, text and time."""

    TEXT_LENGTH: ClassVar[int] = 300

    payment = models.ForeignKey(Payment, on_delete=models.PROTECT, related_name="records")
    actor = models.ForeignKey(
        settings.AUTH_USER_MODEL,
        on_delete=models.PROTECT,
        related_name="+",
        verbose_name=_("recorded by"),
    )
    status = models.CharField(_("status"), max_length=9, choices=Payment.Status.choices)
    text = models.CharField(_("text"), max_length=TEXT_LENGTH, blank=True)
    at = models.DateTimeField(_("recorded at"), auto_now_add=True)

    class Meta:
        verbose_name = _("payment record")
        verbose_name_plural = _("payment records")
        ordering: ClassVar = ["pk"]
        triggers: ClassVar = frozen_triggers()

    def __str__(self) -> str:
        return f"{self.payment_id} {self.actor_id} {self.status}"


class Reminder(models.Model):
    """A reminder of an open transfer, for its author or for the payer."""

    transfer = models.ForeignKey(Transfer, on_delete=models.CASCADE, related_name="reminders")
    user = models.ForeignKey(
        settings.AUTH_USER_MODEL,
        on_delete=models.CASCADE,
        related_name="payment_reminders",
        verbose_name=_("set by"),
    )
    #: Whether the payer is reminded; set by the payee.
    is_for_payer = models.BooleanField(_("for the payer"), default=False)
    day = models.DateField(_("reminder date"))
    done_at = models.DateTimeField(_("sent"), null=True, blank=True)

    class Meta:
        verbose_name = _("reminder")
        verbose_name_plural = _("reminders")
        constraints: ClassVar = [
            models.UniqueConstraint(
                fields=["transfer", "user", "is_for_payer"],
                condition=Q(done_at=None),
                name="reminder_set_once",
            ),
        ]

    def __str__(self) -> str:
        return f"{self.transfer_id} {self.user_id} {self.day}"
