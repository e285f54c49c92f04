"""Stored audits of the ledger."""

from typing import ClassVar

from django.db import models
from django.utils.translation import gettext_lazy as _
from django.utils.translation import pgettext_lazy


class AuditRun(models.Model):
    """An audit of the whole ledger: its times, numbers of rows checked, and faults found."""

    #: Maximum number of faults stored per run.
    MAX_FAULTS: ClassVar[int] = 100

    began_at = models.DateTimeField(_("started"), auto_now_add=True)
    ended_at = models.DateTimeField(_("ended"), null=True, blank=True)
    settlements = models.PositiveIntegerField(_("settlements"), default=0)
    postings = models.PositiveIntegerField(pgettext_lazy("of the ledger", "entries"), default=0)
    #: Fault codes with parameters and the club concerned, if any.
    faults = models.JSONField(_("errors"), default=list, blank=True)

    class Meta:
        verbose_name = _("audit")
        verbose_name_plural = _("audits")
        ordering: ClassVar = ["-pk"]

    def __str__(self) -> str:
        return f"{self.began_at:%Y-%m-%d} {len(self.faults)}"
