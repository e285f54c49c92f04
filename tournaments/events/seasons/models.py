"""Seasons of a club: their events, scoring and activity log."""

from typing import ClassVar

from django.conf import settings
from django.db import models
from django.db.models import Q
from django.urls import reverse
from django.utils.translation import gettext_lazy as _

from games.common.records import AppendOnly
from games.tables.models import new_slug
from tournaments.clubs.models import Club
from tournaments.events.core.models import Event


class Season(models.Model):
    """Several events of a club that count together; optionally only each player's best ones.

    A change of a season locks its row (``tournaments.events.seasons.services``).
    """

    class Points(models.TextChoices):
        """Points that an event gives in a season: its total, or points by place."""

        TOTAL = "total", _("The event’s total")
        PLACES = "places", _("One point for every player you beat")
        TABLE = "table", _("Points table")

    NAME_LENGTH: ClassVar[int] = 80

    slug = models.CharField(max_length=16, unique=True, default=new_slug, editable=False)
    club = models.ForeignKey(
        Club, on_delete=models.PROTECT, related_name="seasons", verbose_name=_("club")
    )
    name = models.CharField(_("name"), max_length=NAME_LENGTH)
    #: Number of events that count for each player; None for all.
    best = models.PositiveSmallIntegerField(_("number of events that count"), null=True, blank=True)
    points = models.CharField(
        _("points per event"), max_length=8, choices=Points.choices, default=Points.TOTAL
    )
    #: Points for the first place, the second, and so on, if they count; None for no table.
    points_table = models.JSONField(_("points table"), null=True, blank=True)
    #: Number of events that a player must have played to be ranked.
    least_events = models.PositiveSmallIntegerField(
        _("events needed to be ranked"), default=1, db_default=1
    )
    events: "models.ManyToManyField[Event, SeasonEvent]" = models.ManyToManyField(
        Event, through="SeasonEvent", related_name="seasons", verbose_name=_("events")
    )
    created_by = models.ForeignKey(
        settings.AUTH_USER_MODEL,
        on_delete=models.PROTECT,
        related_name="+",
        verbose_name=_("created by"),
    )
    created_at = models.DateTimeField(_("created"), auto_now_add=True)
    closed_at = models.DateTimeField(_("closed"), null=True, blank=True, editable=False)

    class Meta:
        verbose_name = _("season")
        verbose_name_plural = _("seasons")
        constraints: ClassVar = [
            models.CheckConstraint(
                condition=Q(best=None) | Q(best__gte=1), name="season_counts_an_event"
            ),
            models.CheckConstraint(
                condition=Q(least_events__gte=1), name="season_ranks_after_an_event"
            ),
        ]

    def __str__(self) -> str:
        return self.name

    def get_absolute_url(self) -> str:
        return reverse("season", args=[self.slug])


class SeasonEvent(models.Model):
    """An event of a season; events are ordered by their start."""

    season = models.ForeignKey(
        Season, on_delete=models.CASCADE, related_name="season_events", verbose_name=_("season")
    )
    event = models.ForeignKey(
        Event, on_delete=models.CASCADE, related_name="season_events", verbose_name=_("event")
    )

    class Meta:
        verbose_name = _("season event")
        verbose_name_plural = _("season events")
        constraints: ClassVar = [
            models.UniqueConstraint(fields=["season", "event"], name="event_counts_once_a_season"),
        ]

    def __str__(self) -> str:
        return f"{self.season_id}/{self.event_id}"


class SeasonRecord(AppendOnly):
    """An activity on a season, with user and time; append-only, shown to everyone."""

    class Deed(models.TextChoices):
        """Kind of an activity, with its label in the log."""

        CREATED = "created", _("created the season")
        CHANGED = "changed", _("changed the season")
        ADDED = "added", _("added an event")
        TAKEN_OUT = "taken-out", _("removed an event")
        CLOSED = "closed", _("closed the season")
        REOPENED = "reopened", _("reopened the season")

    season = models.ForeignKey(
        Season, on_delete=models.CASCADE, related_name="records", verbose_name=_("season")
    )
    actor = models.ForeignKey(
        settings.AUTH_USER_MODEL,
        on_delete=models.PROTECT,
        related_name="+",
        verbose_name=_("user"),
    )
    deed = models.CharField(_("activity"), max_length=12, choices=Deed.choices)
    #: The event that was added or removed.
    event = models.ForeignKey(
        Event,
        on_delete=models.PROTECT,
        null=True,
        blank=True,
        related_name="+",
        verbose_name=_("event"),
    )
    #: Changed fields with their new values.
    params = models.JSONField(_("details"), default=dict, blank=True)
    at = models.DateTimeField(_("time"), auto_now_add=True)

    class Meta:
        verbose_name = _("season activity")
        verbose_name_plural = _("season activities")
        ordering: ClassVar = ["-pk"]

    def __str__(self) -> str:
        return f"{self.season_id} {self.deed}"
