"""Requests for a substitute in an event with a stake."""

from typing import ClassVar

from django.conf import settings
from django.db import models
from django.db.models import Q
from django.utils.translation import gettext_lazy as _
from django.utils.translation import pgettext_lazy

from tournaments.events.rounds.models import EventSeat


class Substitution(models.Model):
    """A request by an organizer for a substitute at a seat of an event with a stake.

    The player who owns the seat's result agrees and keeps the result. Before the table has
    started, the substitute can agree to the stake instead and then owns the result.
    """

    class Status(models.TextChoices):
        """State of a request: unanswered, accepted, declined or replaced by a newer one."""

        ASKED = "asked", _("waiting for an answer")
        FOR_ENTRANT = "entrant", _("accepted; result counts for the player")
        FOR_SUBSTITUTE = "substitute", _("accepted; result counts for the substitute")
        DECLINED = "declined", pgettext_lazy("a request", "declined")
        REPLACED = "replaced", _("replaced by a newer request")

    seat = models.ForeignKey(
        EventSeat, on_delete=models.CASCADE, related_name="substitutions", verbose_name=_("seat")
    )
    #: None for a substitute without an account, at a table with real cards.
    substitute = models.ForeignKey(
        settings.AUTH_USER_MODEL,
        on_delete=models.PROTECT,
        null=True,
        blank=True,
        related_name="+",
        verbose_name=_("substitute"),
    )
    name = models.CharField(_("substitute’s name"), max_length=40)
    #: The player who owns the result, unless the substitute takes it over.
    player = models.ForeignKey(
        settings.AUTH_USER_MODEL,
        on_delete=models.PROTECT,
        related_name="+",
        verbose_name=_("player"),
    )
    reason = models.CharField(_("reason"), max_length=200)
    asked_by = models.ForeignKey(
        settings.AUTH_USER_MODEL,
        on_delete=models.PROTECT,
        related_name="+",
        verbose_name=_("requested by"),
    )
    asked_at = models.DateTimeField(_("requested"), auto_now_add=True)
    status = models.CharField(
        _("status"), max_length=10, choices=Status.choices, default=Status.ASKED
    )
    answered_at = models.DateTimeField(_("answered"), null=True, blank=True)

    class Meta:
        verbose_name = _("substitution request")
        verbose_name_plural = _("substitution requests")
        constraints: ClassVar = [
            models.UniqueConstraint(
                fields=["seat"], condition=Q(status="asked"), name="substitution_asked_once"
            ),
        ]

    def __str__(self) -> str:
        return f"{self.seat_id}: {self.name}"
