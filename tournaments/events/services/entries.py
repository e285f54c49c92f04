"""Who takes part: entries, the waiting list, the check-in, leaving and coming late."""

from django.db.models import Max

from accounts.caller import Caller
from games import bots as players
from games.common.denials import DeniedError, answering
from games.tables.services import arranged
from games.tables.services.starting import BOT_NAMES
from tournaments.events.denials import EventCode
from tournaments.events.models import Entry, Event, EventNotice, EventRecord, EventSeat
from tournaments.events.services.core import Answer, EventChanging, changing, role_of, said_why
from tournaments.events.services.notices import tell
from tournaments.events.services.planned import latest_entry
from tournaments.events.services.rounds import reseat

_Deed = EventRecord.Deed
_Status = Entry.Status
#: Those who have a place in the event.
IN = (_Status.ENTERED, _Status.HERE)


@answering
def enter(caller: Caller, event_id: int) -> Answer:
    """Enter the event, or its waiting list where it is full.

    Who withdrew may come back. While the event runs, one enters from the next round on.
    """
    with changing(event_id, caller) as event:
        assert event.person is not None
        person = event.person
        if role_of(person, event.row.club_id) is None:
            raise DeniedError(EventCode.NOT_IN_CLUB)
        _check_open(event)
        mine = event.row.entries.filter(user=person).first()
        if mine is not None and mine.status != _Status.WITHDRAWN:
            raise DeniedError(EventCode.ENTERED_ALREADY)
        if mine is None:
            mine = Entry(event=event.row, user=person, name=person.shown_name)
            mine.number = _next_number(event)
        elif event.row.status == Event.Status.RUNNING and mine.left is not None:
            # The rounds that were missed stay missed.
            raise DeniedError(EventCode.WITHDRAWN_ALREADY)
        _place(event, mine)
        event.note(_Deed.ENTERED, mine)
    return None


@answering
def enter_bot(caller: Caller, event_id: int) -> Answer:
    """Let a bot take part, as those do who run the event."""
    with changing(event_id, caller, organizer=True) as event:
        _check_open(event)
        taken = {name.casefold() for name in event.row.entries.values_list("name", flat=True)}
        number = _next_number(event)
        free = (name for name in BOT_NAMES if name.casefold() not in taken)
        name = next(free, f"Bot {number}")
        made = Entry(event=event.row, bot=players.DEFAULT, name=name, number=number)
        _place(event, made)
        event.note(_Deed.BOT, made)
    return None


def _check_open(event: EventChanging) -> None:
    open_for_all = (Event.Status.OPEN, Event.Status.CHECK_IN, Event.Status.RUNNING)
    event.check_status(*open_for_all, code=EventCode.NOT_OPEN)
    if event.row.status == Event.Status.RUNNING and _next_round(event) > latest_entry(event.row):
        raise DeniedError(EventCode.ENTRIES_CLOSED)


def _place(event: EventChanging, entry: Entry) -> None:
    """Give the entry a place, or let it wait for one."""
    row = event.row
    limit, taken = row.entry_limit, row.entries.filter(status__in=IN).count()
    if limit is not None and taken >= limit:
        entry.status = _Status.WAITING
    elif row.status == Event.Status.RUNNING or (row.status == Event.Status.CHECK_IN and entry.bot):
        entry.status = _Status.HERE
    else:
        entry.status = _Status.ENTERED
    if row.status == Event.Status.RUNNING:
        entry.joined = _next_round(event)
    entry.save()
    if row.status == Event.Status.RUNNING:
        reseat(event)


def _next_number(event: EventChanging) -> int:
    return int(event.row.entries.aggregate(last=Max("number"))["last"] or 0) + 1


def _next_round(event: EventChanging) -> int:
    """Return the number of the round that is not published yet."""
    return event.row.rounds.exclude(status="proposed").count() + 1


