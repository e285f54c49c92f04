"""The organizer's desk while an event runs: penalties, substitutes, corrections, pauses."""

from collections.abc import Mapping

from django.utils import timezone

from accounts.caller import Caller
from accounts.models import User
from games.common.denials import DeniedError, answering
from games.live.people import call
from games.tables.services import arranged
from tournaments.events.denials import EventCode
from tournaments.events.models import (
    EntryPenalty,
    Event,
    EventNotice,
    EventRecord,
    EventSeat,
    EventTable,
)
from tournaments.events.services.core import Answer, changing, said_why
from tournaments.events.services.notices import people_of, renew_results, tell
from tournaments.events.services.rounds import tables_of

_Deed = EventRecord.Deed
_RUN = (Event.Status.RUNNING, Event.Status.FINISHED)


@answering
def give_penalty(caller: Caller, event_id: int, number: int, points: int, reason: str) -> Answer:
    """Take points from an entrant, and say why."""
    reason = said_why(reason)
    if points < 1:
        raise DeniedError(EventCode.NO_POINTS)
    with changing(event_id, caller, organizer=True) as event:
        event.check_status(*_RUN)
        entry = event.entry(number)
        round_number = event.row.rounds.exclude(status="proposed").count()
        given = EntryPenalty.objects.create(
            entry=entry, points=points, round=round_number, reason=reason
        )
        event.note(_Deed.PENALTY, entry, reason, points=points, penalty=given.pk)
        renew_results(event)
    return None


@answering
def reverse_penalty(caller: Caller, event_id: int, penalty_id: int, reason: str) -> Answer:
    """Take a penalty back, and say why; once."""
    reason = said_why(reason)
    with changing(event_id, caller, organizer=True) as event:
        event.check_status(*_RUN)
        held = EntryPenalty.objects.select_related("entry").filter(
            pk=penalty_id, entry__event=event.row, reversed_at=None
        )
        penalty = held.first()
        if penalty is None:
            raise DeniedError(EventCode.NO_PENALTY)
        penalty.reversed_at = timezone.now()
        penalty.save(update_fields=["reversed_at"])
        event.note(_Deed.REVERSED, penalty.entry, reason, points=penalty.points)
        renew_results(event)
    return None


@answering
def replace_player(
    caller: Caller, event_id: int, number: int, substitute: User | None, reason: str
) -> Answer:
    """Let somebody else, or a bot, play on for an entrant at the table that is played.

    The result stays the entrant's.
    """
    reason = said_why(reason)
    with changing(event_id, caller, organizer=True) as event:
        event.check_status(Event.Status.RUNNING)
        entry = event.entry(number)
        seat = (
            EventSeat.objects.filter(entry=entry, event_table__finished_at=None)
            .select_related("event_table")
            .first()
        )
        if seat is None:
            raise DeniedError(EventCode.NOT_AT_TABLE)
        if substitute is not None and _plays(substitute, event.row):
            raise DeniedError(EventCode.PLAYS_ELSEWHERE, name=substitute.shown_name)
        denied = arranged.replace(seat.event_table.table_id, seat.place, substitute)
        if denied is not None:
            raise DeniedError(EventCode.NOT_AT_TABLE)
        by = "" if substitute is None else substitute.shown_name
        event.note(_Deed.SUBSTITUTED, entry, reason, by=by)
        for user_id in (entry.user_id, None if substitute is None else substitute.pk):
            if user_id is not None:
                call(user_id)
    return None


def _plays(person: User, event: Event) -> bool:
    """Return whether the person sits at a table of the event that is played."""
    return any(
        table.sessions.filter(seats__user=person, seats__left_at=None).exists()
        for table in tables_of(event)
    )


@answering
def correct_result(
    caller: Caller, event_id: int, event_table_id: int, nets: Mapping[int, int], reason: str
) -> Answer:
    """Let the seats of a table have other nets than were played, and say why.

    What was seated by the result before stays seated; the standings change.
    """
    reason = said_why(reason)
    with changing(event_id, caller, organizer=True) as event:
        event.check_status(*_RUN)
        row = EventTable.objects.filter(pk=event_table_id, round__event=event.row).first()
        if row is None or row.finished_at is None:
            raise DeniedError(EventCode.NO_RESULT)
        seats = list(row.seats.select_related("entry"))
        if set(nets) != {seat.place for seat in seats}:
            raise DeniedError(EventCode.NO_RESULT)
        if sum(nets.values()):
            raise DeniedError(EventCode.NOT_ZERO, sum=sum(nets.values()))
        for seat in seats:
            before, seat.net = seat.net, nets[seat.place]
            if before != seat.net and seat.entry is not None:
                event.note(
                    _Deed.CORRECTED,
                    seat.entry,
                    reason,
                    table=row.number,
                    before=before or 0,
                    after=nets[seat.place],
                )
        EventSeat.objects.bulk_update(seats, ["net"])
        renew_results(event)
    return None


@answering
def announce(caller: Caller, event_id: int, text: str) -> Answer:
    """Tell everybody something."""
    text = said_why(text)
    with changing(event_id, caller, organizer=True) as event:
        event.note(_Deed.ANNOUNCED, text=text)
        # One for each announcement: the version goes up with every change.
        number = event.row.version + 1
        # Who plays just now reads it in the app.
        by_mail = event.row.status != Event.Status.RUNNING
        people = people_of(event)
        tell(event, EventNotice.Kind.ANNOUNCED, people, number, by_mail=by_mail, text=text)
    return None


@answering
def pause_all(caller: Caller, event_id: int) -> Answer:
    """Let the times of all tables stand still."""
    with changing(event_id, caller, organizer=True) as event:
        for table in tables_of(event.row):
            arranged.pause(table.pk)
    return None


@answering
def resume_all(caller: Caller, event_id: int) -> Answer:
    """Let the times of all tables go on."""
    with changing(event_id, caller, organizer=True) as event:
        for table in tables_of(event.row):
            arranged.resume(table.pk)
    return None
