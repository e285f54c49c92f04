"""Seasons: which events of a club count together, and who decided that."""

from typing import ClassVar

from django.conf import settings
from django.db import models
from django.db.models import Q
from django.urls import reverse
from django.utils.translation import gettext_lazy as _

from games.common.records import AppendOnly
from games.tables.models import new_slug
from tournaments.clubs.models import Club
from tournaments.events.models.event import Event


class Season(models.Model):
    """Several events of a club that count together, for each person the best so many.

    Whoever changes a season holds the row's lock (``tournaments.events.services.season``).
    """

    class Points(models.TextChoices):
        TOTAL = "total", _("The total of the event")
        PLACES = "places", _("A point for everybody who stands below")

    NAME_LENGTH: ClassVar[int] = 80

    slug = models.CharField(max_length=16, unique=True, default=new_slug, editable=False)
    club = models.ForeignKey(
        Club, on_delete=models.PROTECT, related_name="seasons", verbose_name=_("club")
    )
    name = models.CharField(_("name"), max_length=NAME_LENGTH)
    #: How many events count for each person; all, where there is no number.
    best = models.PositiveSmallIntegerField(_("events that count"), null=True, blank=True)
    points = models.CharField(
        _("what an event gives"), max_length=8, choices=Points.choices, default=Points.TOTAL
    )
    events: "models.ManyToManyField[Event, SeasonEvent]" = models.ManyToManyField(
        Event, through="SeasonEvent", related_name="seasons", verbose_name=_("events")
    )
    created_by = models.ForeignKey(
        settings.AUTH_USER_MODEL,
        on_delete=models.PROTECT,
        related_name="+",
        verbose_name=_("made by"),
    )
    created_at = models.DateTimeField(_("made"), auto_now_add=True)
    closed_at = models.DateTimeField(_("closed"), null=True, blank=True, editable=False)

    class Meta:
        verbose_name = _("season")
        verbose_name_plural = _("seasons")
        constraints: ClassVar = [
            models.CheckConstraint(
                condition=Q(best=None) | Q(best__gte=1), name="season_counts_an_event"
            ),
        ]

    def __str__(self) -> str:
        return self.name

    def get_absolute_url(self) -> str:
        return reverse("season", args=[self.slug])


class SeasonEvent(models.Model):
    """An event counts for a season; a season has them in the order in which they begin."""

    season = models.ForeignKey(
        Season, on_delete=models.CASCADE, related_name="season_events", verbose_name=_("season")
    )
    event = models.ForeignKey(
        Event, on_delete=models.CASCADE, related_name="season_events", verbose_name=_("event")
    )

    class Meta:
        verbose_name = _("event of a season")
        verbose_name_plural = _("events of seasons")
        constraints: ClassVar = [
            models.UniqueConstraint(fields=["season", "event"], name="event_counts_once_a_season"),
        ]

    def __str__(self) -> str:
        return f"{self.season_id}/{self.event_id}"


class SeasonRecord(AppendOnly):
    """Who did what with a season, and when; appended, never changed, shown to everybody."""

    class Deed(models.TextChoices):
        CREATED = "created", _("made the season")
        CHANGED = "changed", _("changed the season")
        ADDED = "added", _("added an event")
        TAKEN_OUT = "taken-out", _("took an event out")
        CLOSED = "closed", _("closed the season")
        REOPENED = "reopened", _("opened the season again")

    season = models.ForeignKey(
        Season, on_delete=models.CASCADE, related_name="records", verbose_name=_("season")
    )
    actor = models.ForeignKey(
        settings.AUTH_USER_MODEL,
        on_delete=models.PROTECT,
        related_name="+",
        verbose_name=_("who"),
    )
    deed = models.CharField(_("what"), max_length=12, choices=Deed.choices)
    #: The event that was added, or taken out.
    event = models.ForeignKey(
        Event,
        on_delete=models.PROTECT,
        null=True,
        blank=True,
        related_name="+",
        verbose_name=_("event"),
    )
    #: What was changed, and to what.
    params = models.JSONField(_("details"), default=dict, blank=True)
    at = models.DateTimeField(_("when"), auto_now_add=True)

    class Meta:
        verbose_name = _("record of a season")
        verbose_name_plural = _("records of seasons")
        ordering: ClassVar = ["-pk"]

    def __str__(self) -> str:
        return f"{self.season_id} {self.deed}"