@answering
def check_in(caller: Caller, event_id: int) -> Answer:
    """Say that one is there; twice is once."""
    with changing(event_id, caller) as event:
        event.check_status(Event.Status.CHECK_IN)
        mine = event.row.entries.filter(user=event.person, status__in=IN).first()
        if mine is None:
            raise DeniedError(EventCode.NOT_ENTERED)
        mine.status = _Status.HERE
        mine.save(update_fields=["status"])
    return None


@answering
def check_in_other(caller: Caller, event_id: int, number: int, *, is_here: bool) -> Answer:
    """Say for an entrant that they are there, or that they are not; twice is once."""
    with changing(event_id, caller, organizer=True) as event:
        event.check_status(Event.Status.CHECK_IN)
        entry = event.entry(number)
        if entry.status not in IN or entry.bot:
            raise DeniedError(EventCode.NOT_ENTERED)
        status = _Status.HERE if is_here else _Status.ENTERED
        if entry.status != status:
            entry.status = status
            entry.save(update_fields=["status"])
            event.note(_Deed.IS_HERE if is_here else _Deed.NOT_HERE, entry)
    return None


@answering
def check_in_all(caller: Caller, event_id: int) -> Answer:
    """Say that all are there who have entered."""
    with changing(event_id, caller, organizer=True) as event:
        event.check_status(Event.Status.CHECK_IN)
        EventRecord.objects.bulk_create(
            EventRecord(event=event.row, actor=event.person, deed=_Deed.IS_HERE, entry=entry)
            for entry in event.row.entries.filter(status=_Status.ENTERED).order_by("number")
        )
        event.row.entries.filter(status=_Status.ENTERED).update(status=_Status.HERE)
    return None


@answering
def withdraw(caller: Caller, event_id: int) -> Answer:
    """Leave the event: before it begins, or after the round that is played.

    A bot plays on at a table that is being played.
    """
    with changing(event_id, caller) as event:
        mine = event.row.entries.filter(user=event.person).first()
        if mine is None:
            raise DeniedError(EventCode.NOT_ENTERED)
        _take_out(event, mine, EventRecord.Deed.WITHDREW, "")
    return None


@answering
def take_out(caller: Caller, event_id: int, number: int, reason: str) -> Answer:
    """Take somebody out of the event, as those may who run it, and say why."""
    reason = said_why(reason)
    with changing(event_id, caller, organizer=True) as event:
        _take_out(event, event.entry(number), EventRecord.Deed.REMOVED, reason)
    return None


def _take_out(event: EventChanging, entry: Entry, deed: EventRecord.Deed, reason: str) -> None:
    before = (Event.Status.DRAFT, Event.Status.OPEN, Event.Status.CHECK_IN)
    event.check_status(*before, Event.Status.RUNNING)
    if entry.status == _Status.WITHDRAWN:
        raise DeniedError(EventCode.WITHDRAWN_ALREADY)
    had_place = entry.status in IN
    entry.status = _Status.WITHDRAWN
    last = _next_round(event) - 1
    if had_place and event.row.status == Event.Status.RUNNING and last >= entry.joined:
        entry.left = last
    entry.save(update_fields=["status", "left"])
    event.note(deed, entry, reason)
    if event.row.status == Event.Status.RUNNING:
        _leave_table(entry)
        reseat(event)
    elif had_place:
        _move_up(event)


def _leave_table(entry: Entry) -> None:
    """Let a bot play on at the table that is played, for the entrant's result."""
    seat = EventSeat.objects.filter(entry=entry, event_table__finished_at=None).first()
    if seat is not None:
        # A session that has ended meanwhile needs nobody.
        arranged.replace(seat.event_table.table_id, seat.place, None)


def _move_up(event: EventChanging) -> bool:
    """Give a place that became free to who has waited longest; tell whether somebody got it."""
    first = event.row.entries.filter(status=_Status.WAITING).order_by("number").first()
    if first is not None:
        _place(event, first)
        if first.status != _Status.WAITING:
            event.note(_Deed.MOVED_UP, first)
            tell(event, EventNotice.Kind.MOVED_UP, [first.user_id])
            return True
    return False


def fill_places(event: EventChanging) -> None:
    """Give all places that are free to those who wait, the longest first."""
    while _move_up(event):
        pass
