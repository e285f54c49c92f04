"""Tables of rounds that were undone before the first play."""

from typing import ClassVar

from django.db import models
from django.utils.translation import gettext_lazy as _

from tournaments.events.core.models import Event


class TakenBackTable(models.Model):
    """The address of a table of an undone round; it redirects to the event."""

    event = models.ForeignKey(
        Event, on_delete=models.CASCADE, related_name="taken_back", verbose_name=_("event")
    )
    slug = models.CharField(_("address"), max_length=16)
    at = models.DateTimeField(_("time"), auto_now_add=True)

    class Meta:
        verbose_name = _("undone table")
        verbose_name_plural = _("undone tables")
        constraints: ClassVar = [
            models.UniqueConstraint(fields=["slug"], name="table_taken_back_once"),
        ]

    def __str__(self) -> str:
        return self.slug
