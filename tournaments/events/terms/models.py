"""Earlier terms of events."""

from typing import ClassVar

from django.db import models
from django.utils.translation import gettext_lazy as _

from games.common.records import AppendOnly
from tournaments.events.core.models import Event


class PastTerms(AppendOnly):
    """Terms of an event with a stake, stored when they change so that they can be shown later."""

    event = models.ForeignKey(
        Event, on_delete=models.CASCADE, related_name="past_terms", verbose_name=_("event")
    )
    #: Computed by ``games.agreements.terms``.
    digest = models.CharField(_("fingerprint of the terms"), max_length=32)
    #: See ``tournaments.events.terms.selectors``.
    terms = models.JSONField(_("terms"))
    changed_at = models.DateTimeField(_("changed"), auto_now_add=True)

    class Meta:
        verbose_name = _("earlier event terms")
        verbose_name_plural = _("earlier event terms")
        constraints: ClassVar = [
            models.UniqueConstraint(fields=["event", "digest"], name="past_terms_once"),
        ]

    def __str__(self) -> str:
        return f"{self.event_id} {self.digest}"
