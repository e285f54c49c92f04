"""The organizer's desk while an event runs: penalties, substitutes, corrections, pauses."""

import math
from collections.abc import Mapping

from django.utils import timezone

from accounts import limits
from accounts.caller import Caller
from accounts.models import User
from games.common.denials import DeniedError, answering
from games.live.people import call
from games.tables.services import arranged
from tournaments.clubs.services.invitations import sends_mail
from tournaments.events import selectors
from tournaments.events.denials import EventCode
from tournaments.events.models import (
    Entry,
    EntryPenalty,
    Event,
    EventNotice,
    EventRecord,
    EventSeat,
    EventTable,
)
from tournaments.events.services.core import Answer, EventChanging, changing, own_name, said_why
from tournaments.events.services.notices import ENTERED, people_of, tell
from tournaments.events.services.packs import check_substitute, note_substitute
from tournaments.events.services.rounds import keep_up
from tournaments.events.services.settlement import results_corrected

_Deed = EventRecord.Deed
_RUN = (Event.Status.RUNNING, Event.Status.FINISHED)
#: How many announcements an organizer can mail, each to all who take part.
MAILED_RATE = "12/hour"


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
        results_corrected(event, reason)
        keep_up(event, "penalty", name=entry.name, points=points)
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
        results_corrected(event, reason)
        keep_up(event, "reversed", name=penalty.entry.name, points=penalty.points)
    return None


@answering
def replace_player(
    caller: Caller,
    event_id: int,
    number: int,
    substitute: User | None,
    reason: str,
    *,
    name: str = "",
) -> Answer:
    """Let somebody else, or a bot, play on for an entrant at the table that is played.

    The result stays the entrant's.

    :param name: with real cards, of a substitute without an account
    """
    reason = said_why(reason)
    with changing(event_id, caller, organizer=True) as event:
        event.check_status(Event.Status.RUNNING)
        entry = event.entry(number)
        seat = (
            EventSeat.objects.filter(entry=entry, event_table__finished_at=None)
            .select_related("event_table__table")
            .first()
        )
        if seat is None:
            raise DeniedError(EventCode.NOT_AT_TABLE)
        if substitute is not None and _plays(substitute, event.row):
            raise DeniedError(EventCode.PLAYS_ELSEWHERE, name=substitute.shown_name)
        by = "" if substitute is None else substitute.shown_name
        if event.row.is_on_paper:
            by = _let_play(seat, entry, substitute, by or name)
        else:
            if substitute is not None:
                check_substitute(substitute.pk, seat)
            table = seat.event_table.app_table
            if arranged.replace(table.pk, seat.place, substitute) is not None:
                raise DeniedError(EventCode.NOT_AT_TABLE)
            if substitute is not None:
                note_substitute(substitute.pk, seat)
        event.note(_Deed.SUBSTITUTED, entry, reason, by=by)
        for user_id in (entry.user_id, None if substitute is None else substitute.pk):
            if user_id is not None:
                call(user_id)
    return None


def _let_play(seat: EventSeat, entry: Entry, substitute: User | None, name: str) -> str:
    """Note who plays on with real cards, which may be the entrant again; returns the name."""
    name = own_name(name)
    is_entrant = substitute is not None and substitute.pk == entry.user_id
    seat.substitute = None if is_entrant else substitute
    seat.substitute_name = "" if is_entrant else name
    seat.save(update_fields=["substitute", "substitute_name"])
    return name


def _plays(person: User, event: Event) -> bool:
    """Return whether the person sits at a table of the event that is played."""
    if event.is_on_paper:
        return selectors.paper_seats([person.pk]).filter(event_table__round__event=event).exists()
    return any(
        table.sessions.filter(seats__user=person, seats__left_at=None).exists()
        for table in selectors.tables_of(event)
    )


