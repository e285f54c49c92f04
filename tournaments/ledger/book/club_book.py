"""A club's ledger settings, and the audits of the ledger."""

from typing import ClassVar

from django.db import models
from django.db.models import Q
from django.utils.translation import gettext_lazy as _

from tournaments.clubs.models import Club


class ClubBook(models.Model):
    """A club's settings for settling and for visibility of amounts; defaults apply without a row.

    Changes require a lock on the club's row.
    """

    class Settles(models.TextChoices):
        """Occasions on which a club turns balances into a payment list."""

        EVERY = "every", _("After every game and event")
        SEASON = "season", _("When a season closes or an organizer settles")
        LIMIT = "limit", _("When a balance passes a limit")

    class SeenBy(models.TextChoices):
        """Choice of members who may see all amounts of a club: organizers only, or everyone."""

        INVOLVED = "involved", _("Organizers and the players involved")
        MEMBERS = "members", _("All club members")

    club = models.OneToOneField(
        Club, on_delete=models.CASCADE, related_name="ledger_book", verbose_name=_("club")
    )
    settles = models.CharField(
        _("settlement schedule"), max_length=6, choices=Settles.choices, default=Settles.EVERY
    )
    #: In minor units of the currency; other currencies are settled every time.
    limit_minor = models.PositiveBigIntegerField(_("limit"), default=0)
    limit_currency = models.CharField(_("limit currency"), max_length=3, blank=True)
    seen_by = models.CharField(
        _("amounts visible to"), max_length=8, choices=SeenBy.choices, default=SeenBy.INVOLVED
    )

    class Meta:
        verbose_name = _("club ledger settings")
        verbose_name_plural = _("club ledger settings")
        constraints: ClassVar = [
            models.CheckConstraint(
                condition=~Q(settles="limit") | (Q(limit_minor__gt=0) & ~Q(limit_currency="")),
                name="club_limit_is_an_amount",
            ),
        ]

    def __str__(self) -> str:
        return f"{self.club_id} {self.settles}"

    def has_limit(self, currency: str) -> bool:
        """Return whether balances in the currency are settled at a limit."""
        return self.settles == self.Settles.LIMIT and currency == self.limit_currency

    def carries(self, currency: str) -> bool:
        """Return whether balances in the currency add up instead of being billed at once."""
        return self.settles == self.Settles.SEASON or self.has_limit(currency)


class AuditRun(models.Model):
    """An audit of the whole ledger: its times, numbers of rows checked, and faults found."""

    #: Maximum number of faults stored per run.
    MAX_FAULTS: ClassVar[int] = 100

    began_at = models.DateTimeField(_("started"), auto_now_add=True)
    ended_at = models.DateTimeField(_("ended"), null=True, blank=True)
    settlements = models.PositiveIntegerField(_("settlements"), default=0)
    postings = models.PositiveIntegerField(_("entries"), default=0)
    #: Fault codes with parameters and the club concerned, if any.
    faults = models.JSONField(_("errors"), default=list, blank=True)

    class Meta:
        verbose_name = _("audit")
        verbose_name_plural = _("audits")
        ordering: ClassVar = ["-pk"]

    def __str__(self) -> str:
        return f"{self.began_at:%Y-%m-%d} {len(self.faults)}"
