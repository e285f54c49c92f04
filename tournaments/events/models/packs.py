"""What the packs of a round come from, where all its tables get the same."""

from typing import ClassVar

from django.db import models
from django.db.models import Q
from django.utils.translation import gettext_lazy as _

from games.tables import shuffle
from tournaments.events.models.event import Event


class RoundPacks(models.Model):
    """The secret of a round, and the words that its entrants have added to it.

    It is drawn when the round is proposed, and stays when the seating is proposed anew: who sits
    where changes no card. Once it was dealt from, a further attempt at the round gets another.
    """

    event = models.ForeignKey(
        Event, on_delete=models.CASCADE, related_name="round_packs", verbose_name=_("event")
    )
    #: The number of the round, and how often it was begun.
    number = models.PositiveSmallIntegerField(_("round"))
    attempt = models.PositiveSmallIntegerField(_("attempt"), default=1)
    secret = models.CharField(max_length=64, default=shuffle.new_secret, editable=False)
    #: The SHA-256 that entrants were shown before they added their words. It follows from the
    #: secret, and is kept beside it so that another secret would be found out.
    commitment = models.CharField(max_length=64, editable=False)
    #: The words, by the numbers of entries.
    words = models.JSONField(default=dict, editable=False)
    #: When the round was published; since then no word comes in.
    frozen_at = models.DateTimeField(_("frozen"), null=True, blank=True, editable=False)

    class Meta:
        verbose_name = _("packs of a round")
        verbose_name_plural = _("packs of rounds")
        ordering: ClassVar = ["number", "attempt"]
        constraints: ClassVar = [
            models.UniqueConstraint(fields=["event", "number", "attempt"], name="round_packs_once"),
            models.CheckConstraint(
                condition=~Q(secret="") & ~Q(commitment=""), name="round_packs_are_committed_to"
            ),
        ]

    def __str__(self) -> str:
        return f"{self.event_id}/{self.number}/{self.attempt}"
