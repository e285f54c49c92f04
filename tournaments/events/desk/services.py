"""Organizers' actions while an event is running: announcements, pauses and extra time."""

import math

from accounts import limits
from accounts.caller import Caller
from accounts.mails import sends_mail
from games.common.denials import DeniedError, answering
from games.live.users import alerts_changed
from games.tables.services import arranged
from tournaments.events.core.denials import EventCode
from tournaments.events.core.locking import Answer, LockedEvent, locked_event, require_reason
from tournaments.events.core.models import Event, EventRecord
from tournaments.events.entries.models import Entry
from tournaments.events.notices.kinds import EventKind
from tournaments.events.notices.services import notify, user_ids_of
from tournaments.events.rounds import selectors
from tournaments.events.rounds.models import EventTable

_Deed = EventRecord.Deed
#: Limit of mailed announcements per organizer, each to all entrants.
MAILED_RATE = "12/hour"
#: Limit of mailed calls per table; further calls are only shown on the players' pages.
CALL_RATE = "6/hour"


@answering
def announce(caller: Caller, event_id: int, text: str) -> Answer:
    """Post an announcement to all entrants; it is also mailed unless the event is running.

    Mailed announcements are limited per organizer (`MAILED_RATE`).
    """
    text = require_reason(text)
    with locked_event(event_id, caller, organizer=True) as event:
        # During the event, players read it in the app.
        by_mail = event.row.status != Event.Status.RUNNING
        if by_mail and sends_mail():
            _check_mailed_rate(event)
        event.note(_Deed.ANNOUNCED, text=text)
        # Unique per announcement: the version increases with every change.
        number = event.row.version + 1
        people = user_ids_of(event, *Entry.SIGNED_UP_STATUSES)
        notify(event, EventKind.ANNOUNCED, people, number, by_mail=by_mail, text=text)
        for user_id in people:
            alerts_changed(user_id)
    return None


def _check_mailed_rate(event: LockedEvent) -> None:
    """Count a mailed announcement; raise `DeniedError` above an organizer's `MAILED_RATE`."""
    who = ("announcement", str(event.actor.pk))
    if not limits.within(MAILED_RATE, *who):
        minutes = math.ceil(limits.seconds_left(MAILED_RATE, *who) / 60)
        raise DeniedError(EventCode.TOO_MANY_ANNOUNCEMENTS, minutes=minutes)


@answering
def pause_all(caller: Caller, event_id: int) -> Answer:
    """Pause all tables of the event in play; denied with real cards."""
    with locked_event(event_id, caller, organizer=True) as event:
        _check_clocks(event)
        for table in selectors.tables_in_play(event.row):
            arranged.pause(table.pk)
        event.note(_Deed.PAUSED)
    return None


@answering
def extend_time(
    caller: Caller, event_id: int, seconds: int, reason: str, *, number: int | None = None
) -> Answer:
    """Add seconds for the players on turn, at one table or at all; denied if no clock runs there.

    :param number: table number; None for all
    """
    reason = require_reason(reason)
    with locked_event(event_id, caller, organizer=True) as event:
        _check_clocks(event)
        found = [
            each
            for each in selectors.tables_in_play(event.row)
            if number in (None, each.event_table.number) and each.deadline is not None
        ]
        if not found or seconds < 1:
            raise DeniedError(EventCode.NO_CLOCK_RUNS)
        for table in found:
            arranged.extend(table.pk, seconds)
        event.note(_Deed.EXTENDED, text=reason, seconds=seconds, table=number or 0)
    return None


@answering
def call_players(caller: Caller, event_id: int, number: int) -> Answer:
    """Call the players of a table in play to it: on any page that they have open, and by mail.

    :param number: table number
    """
    with locked_event(event_id, caller, organizer=True) as event:
        tables = selectors.tables_of_players(event.row)
        people = [user_id for user_id, table in tables.items() if table == number]
        row = EventTable.objects.filter(
            round__event=event.row, number=number, finished_at=None
        ).first()
        if row is None or not people:
            raise DeniedError(EventCode.NO_ONE_TO_CALL)
        event.note(_Deed.CALLED, table=number, round=row.round.number)
        notify(
            event,
            EventKind.CALLED,
            people,
            row.pk,
            by_mail=limits.within(CALL_RATE, "called", str(row.pk)),
            round=row.round.number,
            table=number,
        )
        for user_id in people:
            alerts_changed(user_id)
    return None


def _check_clocks(event: LockedEvent) -> None:
    """Raise `DeniedError` if the event is played with real cards: such tables have no clocks."""
    if event.row.is_on_paper:
        raise DeniedError(EventCode.NO_CLOCKS_HERE)


@answering
def resume_all(caller: Caller, event_id: int) -> Answer:
    """Resume all tables of the event in play; denied with real cards."""
    with locked_event(event_id, caller, organizer=True) as event:
        _check_clocks(event)
        for table in selectors.tables_in_play(event.row):
            arranged.resume(table.pk)
        event.note(_Deed.RESUMED)
    return None
