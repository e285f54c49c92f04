"""Tables of club nights and the sessions that count."""

from typing import ClassVar

from django.conf import settings
from django.db import models
from django.utils.translation import gettext_lazy as _

from games.tables.models import Session, Table
from tournaments.events.core.models import Event
from tournaments.events.rounds.models import EventTable


class NightTable(models.Model):
    """A table opened by a member at a club night; players come and go."""

    event = models.ForeignKey(
        Event, on_delete=models.CASCADE, related_name="night_tables", verbose_name=_("event")
    )
    number = models.PositiveSmallIntegerField(_("number"))
    #: Deleted with a table that closes because all players left before the first deal.
    table = models.OneToOneField(
        Table, on_delete=models.CASCADE, related_name="night_table", verbose_name=_("table")
    )
    opened_by = models.ForeignKey(
        settings.AUTH_USER_MODEL,
        on_delete=models.PROTECT,
        related_name="+",
        verbose_name=_("opened by"),
    )

    class Meta:
        verbose_name = _("club night table")
        verbose_name_plural = _("club night tables")
        ordering: ClassVar = ["number"]
        constraints: ClassVar = [
            models.UniqueConstraint(fields=["event", "number"], name="night_table_number_once"),
        ]

    def __str__(self) -> str:
        return f"{self.event_id}/{self.number}"


class NightSession(models.Model):
    """A session that a club night has counted, with the table that stores its result."""

    #: Unique, so repeated calls count a session once.
    session = models.OneToOneField(
        Session, on_delete=models.PROTECT, related_name="night_session", verbose_name=_("session")
    )
    event_table = models.OneToOneField(
        EventTable,
        on_delete=models.CASCADE,
        related_name="night_session",
        verbose_name=_("result"),
    )

    class Meta:
        verbose_name = _("club night session")
        verbose_name_plural = _("club night sessions")

    def __str__(self) -> str:
        return f"{self.event_table_id}: {self.session_id}"
