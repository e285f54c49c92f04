"""Deals played with real cards, and their history."""

from dataclasses import asdict
from typing import Any, ClassVar

from django.conf import settings
from django.db import models
from django.db.models import Q
from django.utils.translation import gettext_lazy as _

from games.common.records import AppendOnly
from games.rules.combinations.kinds import Kind
from games.rules.scoring import Special
from tournaments.events.core.models import EventRecord
from tournaments.events.paper.deal import WrittenDeal
from tournaments.events.rounds.models import EventTable


class PaperDeal(models.Model):
    """A deal at a table with real cards, as entered last."""

    event_table = models.ForeignKey(
        EventTable, on_delete=models.CASCADE, related_name="paper_deals", verbose_name=_("table")
    )
    #: Counted from 1.
    number = models.PositiveSmallIntegerField(_("number"))
    #: Number of times the deal was entered; a confirmation names the version that was read.
    version = models.PositiveSmallIntegerField(default=1, editable=False)
    #: The entered data, in the form of `stored_deal`.
    written = models.JSONField(_("written"))
    #: Net points per seat.
    nets = models.JSONField(_("nets"))
    entered_by = models.ForeignKey(
        settings.AUTH_USER_MODEL,
        on_delete=models.PROTECT,
        related_name="+",
        verbose_name=_("entered by"),
    )
    entered_at = models.DateTimeField(_("entered"))
    confirmed_by = models.ForeignKey(
        settings.AUTH_USER_MODEL,
        on_delete=models.PROTECT,
        null=True,
        blank=True,
        related_name="+",
        verbose_name=_("confirmed by"),
    )
    confirmed_at = models.DateTimeField(_("confirmed"), null=True, blank=True)
    #: When a deal entered by an organizer is confirmed automatically, unless a player objects.
    stands_at = models.DateTimeField(_("confirmed automatically"), null=True, blank=True)
    #: The user who disputes the deal; the reason is in its history.
    disputed_by = models.ForeignKey(
        settings.AUTH_USER_MODEL,
        on_delete=models.PROTECT,
        null=True,
        blank=True,
        related_name="+",
        verbose_name=_("disputed by"),
    )

    class Meta:
        verbose_name = _("deal played with real cards")
        verbose_name_plural = _("deals played with real cards")
        ordering: ClassVar = ["number"]
        constraints: ClassVar = [
            models.UniqueConstraint(fields=["event_table", "number"], name="paper_deal_once"),
            models.CheckConstraint(condition=Q(number__gte=1), name="paper_deal_from_one"),
            models.CheckConstraint(
                condition=Q(confirmed_at=None, confirmed_by=None)
                | Q(confirmed_at__isnull=False, confirmed_by__isnull=False, disputed_by=None),
                name="paper_deal_confirmed_by_somebody",
            ),
        ]
        indexes: ClassVar = [
            models.Index(
                fields=["stands_at"],
                condition=Q(confirmed_at=None, stands_at__isnull=False),
                name="paper_deal_awaited",
            ),
        ]

    def __str__(self) -> str:
        return f"{self.event_table_id}/{self.number}"

    @property
    def is_confirmed(self) -> bool:
        """Return whether the deal is confirmed and therefore counts."""
        return self.confirmed_at is not None


class PaperDealRecord(AppendOnly):
    """An activity on a deal with real cards, with the deal's data after it; append-only."""

    class Step(models.TextChoices):
        """Activity on a deal: entered, confirmed, disputed, corrected, or left undisputed."""

        WRITTEN = "written", _("entered")
        CONFIRMED = "confirmed", _("confirmed")
        DISPUTED = "disputed", _("disputed")
        CORRECTED = "corrected", _("corrected")
        UNDISPUTED = "undisputed", _("confirmed automatically")

    TEXT_LENGTH: ClassVar[int] = 200

    deal = models.ForeignKey(
        PaperDeal, on_delete=models.CASCADE, related_name="records", verbose_name=_("deal")
    )
    step = models.CharField(_("activity"), max_length=10, choices=Step.choices)
    actor = models.ForeignKey(
        settings.AUTH_USER_MODEL,
        on_delete=models.PROTECT,
        related_name="+",
        verbose_name=_("user"),
    )
    #: The reason of the dispute or of the organizer's action.
    text = models.CharField(_("text"), max_length=TEXT_LENGTH, blank=True)
    #: The deal after this activity.
    version = models.PositiveSmallIntegerField()
    written = models.JSONField(_("written"))
    nets = models.JSONField(_("nets"))
    #: The event's activity, for actions of an organizer.
    record = models.ForeignKey(
        EventRecord,
        on_delete=models.PROTECT,
        null=True,
        blank=True,
        related_name="+",
        verbose_name=_("event activity"),
    )
    at = models.DateTimeField(_("time"), auto_now_add=True)

    class Meta:
        verbose_name = _("history of a deal played with real cards")
        verbose_name_plural = _("history of deals played with real cards")
        ordering: ClassVar = ["pk"]

    def __str__(self) -> str:
        return f"{self.deal_id} {self.step}"


def stored_deal(deal: WrittenDeal) -> dict[str, Any]:
    """Return the deal as JSON data, the form in which a row stores it."""
    return asdict(deal) | {
        "left": list(deal.left),
        "ranks": list(deal.ranks),
        "order": list(deal.order),
        "unplayed": sorted(deal.unplayed),
        "specials": [[each.seat, each.kind, each.last, each.all_twos] for each in deal.specials],
    }


def written_deal(stored: dict[str, Any]) -> WrittenDeal:
    """Return the deal from JSON data stored in a row; the inverse of `stored_deal`."""
    return WrittenDeal(
        **stored
        | {
            "left": tuple(stored["left"]),
            "ranks": tuple(stored["ranks"]),
            "order": tuple(stored["order"]),
            "unplayed": frozenset(stored["unplayed"]),
            "specials": tuple(
                Special(seat, Kind(kind), last, all_twos)
                for seat, kind, last, all_twos in stored["specials"]
            ),
        }
    )
