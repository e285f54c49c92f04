"""Series of events: how often they repeat, and which events they made."""

from datetime import date, datetime
from typing import ClassVar, cast

from django.conf import settings
from django.db import models
from django.utils.translation import gettext_lazy as _
from django.utils.translation import pgettext_lazy

from tournaments.clubs.models import Club, zone_of
from tournaments.events.core.models import Event
from tournaments.events.series import dates


class EventSeries(models.Model):
    """A repeated event. Each new event copies the settings of the one before.

    A change of a series locks its row (``tournaments.events.series.services``).
    """

    class Every(models.TextChoices):
        """Distance between the events of a series."""

        WEEK = "week", _("Every week")
        FORTNIGHT = "fortnight", _("Every 2 weeks")
        MONTH = "month", _("Every month on that weekday")

    MOST_DAYS_AHEAD: ClassVar[int] = 60

    club = models.ForeignKey(
        Club, on_delete=models.PROTECT, related_name="series", verbose_name=_("club")
    )
    every = models.CharField(_("repeats"), max_length=10, choices=Every.choices)
    #: Day and time of the first event, in the club's time zone: the time of day stays the same when
    #: clocks change.
    first_date = models.DateField(_("first date"))
    time = models.TimeField(_("time"))
    #: The last possible date; None for a series without an end.
    until = models.DateField(_("until"), null=True, blank=True)
    #: Days before its start that an event is created; None to wait until the one before is over.
    days_ahead = models.PositiveSmallIntegerField(_("days ahead"), null=True, blank=True)
    #: Dates without an event, as ISO texts in ascending order.
    skipped = models.JSONField(_("skipped dates"), default=list, blank=True)
    #: When it ended: stopped by an organizer, after its last date, or since an event was refused.
    stopped_at = models.DateTimeField(_("stopped"), null=True, blank=True)
    #: Whether it ended because its next event was refused.
    has_failed = models.BooleanField(pgettext_lazy("the next event", "refused"), default=False)
    created_by = models.ForeignKey(
        settings.AUTH_USER_MODEL,
        on_delete=models.PROTECT,
        related_name="+",
        verbose_name=_("created by"),
    )
    created_at = models.DateTimeField(_("created"), auto_now_add=True)

    class Meta:
        verbose_name = _("event series")
        verbose_name_plural = _("event series")
        indexes: ClassVar = [
            models.Index(
                fields=["club"], condition=models.Q(stopped_at=None), name="series_going_on"
            ),
        ]

    def __str__(self) -> str:
        return f"{self.every} from {self.first_date}"

    @property
    def skipped_dates(self) -> frozenset[date]:
        """The dates without an event."""
        return frozenset(map(date.fromisoformat, self.skipped))

    def starts_at(self, day: date) -> datetime:
        """Return when the event of that day starts, by the clock of the club."""
        return datetime.combine(day, self.time, zone_of(self.club))

    def next_date(self, after: date) -> date | None:
        """Return the first date after a day that is not skipped; None after the last one."""
        every = cast(dates.Every, self.every)
        return dates.next_date(every, self.first_date, after, self.until, self.skipped_dates)


class SeriesEvent(models.Model):
    """An event of a series, on a date of the series; the organizer may have moved it since."""

    series = models.ForeignKey(
        EventSeries, on_delete=models.CASCADE, related_name="events", verbose_name=_("series")
    )
    event = models.OneToOneField(
        Event, on_delete=models.CASCADE, related_name="series_event", verbose_name=_("event")
    )
    date = models.DateField(_("date"))

    class Meta:
        verbose_name = _("event of a series")
        verbose_name_plural = _("events of series")
        ordering: ClassVar = ["date"]
        constraints: ClassVar = [
            # However often its task runs, each date gets one event.
            models.UniqueConstraint(fields=["series", "date"], name="series_has_one_event_a_date"),
        ]

    def __str__(self) -> str:
        return f"{self.series_id}: {self.date}"
