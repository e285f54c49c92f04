"""Stored reviews of deals."""

from datetime import timedelta
from typing import ClassVar

from django.conf import settings
from django.db import models
from django.utils import timezone
from django.utils.translation import gettext_lazy as _
from django.utils.translation import pgettext_lazy

from games.tables.models import Deal

#: A review that isn't made after this time may be requested again: its task may be lost.
OVERDUE_AFTER = timedelta(minutes=2)


class DealReview(models.Model):
    """A player's decisions of one deal, as `games.bots.judging` judges them.

    Only this player may see it (``games.replays.review.services``), so it isn't part of the
    administration.
    """

    class Status(models.TextChoices):
        """Statuses of a review; one that failed can be requested again."""

        MAKING = "making", pgettext_lazy("a review", "being made")
        READY = "ready", pgettext_lazy("a review", "ready")
        FAILED = "failed", pgettext_lazy("a review", "failed")
        NO_NETWORK = "no_network", _("failed, because the bots’ network is missing")

    deal = models.ForeignKey(
        Deal, on_delete=models.CASCADE, related_name="reviews", verbose_name=_("deal")
    )
    seat = models.PositiveSmallIntegerField(_("seat"))
    #: The player who had the seat.
    user = models.ForeignKey(
        settings.AUTH_USER_MODEL,
        on_delete=models.CASCADE,
        related_name="deal_reviews",
        verbose_name=_("user"),
    )
    status = models.CharField(
        _("status"), max_length=10, choices=Status.choices, default=Status.MAKING
    )
    requested_at = models.DateTimeField(_("requested at"), default=timezone.now)
    made_at = models.DateTimeField(_("made at"), null=True)
    #: The version of the network's weights (``games.bots.net.weights``); empty until it is made.
    weights = models.CharField(_("version of the weights"), max_length=16, blank=True)
    #: The judged decisions, in order; ``games.replays.review.making`` describes the fields.
    decisions = models.JSONField(_("decisions"), default=list)
    #: The endings that make a puzzle, with the player's answers; ``games.replays.review.endings``.
    endings = models.JSONField(_("puzzles"), default=list)

    class Meta:
        verbose_name = _("review")
        verbose_name_plural = _("reviews")
        constraints: ClassVar = [
            models.UniqueConstraint(fields=["deal", "seat"], name="deal_reviewed_once_per_seat"),
        ]

    def __str__(self) -> str:
        return f"{self.deal_id}/{self.seat}"

    @property
    def is_overdue(self) -> bool:
        """Return whether the review should have been made by now."""
        return (
            self.status == self.Status.MAKING and timezone.now() - self.requested_at > OVERDUE_AFTER
        )

    @property
    def can_be_requested_again(self) -> bool:
        """Return whether the review failed, or its task seems to be lost."""
        return self.status in (self.Status.FAILED, self.Status.NO_NETWORK) or self.is_overdue
