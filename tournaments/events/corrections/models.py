"""Corrections of results that wait for confirmation, and penalties."""

from typing import ClassVar

from django.db import models
from django.db.models import Q
from django.utils.translation import gettext_lazy as _
from django.utils.translation import pgettext_lazy

from tournaments.events.entries.models import Entry
from tournaments.events.paper.models import PaperDeal
from tournaments.events.rounds.models import EventTable
from tournaments.ledger.corrections.models import ProposedCorrection


class EventCorrection(ProposedCorrection):
    """A proposed correction of a table's result, or of one of its deals with real cards.

    A correction of a deal by an organizer who does not gain by it takes effect automatically,
    unless a player of the table declines it first.
    """

    event_table = models.ForeignKey(
        EventTable, on_delete=models.CASCADE, related_name="corrections", verbose_name=_("table")
    )
    #: With real cards: the deal, the version that is corrected, and its new data.
    deal = models.ForeignKey(
        PaperDeal,
        on_delete=models.CASCADE,
        null=True,
        blank=True,
        related_name="corrections",
        verbose_name=_("deal"),
    )
    deal_version = models.PositiveSmallIntegerField(null=True, blank=True, editable=False)
    written = models.JSONField(_("corrected deal"), null=True, blank=True)
    #: When it takes effect automatically; None where it needs a confirmation.
    takes_effect_at = models.DateTimeField(_("takes effect"), null=True, blank=True)

    class Meta:
        verbose_name = _("proposed event correction")
        verbose_name_plural = _("proposed event corrections")
        constraints: ClassVar = [
            models.UniqueConstraint(
                fields=["event_table"],
                condition=Q(outcome="", deal=None),
                name="table_correction_once",
            ),
            models.UniqueConstraint(
                fields=["deal"], condition=Q(outcome=""), name="deal_correction_once"
            ),
        ]
        indexes: ClassVar = [
            models.Index(
                fields=["lapses_at"], condition=Q(outcome=""), name="event_correction_open"
            ),
        ]

    def __str__(self) -> str:
        return f"{self.event_table_id}: {self.nets}"


class EntryPenalty(models.Model):
    """Points deducted from an entrant, unless the penalty is reversed."""

    REASON_LENGTH: ClassVar[int] = 200

    entry = models.ForeignKey(
        Entry,
        on_delete=models.PROTECT,
        related_name="penalties",
        verbose_name=pgettext_lazy("of an event", "entry"),
    )
    points = models.PositiveIntegerField(_("points"))
    #: Round in which it was given; 0 before the first.
    round = models.PositiveSmallIntegerField(_("round"), default=0)
    reason = models.CharField(_("reason"), max_length=REASON_LENGTH)
    created_at = models.DateTimeField(_("given"), auto_now_add=True)
    reversed_at = models.DateTimeField(_("removed"), null=True, blank=True)

    class Meta:
        verbose_name = _("penalty")
        verbose_name_plural = _("penalties")
        constraints: ClassVar = [
            models.CheckConstraint(condition=Q(points__gte=1), name="penalty_costs_something"),
        ]

    def __str__(self) -> str:
        return f"{self.entry_id} -{self.points}"
