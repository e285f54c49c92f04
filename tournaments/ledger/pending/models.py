"""Pending results, which are not owed until their player agrees to them."""

from datetime import datetime, timedelta
from typing import ClassVar

from django.conf import settings
from django.db import models
from django.db.models import Q
from django.utils import timezone
from django.utils.translation import gettext_lazy as _
from django.utils.translation import pgettext_lazy

from games.agreements.models import Agreement
from games.tables.models import Session
from tournaments.clubs.models import Club
from tournaments.ledger.settling.models import Settlement


def lapse_time() -> datetime:
    """Return when a result that becomes pending now lapses: in 30 days."""
    return timezone.now() + PendingResult.WAITS


class PendingResult(models.Model):
    """A player's win or loss that no agreement covers; it is settled only if the player accepts.

    It is neither a debt nor a transfer: everything between the player and the others is left out of
    the settlement. When the player accepts, the difference is settled. It lapses after 30 days.
    """

    WAITS: ClassVar[timedelta] = timedelta(days=30)

    source = models.CharField(_("source"), max_length=7, choices=Settlement.Source.choices)
    session = models.ForeignKey(
        Session,
        on_delete=models.PROTECT,
        null=True,
        blank=True,
        related_name="pending_results",
        verbose_name=_("session"),
    )
    #: The primary key of the event.
    event = models.PositiveBigIntegerField(_("event"), null=True, blank=True)
    club = models.ForeignKey(
        Club, on_delete=models.PROTECT, null=True, blank=True, related_name="pending_results"
    )
    #: Null for a player without a user account.
    user = models.ForeignKey(
        settings.AUTH_USER_MODEL,
        on_delete=models.PROTECT,
        null=True,
        blank=True,
        related_name="pending_results",
        verbose_name=_("user"),
    )
    name = models.CharField(_("name"), max_length=40)
    currency = models.CharField(_("currency"), max_length=3)
    #: In minor units per point.
    stake_minor = models.PositiveIntegerField(_("stake per point"))
    points = models.IntegerField(_("points"))
    #: In minor units; negative for a loss.
    amount = models.BigIntegerField(_("amount"))
    #: The other players' sides: a list of ``{"user": user ID or null, "name": name or "" for the
    #: club, "amount": minor units, positive if they would win}``.
    parts = models.JSONField(_("amounts by player"), default=list)
    created_at = models.DateTimeField(_("pending since"), auto_now_add=True)
    lapses_at = models.DateTimeField(_("lapse date"), default=lapse_time)
    accepted_at = models.DateTimeField(pgettext_lazy("a result", "accepted"), null=True, blank=True)
    declined_at = models.DateTimeField(pgettext_lazy("a result", "declined"), null=True, blank=True)
    lapsed_at = models.DateTimeField(_("lapsed"), null=True, blank=True)
    #: The agreement by which the player accepted it.
    agreement = models.OneToOneField(
        Agreement, on_delete=models.PROTECT, null=True, blank=True, related_name="accepted_result"
    )

    #: Condition of results that still wait.
    OPEN: ClassVar[Q] = Q(accepted_at=None, declined_at=None, lapsed_at=None)

    class Meta:
        verbose_name = _("pending result")
        verbose_name_plural = _("pending results")
        ordering: ClassVar = ["pk"]
        constraints: ClassVar = [
            models.UniqueConstraint(
                fields=["session", "user"],
                condition=Q(session__isnull=False, accepted_at=None),
                name="session_result_waits_once",
            ),
            models.UniqueConstraint(
                fields=["event", "user"],
                condition=Q(event__isnull=False, user__isnull=False, accepted_at=None),
                name="event_result_waits_once",
            ),
            models.UniqueConstraint(
                fields=["event", "name"],
                condition=Q(event__isnull=False, user=None, accepted_at=None),
                name="event_result_by_name_waits_once",
            ),
            models.CheckConstraint(
                condition=Q(source="session", session__isnull=False, event=None)
                | Q(source="event", session=None, event__isnull=False),
                name="waiting_result_has_a_source",
            ),
            models.CheckConstraint(
                condition=Q(accepted_at=None, agreement=None)
                | Q(accepted_at__isnull=False, agreement__isnull=False),
                name="accepted_result_has_an_agreement",
            ),
        ]
        indexes: ClassVar = [
            models.Index(
                fields=["lapses_at"],
                condition=Q(accepted_at=None, declined_at=None, lapsed_at=None),
                name="result_waits",
            ),
            models.Index(fields=["user"], name="waiting_result_of_user"),
            models.Index(fields=["club"], name="waiting_result_of_club"),
        ]

    def __str__(self) -> str:
        return f"{self.source} {self.session_id or self.event} {self.name}: {self.amount}"

    @property
    def is_open(self) -> bool:
        """Return whether the result still waits for its player's answer."""
        return self.accepted_at is None and self.declined_at is None and self.lapsed_at is None
