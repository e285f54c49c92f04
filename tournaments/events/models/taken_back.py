"""Tables that were opened and taken back before anything was played."""

from typing import ClassVar

from django.db import models
from django.utils.translation import gettext_lazy as _

from tournaments.events.models.event import Event


class TakenBackTable(models.Model):
    """The address of a table that was taken back: whoever comes there is led to the event."""

    event = models.ForeignKey(
        Event, on_delete=models.CASCADE, related_name="taken_back", verbose_name=_("event")
    )
    slug = models.CharField(_("address"), max_length=16)
    at = models.DateTimeField(_("when"), auto_now_add=True)

    class Meta:
        verbose_name = _("table taken back")
        verbose_name_plural = _("tables taken back")
        constraints: ClassVar = [
            models.UniqueConstraint(fields=["slug"], name="table_taken_back_once"),
        ]

    def __str__(self) -> str:
        return self.slug
