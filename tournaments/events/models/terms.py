"""Terms that an event had before they were changed."""

from typing import ClassVar

from django.db import models
from django.utils.translation import gettext_lazy as _

from games.common.records import AppendOnly
from tournaments.events.models.event import Event


class PastTerms(AppendOnly):
    """Terms of an event with a stake, kept when they change so that they can be shown again."""

    event = models.ForeignKey(
        Event, on_delete=models.CASCADE, related_name="past_terms", verbose_name=_("event")
    )
    #: ``games.agreements.terms`` makes it.
    digest = models.CharField(_("digest of the terms"), max_length=32)
    #: ``tournaments.events.services.terms`` says what is in them.
    terms = models.JSONField(_("terms"))
    changed_at = models.DateTimeField(_("changed"), auto_now_add=True)

    class Meta:
        verbose_name = _("past terms of an event")
        verbose_name_plural = _("past terms of events")
        constraints: ClassVar = [
            models.UniqueConstraint(fields=["event", "digest"], name="past_terms_once"),
        ]

    def __str__(self) -> str:
        return f"{self.event_id} {self.digest}"
