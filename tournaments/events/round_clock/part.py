"""The round clock as pages show it."""

from collections.abc import Sequence
from dataclasses import dataclass

from django.utils import timezone

from games.common.dates import date_format
from tournaments.clubs.models import zone_of
from tournaments.events.core.models import Event
from tournaments.events.desk.table_cards import milliseconds
from tournaments.events.entries.models import Entry
from tournaments.events.round_clock.models import RoundClock
from tournaments.events.round_clock.services import suggested_minutes
from tournaments.events.rounds.models import EventRound


@dataclass(frozen=True, slots=True)
class RoundClockPart:
    """The clock of the round in progress."""

    round: int
    minutes: int
    #: Whether it was started in this round; it may be paused since.
    is_started: bool
    is_running: bool
    #: When the time is up, in milliseconds since 1970; 0 unless it is running.
    ends: int
    #: When the time is up, in the club's time zone; empty unless it is running.
    ends_at: str
    #: Seconds left while it is not running, and the same as text.
    left: int
    left_text: str


def read_clock(event: Event) -> RoundClock | None:
    """Return the event's clock. One query while an event with real cards is running, else none."""
    if not event.is_on_paper or event.status != Event.Status.RUNNING:
        return None
    return RoundClock.objects.filter(event=event).first()


def clock_part(
    event: Event,
    clock: RoundClock | None,
    newest: EventRound | None,
    entries: Sequence[Entry] | None = None,
) -> RoundClockPart | None:
    """Return the clock of the newest round while that is in progress; otherwise None. No query.

    :param newest: the newest published round
    :param entries: all entries, for the desk, which also shows a clock that was not started yet
    """
    is_on = event.is_on_paper and event.status == Event.Status.RUNNING
    if not is_on or newest is None or newest.status != EventRound.Status.RUNNING:
        return None
    is_started = clock is not None and clock.round == newest.number
    if clock is None or not is_started:
        if entries is None:
            return None
        players = sum(each.status in Entry.PLACED_STATUSES for each in entries)
        minutes = suggested_minutes(event, players) if clock is None else clock.minutes
        clock = RoundClock(minutes=minutes, remaining=minutes * 60)
    ends = clock.ends_at
    local = ends and timezone.localtime(ends, zone_of(event.club))
    left = clock.remaining if is_started else clock.minutes * 60
    return RoundClockPart(
        round=newest.number,
        minutes=clock.minutes,
        is_started=is_started,
        is_running=is_started and ends is not None,
        ends=milliseconds(ends) if is_started else 0,
        ends_at=date_format(local, "TIME_FORMAT") if is_started and local else "",
        left=left,
        left_text=f"{left // 60}:{left % 60:02d}",
    )