@answering
def correct_result(
    caller: Caller, event_id: int, event_table_id: int, nets: Mapping[int, int], reason: str
) -> Answer:
    """Let the seats of a table have other nets than were played, and say why.

    What was played stays as it was seated; the standings and a proposed round follow.
    """
    reason = said_why(reason)
    with changing(event_id, caller, organizer=True) as event:
        event.check_status(*_RUN)
        if event.row.is_on_paper:
            raise DeniedError(EventCode.DEAL_BY_DEAL)
        tables = EventTable.objects.filter(pk=event_table_id, round__event=event.row)
        row = tables.select_related("round").first()
        if row is None or row.finished_at is None:
            raise DeniedError(EventCode.NO_RESULT)
        seats = list(row.seats.select_related("entry"))
        if any(seat.net is None for seat in seats):
            # It is held back as long as other tables play the same packs.
            raise DeniedError(EventCode.NO_RESULT)
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
        results_corrected(event, reason)
        keep_up(event, "result", table=row.number, round=row.round.number)
    return None


@answering
def announce(caller: Caller, event_id: int, text: str) -> Answer:
    """Tell everybody something; by mail, too, unless the event runs.

    How many announcements an organizer can mail is limited (`MAILED_RATE`).
    """
    text = said_why(text)
    with changing(event_id, caller, organizer=True) as event:
        # Who plays just now reads it in the app.
        by_mail = event.row.status != Event.Status.RUNNING
        if by_mail and sends_mail():
            _check_mailed_rate(event)
        event.note(_Deed.ANNOUNCED, text=text)
        # One for each announcement: the version goes up with every change.
        number = event.row.version + 1
        people = people_of(event, *ENTERED)
        tell(event, EventNotice.Kind.ANNOUNCED, people, number, by_mail=by_mail, text=text)
        for user_id in people:
            call(user_id)
    return None


def _check_mailed_rate(event: EventChanging) -> None:
    """Count an announcement that is mailed.

    :raises DeniedError: the organizer has mailed as many as one may
    """
    assert event.person is not None, "an organizer announces"
    who = ("announcement", str(event.person.pk))
    if not limits.within(MAILED_RATE, *who):
        minutes = math.ceil(limits.seconds_left(MAILED_RATE, *who) / 60)
        raise DeniedError(EventCode.TOO_MANY_ANNOUNCEMENTS, minutes=minutes)


@answering
def pause_all(caller: Caller, event_id: int) -> Answer:
    """Let the times of all tables stand still."""
    with changing(event_id, caller, organizer=True) as event:
        _check_clocks(event)
        for table in selectors.tables_of(event.row):
            arranged.pause(table.pk)
        event.note(_Deed.PAUSED)
    return None


@answering
def extend_time(
    caller: Caller, event_id: int, seconds: int, reason: str, *, number: int | None = None
) -> Answer:
    """Give whoever is on turn more time, at a table of the round or at all of them.

    :param number: of the table; None for all
    """
    reason = said_why(reason)
    with changing(event_id, caller, organizer=True) as event:
        _check_clocks(event)
        found = [
            each
            for each in selectors.tables_of(event.row)
            if number in (None, each.event_table.number) and each.deadline is not None
        ]
        if not found or seconds < 1:
            raise DeniedError(EventCode.NO_CLOCK_RUNS)
        for table in found:
            arranged.extend(table.pk, seconds)
        event.note(_Deed.EXTENDED, text=reason, seconds=seconds, table=number or 0)
    return None


def _check_clocks(event: EventChanging) -> None:
    if event.row.is_on_paper:
        raise DeniedError(EventCode.NO_CLOCKS_HERE)


@answering
def resume_all(caller: Caller, event_id: int) -> Answer:
    """Let the times of all tables go on."""
    with changing(event_id, caller, organizer=True) as event:
        _check_clocks(event)
        for table in selectors.tables_of(event.row):
            arranged.resume(table.pk)
        event.note(_Deed.RESUMED)
    return None
