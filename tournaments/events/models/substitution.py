"""Substitutes who are asked for in an event with a stake."""

from typing import ClassVar

from django.conf import settings
from django.db import models
from django.db.models import Q
from django.utils.translation import gettext_lazy as _

from tournaments.events.models.round import EventSeat


class Substitution(models.Model):
    """An organizer asks for a substitute at a seat of an event with a stake.

    The player whose result the seat is agrees, and it stays theirs; or, before the table has
    started, the substitute agrees to the stake, and its result is the substitute's.
    """

    class Status(models.TextChoices):
        ASKED = "asked", _("asked")
        FOR_ENTRANT = "entrant", _("agreed by the player; the result is the player's")
        FOR_SUBSTITUTE = "substitute", _("agreed by the substitute; the result is theirs")
        DECLINED = "declined", _("declined")
        REPLACED = "replaced", _("replaced by a newer one")

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
    name = models.CharField(_("name of the substitute"), max_length=40)
    #: Whose result it is unless the substitute takes it over.
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
        verbose_name=_("asked by"),
    )
    asked_at = models.DateTimeField(_("asked"), auto_now_add=True)
    status = models.CharField(
        _("status"), max_length=10, choices=Status.choices, default=Status.ASKED
    )
    answered_at = models.DateTimeField(_("answered"), null=True, blank=True)

    class Meta:
        verbose_name = _("substitution")
        verbose_name_plural = _("substitutions")
        constraints: ClassVar = [
            models.UniqueConstraint(
                fields=["seat"], condition=Q(status="asked"), name="substitution_asked_once"
            ),
        ]

    def __str__(self) -> str:
        return f"{self.seat_id}: {self.name}"
