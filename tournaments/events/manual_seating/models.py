"""Pairs of entrants that an organizer keeps apart."""

from typing import ClassVar

from django.conf import settings
from django.db import models
from django.db.models import F, Q
from django.utils.translation import gettext_lazy as _

from tournaments.events.core.models import Event
from tournaments.events.entries.models import Entry


class ApartPair(models.Model):
    """Two entrants who are seated at different tables if possible, such as relatives.

    The entry with the lower number is ``one``, so each pair is stored once.
    """

    REASON_LENGTH: ClassVar[int] = 200

    event = models.ForeignKey(
        Event, on_delete=models.CASCADE, related_name="apart_pairs", verbose_name=_("event")
    )
    one = models.ForeignKey(
        Entry, on_delete=models.CASCADE, related_name="+", verbose_name=_("first player")
    )
    other = models.ForeignKey(
        Entry, on_delete=models.CASCADE, related_name="+", verbose_name=_("second player")
    )
    reason = models.CharField(_("reason"), max_length=REASON_LENGTH, blank=True)
    set_by = models.ForeignKey(
        settings.AUTH_USER_MODEL,
        on_delete=models.PROTECT,
        related_name="+",
        verbose_name=_("created by"),
    )
    created_at = models.DateTimeField(_("created"), auto_now_add=True)

    class Meta:
        verbose_name = _("pair kept apart")
        verbose_name_plural = _("pairs kept apart")
        ordering: ClassVar = ["pk"]
        constraints: ClassVar = [
            models.UniqueConstraint(fields=["one", "other"], name="pair_kept_apart_once"),
            # Entries are created in the order of their numbers, so primary keys are in that order.
            models.CheckConstraint(condition=Q(one__lt=F("other")), name="pair_is_of_two"),
        ]

    def __str__(self) -> str:
        return f"{self.one_id} | {self.other_id}"
