"""What people say they have paid, and what became of it."""

from typing import ClassVar

from django.conf import settings
from django.db import models
from django.db.models import Q
from django.utils.translation import gettext_lazy as _

from tournaments.ledger.guards import frozen
from tournaments.ledger.models.book import Posting
from tournaments.ledger.models.frozen import Frozen
from tournaments.ledger.models.settlement import Transfer


class Payment(models.Model):
    """All of a transfer, or a part of it: paid, or let go.

    It begins as a claim of who pays, or at once as the word of who is paid. Only when it is
    confirmed is it posted. Whoever changes one holds its transfer's row
    (``tournaments.ledger.services.held``).
    """

    class Kind(models.TextChoices):
        PAID = "paid", _("paid")
        #: Nothing is paid: who is owed lets it go.
        WAIVED = "waived", _("let go")

    class Status(models.TextChoices):
        CLAIMED = "claimed", _("said to be paid")
        CONFIRMED = "confirmed", _("confirmed")
        DISPUTED = "disputed", _("disputed")
        WITHDRAWN = "withdrawn", _("taken back")
        REJECTED = "rejected", _("found not paid")

    class Way(models.TextChoices):
        CASH = "cash", _("cash")
        BANK = "bank", _("bank transfer")
        CODE = "code", _("payment code or app")
        OTHER = "other", _("another way")

    REMARK_LENGTH: ClassVar[int] = 200
    #: Those that wait for somebody's word.
    PENDING: ClassVar = (Status.CLAIMED, Status.DISPUTED)

    transfer = models.ForeignKey(
        Transfer, on_delete=models.PROTECT, related_name="payments", verbose_name=_("payment")
    )
    kind = models.CharField(_("kind"), max_length=6, choices=Kind.choices, default=Kind.PAID)
    amount = models.PositiveBigIntegerField(_("amount"))
    paid_on = models.DateField(_("date"))
    way = models.CharField(_("way"), max_length=5, choices=Way.choices, default=Way.CASH)
    remark = models.CharField(_("remark"), max_length=REMARK_LENGTH, blank=True)
    status = models.CharField(
        _("status"), max_length=9, choices=Status.choices, default=Status.CLAIMED
    )
    #: What the form that said it was called: sent again, it says nothing new.
    form_key = models.CharField(  # noqa: DJ001  (many have none, and '' is one value)
        max_length=32, null=True, unique=True, editable=False
    )
    claimed_by = models.ForeignKey(
        settings.AUTH_USER_MODEL, on_delete=models.PROTECT, related_name="+"
    )
    claimed_at = models.DateTimeField(_("said"), auto_now_add=True)
    posting = models.OneToOneField(
        Posting, on_delete=models.PROTECT, null=True, blank=True, related_name="payment"
    )

    class Meta:
        verbose_name = _("payment")
        verbose_name_plural = _("payments")
        ordering: ClassVar = ["pk"]
        constraints: ClassVar = [
            models.CheckConstraint(condition=Q(amount__gt=0), name="payment_is_something"),
            models.CheckConstraint(
                condition=Q(status="confirmed", posting__isnull=False)
                | (~Q(status="confirmed") & Q(posting=None)),
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
    def is_pending(self) -> bool:
        """Whether it waits for somebody's word."""
        return self.status in self.PENDING


class PaymentRecord(Frozen):
    """Who said what of a payment, and when."""

    TEXT_LENGTH: ClassVar[int] = 300

    payment = models.ForeignKey(Payment, on_delete=models.PROTECT, related_name="records")
    actor = models.ForeignKey(
        settings.AUTH_USER_MODEL, on_delete=models.PROTECT, related_name="+", verbose_name=_("who")
    )
    status = models.CharField(_("what"), max_length=9, choices=Payment.Status.choices)
    text = models.CharField(_("words"), max_length=TEXT_LENGTH, blank=True)
    at = models.DateTimeField(_("when"), auto_now_add=True)

    class Meta:
        verbose_name = _("record of a payment")
        verbose_name_plural = _("records of payments")
        ordering: ClassVar = ["pk"]
        triggers: ClassVar = frozen()

    def __str__(self) -> str:
        return f"{self.payment_id} {self.actor_id} {self.status}"


class Reminder(models.Model):
    """Somebody is to be told of an open transfer on a day: oneself, or who has to pay."""

    transfer = models.ForeignKey(Transfer, on_delete=models.CASCADE, related_name="reminders")
    user = models.ForeignKey(
        settings.AUTH_USER_MODEL,
        on_delete=models.CASCADE,
        related_name="payment_reminders",
        verbose_name=_("set by"),
    )
    #: Whether it is who has to pay that is told; set by who is owed.
    is_for_payer = models.BooleanField(_("for who pays"), default=False)
    day = models.DateField(_("day"))
    done_at = models.DateTimeField(_("told"), null=True, blank=True)

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
