"""How a club keeps its book."""

from typing import ClassVar

from django.db import models
from django.db.models import Q
from django.utils.translation import gettext_lazy as _

from tournaments.clubs.models import Club


class ClubBook(models.Model):
    """When a club settles, and who sees amounts; without a row it is as the defaults say.

    Whoever changes it holds the club's row.
    """

    class Settles(models.TextChoices):
        EVERY = "every", _("After every session and event")
        SEASON = "season", _("When a season closes, or an organizer says so")
        LIMIT = "limit", _("When somebody's balance passes a limit")

    class SeenBy(models.TextChoices):
        INVOLVED = "involved", _("Those involved, and organizers")
        MEMBERS = "members", _("All members of the club")

    club = models.OneToOneField(
        Club, on_delete=models.CASCADE, related_name="ledger_book", verbose_name=_("club")
    )
    settles = models.CharField(
        _("settles"), max_length=6, choices=Settles.choices, default=Settles.EVERY
    )
    #: In minor units of the currency; in other currencies the club settles every time.
    limit_minor = models.PositiveBigIntegerField(_("limit"), default=0)
    limit_currency = models.CharField(_("currency of the limit"), max_length=3, blank=True)
    seen_by = models.CharField(
        _("who sees amounts"), max_length=8, choices=SeenBy.choices, default=SeenBy.INVOLVED
    )

    class Meta:
        verbose_name = _("book of a club")
        verbose_name_plural = _("books of clubs")
        constraints: ClassVar = [
            models.CheckConstraint(
                condition=~Q(settles="limit") | (Q(limit_minor__gt=0) & ~Q(limit_currency="")),
                name="club_limit_is_an_amount",
            ),
        ]

    def __str__(self) -> str:
        return f"{self.club_id} {self.settles}"

    def has_limit(self, currency: str) -> bool:
        """Tell whether balances in the currency are settled when one passes the limit."""
        return self.settles == self.Settles.LIMIT and currency == self.limit_currency

    def carries(self, currency: str) -> bool:
        """Tell whether the club keeps running balances in the currency."""
        return self.settles == self.Settles.SEASON or self.has_limit(currency)


class AuditRun(models.Model):
    """The last word of an audit of the whole book."""

    #: So many faults are kept of a run.
    MOST_FAULTS: ClassVar[int] = 100

    began_at = models.DateTimeField(_("began"), auto_now_add=True)
    ended_at = models.DateTimeField(_("ended"), null=True, blank=True)
    settlements = models.PositiveIntegerField(_("settlements"), default=0)
    postings = models.PositiveIntegerField(_("postings"), default=0)
    #: What is not right: codes with parameters; each names the club, where there is one.
    faults = models.JSONField(_("faults"), default=list, blank=True)

    class Meta:
        verbose_name = _("audit")
        verbose_name_plural = _("audits")
        ordering: ClassVar = ["-pk"]

    def __str__(self) -> str:
        return f"{self.began_at:%Y-%m-%d} {len(self.faults)}"
