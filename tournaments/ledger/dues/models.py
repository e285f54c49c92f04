"""Dues of clubs, what members were charged, and members who are exempt."""

from typing import Any, ClassVar

from django.conf import settings
from django.db import models
from django.db.models import Q
from django.utils.translation import gettext_lazy as _

from games.agreements.models import Agreement
from games.agreements.terms import digest_of
from tournaments.clubs.models import Club
from tournaments.ledger.dues.periods import LAST_DUE_DAY, Period
from tournaments.ledger.settling.models import Settlement

#: Number of periods that one agreement covers: a year.
PERIODS_AGREED = {Period.MONTH: 12, Period.QUARTER: 4, Period.YEAR: 1}


class Dues(models.Model):
    """The terms of a club's dues. Changed terms are a new row, to which members agree again.

    Changes require a lock on the club's row.
    """

    TEXT_LENGTH: ClassVar[int] = 300

    class PeriodChoice(models.TextChoices):
        """The periods, as values of the database column."""

        MONTH = Period.MONTH.value, _("Every month")
        QUARTER = Period.QUARTER.value, _("Every three months")
        YEAR = Period.YEAR.value, _("Every year")

    club = models.ForeignKey(
        Club, on_delete=models.PROTECT, related_name="dues", verbose_name=_("club")
    )
    #: In minor units of the currency, for each period.
    amount = models.PositiveBigIntegerField(_("amount"))
    currency = models.CharField(_("currency"), max_length=3)
    period = models.CharField(_("period"), max_length=7, choices=PeriodChoice.choices)
    #: Day of the period's first month.
    due_day = models.PositiveSmallIntegerField(_("due day"))
    text = models.CharField(_("what the dues are for"), max_length=TEXT_LENGTH, blank=True)
    #: First day of the first period for which these dues are charged.
    starts_on = models.DateField(_("first period"))
    #: First day of the last period for which all members were charged.
    charged_until = models.DateField(null=True, blank=True, editable=False)
    made_by = models.ForeignKey(
        settings.AUTH_USER_MODEL, on_delete=models.PROTECT, related_name="+", verbose_name=_("user")
    )
    created_at = models.DateTimeField(_("introduced"), auto_now_add=True)
    ended_at = models.DateTimeField(_("ended"), null=True, blank=True)

    class Meta:
        verbose_name = _("dues")
        verbose_name_plural = _("dues")
        ordering: ClassVar = ["pk"]
        constraints: ClassVar = [
            models.UniqueConstraint(
                fields=["club"], condition=Q(ended_at=None), name="club_has_dues_once"
            ),
            models.CheckConstraint(
                condition=Q(amount__gt=0, due_day__gte=1, due_day__lte=LAST_DUE_DAY)
                & ~Q(currency=""),
                name="dues_are_an_amount",
            ),
        ]

    def __str__(self) -> str:
        return f"{self.club_id}: {self.amount} {self.currency} {self.period}"

    @property
    def terms(self) -> dict[str, Any]:
        """The terms of an agreement to these dues."""
        periods = PERIODS_AGREED[Period(self.period)]
        return {
            "club": self.club_id,
            "amount_minor": self.amount,
            "currency": self.currency,
            "period": str(self.period),
            "due_day": self.due_day,
            "text": self.text,
            "starts_on": self.starts_on.isoformat(),
            "periods": periods,
            "max_loss": self.amount * periods,
        }

    @property
    def digest(self) -> str:
        """The digest of the terms, which forms carry."""
        return digest_of(self.terms)


class DuesCharge(models.Model):
    """A member's dues for one period, charged once."""

    dues = models.ForeignKey(Dues, on_delete=models.PROTECT, related_name="charges")
    user = models.ForeignKey(
        settings.AUTH_USER_MODEL,
        on_delete=models.PROTECT,
        related_name="dues_charges",
        verbose_name=_("user"),
    )
    #: First day of the period.
    period_start = models.DateField(_("period"))
    agreement = models.ForeignKey(Agreement, on_delete=models.PROTECT, related_name="+")
    settlement = models.OneToOneField(
        Settlement, on_delete=models.PROTECT, null=True, related_name="dues_charge"
    )

    class Meta:
        verbose_name = _("charged dues")
        verbose_name_plural = _("charged dues")
        ordering: ClassVar = ["pk"]
        constraints: ClassVar = [
            models.UniqueConstraint(
                fields=["dues", "user", "period_start"], name="dues_charged_once"
            ),
        ]

    def __str__(self) -> str:
        return f"{self.dues_id} {self.user_id} {self.period_start}"


class DuesExemption(models.Model):
    """A member who pays no dues, with the reason."""

    REASON_LENGTH: ClassVar[int] = 200

    club = models.ForeignKey(
        Club, on_delete=models.CASCADE, related_name="dues_exemptions", verbose_name=_("club")
    )
    user = models.ForeignKey(
        settings.AUTH_USER_MODEL,
        on_delete=models.CASCADE,
        related_name="dues_exemptions",
        verbose_name=_("user"),
    )
    reason = models.CharField(_("reason"), max_length=REASON_LENGTH)
    made_by = models.ForeignKey(
        settings.AUTH_USER_MODEL,
        on_delete=models.PROTECT,
        related_name="+",
        verbose_name=_("exempted by"),
    )
    created_at = models.DateTimeField(_("since"), auto_now_add=True)

    class Meta:
        verbose_name = _("exemption from dues")
        verbose_name_plural = _("exemptions from dues")
        constraints: ClassVar = [
            models.UniqueConstraint(fields=["club", "user"], name="dues_exempt_once"),
        ]

    def __str__(self) -> str:
        return f"{self.club_id} {self.user_id}"
