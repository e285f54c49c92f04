"""Secret and words behind the shuffle of a round whose tables all play the same packs."""

from typing import ClassVar

from django.db import models
from django.db.models import Q
from django.utils.translation import gettext_lazy as _

from games.tables import shuffle
from tournaments.events.core.models import Event


class RoundPacks(models.Model):
    """The shuffle's secret for one attempt at a round, its commitment and the entrants' words.

    The secret is drawn when the round is proposed and stays the same when the seating is redrawn,
    since the seating changes no card. After an undone deal the next attempt gets a new secret.
    """

    event = models.ForeignKey(
        Event, on_delete=models.CASCADE, related_name="round_packs", verbose_name=_("event")
    )
    #: Round number and attempt, starting at 1.
    number = models.PositiveSmallIntegerField(_("round"))
    attempt = models.PositiveSmallIntegerField(_("attempt"), default=1)
    secret = models.CharField(max_length=64, default=shuffle.new_secret, editable=False)
    #: The SHA-256 shown to entrants before they add their words. It follows from the secret and is
    #: stored so that a changed secret would be detected.
    commitment = models.CharField(max_length=64, editable=False)
    #: Words by entry number.
    words = models.JSONField(default=dict, editable=False)
    #: Time of publication; later words are refused.
    frozen_at = models.DateTimeField(_("words closed"), null=True, blank=True, editable=False)

    class Meta:
        verbose_name = _("round packs")
        verbose_name_plural = _("round packs")
        ordering: ClassVar = ["number", "attempt"]
        constraints: ClassVar = [
            models.UniqueConstraint(fields=["event", "number", "attempt"], name="round_packs_once"),
            models.CheckConstraint(
                condition=~Q(secret="") & ~Q(commitment=""), name="round_packs_are_committed_to"
            ),
        ]

    def __str__(self) -> str:
        return f"{self.event_id}/{self.number}/{self.attempt}"
