"""Organizers' actions on the round clock: start, pause, add time, set its minutes."""

from django.utils import timezone

from accounts.caller import Caller
from games.common.denials import DeniedError, answering
from tournaments.events.core.denials import EventCode
from tournaments.events.core.format_input import format_of, plain_seating_context
from tournaments.events.core.locking import Answer, LockedEvent, locked_event
from tournaments.events.core.models import Event, EventRecord
from tournaments.events.entries.models import Entry
from tournaments.events.round_clock.models import RoundClock
from tournaments.events.rounds.models import EventRound

_Deed = EventRecord.Deed
#: The suggested minutes are rounded to this many, and at least this many.
_STEP = 5


@answering
def start_clock(caller: Caller, event_id: int) -> Answer:
    """Start the clock of the round in progress, or resume it; repeated calls do nothing."""
    with locked_event(event_id, caller, organizer=True) as event:
        number, clock = _round_number(event), _clock_of(event)
        now = timezone.now()
        if clock.round != number:
            clock.round = number
            clock.set_left(clock.minutes * 60, now, is_running=True)
        elif clock.started_at is None:
            clock.set_left(clock.remaining, now, is_running=True)
        else:
            event.is_unchanged = True
            return None
        clock.save()
        event.note(_Deed.CLOCK_STARTED, round=number)
    return None


@answering
def pause_clock(caller: Caller, event_id: int) -> Answer:
    """Pause the clock of the round in progress; repeated calls do nothing."""
    with locked_event(event_id, caller, organizer=True) as event:
        number, clock = _round_number(event), _clock_of(event)
        if clock.round != number or clock.started_at is None:
            event.is_unchanged = True
            return None
        now = timezone.now()
        clock.set_left(clock.seconds_left(now), now, is_running=False)
        clock.save()
        event.note(_Deed.CLOCK_PAUSED, round=number)
    return None


@answering
def add_clock_time(caller: Caller, event_id: int, minutes: int) -> Answer:
    """Add minutes to the started clock of the round in progress; counted from now if time is up."""
    with locked_event(event_id, caller, organizer=True) as event:
        number, clock = _round_number(event), _clock_of(event)
        if clock.round != number:
            raise DeniedError(EventCode.CLOCK_NOT_STARTED)
        _add_seconds(clock, minutes * 60)
        clock.save()
        event.note(_Deed.CLOCK_EXTENDED, round=number, minutes=minutes)
    return None


@answering
def set_clock_minutes(caller: Caller, event_id: int, minutes: int) -> Answer:
    """Set the minutes per round; a clock that has started gets the difference."""
    with locked_event(event_id, caller, organizer=True) as event:
        _check_real_cards(event)
        if not RoundClock.LEAST_MINUTES <= minutes <= RoundClock.MOST_MINUTES:
            raise DeniedError(EventCode.CLOCK_MINUTES_WRONG, most=RoundClock.MOST_MINUTES)
        clock = _clock_of(event)
        if clock.minutes == minutes and clock.pk is not None:
            event.is_unchanged = True
            return None
        difference, clock.minutes = minutes - clock.minutes, minutes
        running = event.row.rounds.filter(status=EventRound.Status.RUNNING).first()
        if running is not None and clock.round == running.number:
            _add_seconds(clock, difference * 60)
        clock.save()
        event.note(_Deed.CLOCK_SET, minutes=minutes)
    return None


def suggested_minutes(event: Event, players: int) -> int:
    """Return the minutes per round that make up the event's planned length. No query."""
    rounds = format_of(event).length(players, plain_seating_context(event)) or 1
    return max(_STEP, event.minutes // rounds // _STEP * _STEP)


def _add_seconds(clock: RoundClock, seconds: int) -> None:
    """Add seconds to what is left, or subtract them; the caller saves the clock."""
    now, is_running = timezone.now(), clock.started_at is not None
    clock.set_left(clock.seconds_left(now) + seconds, now, is_running=is_running)


def _clock_of(event: LockedEvent) -> RoundClock:
    """Return the event's clock; a new one with the suggested minutes if there is none."""
    found = RoundClock.objects.filter(event=event.row).first()
    if found is not None:
        return found
    players = event.row.entries.filter(status__in=Entry.PLACED_STATUSES).count()
    minutes = min(suggested_minutes(event.row, players), RoundClock.MOST_MINUTES)
    return RoundClock(event=event.row, minutes=minutes)


def _round_number(event: LockedEvent) -> int:
    """Return the number of the round in progress; raise `DeniedError` if there is none."""
    _check_real_cards(event)
    event.check_status(Event.Status.RUNNING)
    running = event.row.rounds.filter(status=EventRound.Status.RUNNING).first()
    if running is None:
        raise DeniedError(EventCode.NO_ROUND_FOR_CLOCK)
    return running.number


def _check_real_cards(event: LockedEvent) -> None:
    """Raise `DeniedError` unless the event has real cards: app tables have clocks of their own."""
    if not event.row.is_on_paper:
        raise DeniedError(EventCode.APP_HAS_CLOCKS)
