"""Bills that members split, and the members' shares."""

from datetime import datetime, timedelta
from typing import ClassVar, Final

from django.conf import settings
from django.db import models
from django.db.models import Q
from django.urls import reverse
from django.utils import timezone
from django.utils.translation import gettext_lazy as _
from django.utils.translation import pgettext_lazy

from games.tables.models import new_slug
from tournaments.clubs.models import Club
from tournaments.ledger.settling.models import Settlement

#: How long members can answer.
LAPSES_AFTER: Final = timedelta(days=14)


def _lapse_time() -> datetime:
    """Return the time until which a bill split now can be answered."""
    return timezone.now() + LAPSES_AFTER


class Bill(models.Model):
    """A cost that one member or the club paid for several members.

    A share becomes a debt when its member has accepted it and the one who paid has confirmed that.
    Changes require a lock on the bill's row.
    """

    TITLE_LENGTH: ClassVar[int] = 80

    class Outcome(models.TextChoices):
        """Ends of a bill: all members answered, or it was withdrawn, split again or lapsed."""

        OPEN = "", pgettext_lazy("a bill", "open")
        ANSWERED = "answered", _("answered by all members")
        WITHDRAWN = "withdrawn", pgettext_lazy("a bill", "withdrawn")
        SPLIT_AGAIN = "split-again", _("rest split again")
        LAPSED = "lapsed", _("lapsed")

    slug = models.CharField(max_length=16, unique=True, default=new_slug, editable=False)
    club = models.ForeignKey(
        Club, on_delete=models.PROTECT, related_name="bills", verbose_name=_("club")
    )
    title = models.CharField(_("title"), max_length=TITLE_LENGTH)
    #: In minor units of the currency.
    total = models.PositiveBigIntegerField(_("total"))
    currency = models.CharField(_("currency"), max_length=3)
    #: Null if the club paid.
    paid_by = models.ForeignKey(
        settings.AUTH_USER_MODEL,
        on_delete=models.PROTECT,
        null=True,
        blank=True,
        related_name="+",
        verbose_name=_("paid by"),
    )
    proposed_by = models.ForeignKey(
        settings.AUTH_USER_MODEL,
        on_delete=models.PROTECT,
        related_name="+",
        verbose_name=_("split by"),
    )
    #: The bill whose unaccepted rest it splits again.
    rest_of = models.OneToOneField(
        "self", on_delete=models.PROTECT, null=True, blank=True, related_name="split_again"
    )
    #: Whether the one who paid confirmed it, by splitting the bill or when asked; null until then.
    is_confirmed = models.BooleanField(_("payment confirmed"), null=True)
    outcome = models.CharField(
        _("outcome"), max_length=11, choices=Outcome.choices, default=Outcome.OPEN, blank=True
    )
    created_at = models.DateTimeField(_("split at"), auto_now_add=True)
    lapses_at = models.DateTimeField(_("open until"), default=_lapse_time)

    class Meta:
        verbose_name = _("bill")
        verbose_name_plural = _("bills")
        ordering: ClassVar = ["-pk"]
        constraints: ClassVar = [
            models.CheckConstraint(condition=Q(total__gt=0), name="bill_is_something"),
            models.CheckConstraint(condition=~Q(currency=""), name="bill_is_about_money"),
        ]
        indexes: ClassVar = [
            models.Index(fields=["lapses_at"], condition=Q(outcome=""), name="bill_open"),
        ]

    def __str__(self) -> str:
        return f"{self.title}: {self.total} {self.currency}"

    def get_absolute_url(self) -> str:
        return reverse("bill", args=[self.club.slug, self.slug])

    @property
    def is_open(self) -> bool:
        """Return whether members can still answer."""
        return not self.outcome and self.lapses_at > timezone.now()


class BillShare(models.Model):
    """A member's share of a bill, and the member's answer."""

    bill = models.ForeignKey(Bill, on_delete=models.PROTECT, related_name="shares")
    user = models.ForeignKey(
        settings.AUTH_USER_MODEL,
        on_delete=models.PROTECT,
        related_name="bill_shares",
        verbose_name=_("user"),
    )
    amount = models.PositiveBigIntegerField(_("amount"))
    #: Null until answered. The share of the one who paid is accepted with the payment.
    is_accepted = models.BooleanField(pgettext_lazy("a share of a bill", "accepted"), null=True)
    answered_at = models.DateTimeField(_("answered"), null=True, blank=True)
    #: The debt; null until the share is accepted, and for the share of the one who paid.
    settlement = models.OneToOneField(
        Settlement, on_delete=models.PROTECT, null=True, blank=True, related_name="bill_share"
    )

    class Meta:
        verbose_name = _("share of a bill")
        verbose_name_plural = _("shares of bills")
        ordering: ClassVar = ["pk"]
        constraints: ClassVar = [
            models.UniqueConstraint(fields=["bill", "user"], name="bill_share_once"),
            models.CheckConstraint(condition=Q(amount__gt=0), name="bill_share_is_something"),
            models.CheckConstraint(
                condition=Q(settlement=None) | Q(is_accepted=True), name="bill_share_is_agreed_to"
            ),
        ]

    def __str__(self) -> str:
        return f"{self.bill_id} {self.user_id}: {self.amount}"
