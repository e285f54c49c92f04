"""What is kept of settlements. Posted once, never changed."""

from typing import ClassVar

from django.db import models
from django.db.models import F, Q
from django.utils.translation import gettext_lazy as _

from games.tables.models import Seat, Session


class Settlement(models.Model):
    """The settled session; amounts are in minor units of its currency, or in points."""

    #: One session, one settlement: a second attempt fails here.
    session = models.OneToOneField(
        Session, on_delete=models.PROTECT, related_name="settlement", verbose_name=_("session")
    )
    stake_minor = models.PositiveIntegerField(_("stake per point"))
    currency = models.CharField(_("currency"), max_length=3, blank=True)
    created_at = models.DateTimeField(_("settled"), auto_now_add=True)

    class Meta:
        verbose_name = _("settlement")
        verbose_name_plural = _("settlements")

    def __str__(self) -> str:
        return str(self.session)


class Balance(models.Model):
    """What one seat won or lost."""

    settlement = models.ForeignKey(Settlement, on_delete=models.PROTECT, related_name="balances")
    seat = models.ForeignKey(Seat, on_delete=models.PROTECT, related_name="+")
    points = models.IntegerField(_("points"))
    amount = models.BigIntegerField(_("amount"))

    class Meta:
        ordering: ClassVar = ["settlement", "seat__number"]
        constraints: ClassVar = [
            models.UniqueConstraint(fields=["settlement", "seat"], name="balance_once"),
        ]

    def __str__(self) -> str:
        return f"{self.seat}: {self.amount}"


class Owing(models.Model):
    """Somebody owes somebody: what pairs of rows and payment lists have in common."""

    payer = models.ForeignKey(Seat, on_delete=models.PROTECT, related_name="+")
    payee = models.ForeignKey(Seat, on_delete=models.PROTECT, related_name="+")
    amount = models.PositiveBigIntegerField(_("amount"))

    class Meta:
        abstract = True
        ordering: ClassVar = ["settlement", "-amount", "pk"]

    def __str__(self) -> str:
        return f"{self.payer} → {self.payee}: {self.amount}"


class Debt(Owing):
    """The pair-by-pair reckoning of a session: what one seat owes another after setting off."""

    settlement = models.ForeignKey(Settlement, on_delete=models.PROTECT, related_name="debts")

    class Meta(Owing.Meta):
        constraints: ClassVar = [
            models.UniqueConstraint(fields=["settlement", "payer", "payee"], name="debt_once"),
            models.CheckConstraint(
                condition=Q(amount__gt=0) & ~Q(payer=F("payee")), name="debt_is_owed_to_another"
            ),
        ]


class Transfer(Owing):
    """One payment of the shortened list."""

    settlement = models.ForeignKey(Settlement, on_delete=models.PROTECT, related_name="transfers")

    class Meta(Owing.Meta):
        constraints: ClassVar = [
            models.UniqueConstraint(fields=["settlement", "payer", "payee"], name="transfer_once"),
            models.CheckConstraint(
                condition=Q(amount__gt=0) & ~Q(payer=F("payee")),
                name="transfer_is_paid_to_another",
            ),
        ]
