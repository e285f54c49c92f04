"""The round clock of an event with real cards."""

from datetime import datetime, timedelta
from typing import ClassVar

from django.db import models
from django.utils.translation import gettext_lazy as _

from tournaments.events.core.models import Event


class RoundClock(models.Model):
    """The clock of an event's newest round, which runs, is paused or has not been started.

    Browsers count down from the stored times by themselves.
    """

    LEAST_MINUTES: ClassVar[int] = 1
    MOST_MINUTES: ClassVar[int] = 600

    event = models.OneToOneField(
        Event, on_delete=models.CASCADE, related_name="round_clock", verbose_name=_("event")
    )
    #: Minutes of each round.
    minutes = models.PositiveSmallIntegerField(_("minutes per round"))
    #: The round for which the clock was last started; 0 for none.
    round = models.PositiveSmallIntegerField(_("round"), default=0)
    #: Seconds that were left when the clock was last started, paused or changed.
    remaining = models.PositiveIntegerField(_("seconds left"), default=0)
    #: When the clock was last started or changed; None while it is paused.
    started_at = models.DateTimeField(_("started"), null=True, blank=True)

    class Meta:
        verbose_name = _("round clock")
        verbose_name_plural = _("round clocks")

    def __str__(self) -> str:
        return f"{self.event_id}: {self.minutes} min"

    @property
    def ends_at(self) -> datetime | None:
        """Time at which the clock runs out or ran out; None while it is paused."""
        return self.started_at and self.started_at + timedelta(seconds=self.remaining)

    def seconds_left(self, now: datetime) -> int:
        """Return the seconds left, 0 once the time is up."""
        if self.ends_at is None:
            return self.remaining
        return max(0, round((self.ends_at - now).total_seconds()))

    def set_left(self, seconds: int, now: datetime, *, is_running: bool) -> None:
        """Set the seconds left as of now; the caller saves the row."""
        self.remaining, self.started_at = max(0, seconds), now if is_running else None
