"""Who takes part: entries, the waiting list, the check-in, leaving and coming late."""

from collections.abc import Mapping
from typing import NamedTuple

from accounts.caller import Caller
from accounts.models import User
from games import bots as players
from games.common.denials import Denial, DeniedError, answering
from games.tables.models import Seat
from games.tables.services import arranged
from games.tables.services.starting import BOT_NAMES
from games.tables.worst import Cost
from tournaments.clubs.models import Membership
from tournaments.events.denials import EventCode
from tournaments.events.models import Entry, Event, EventNotice, EventRecord, EventSeat
from tournaments.events.selectors import may_come_back
from tournaments.events.services.core import (
    Answer,
    EventChanging,
    changing,
    own_name,
    role_of,
    said_why,
)
from tournaments.events.services.costs import check_event_limit
from tournaments.events.services.entrant_names import EntrantNames
from tournaments.events.services.notices import tell
from tournaments.events.services.planned import is_night, latest_entry
from tournaments.events.services.rounds import reseat

_Deed = EventRecord.Deed
_Status = Entry.Status
#: Those who have a place in the event.
IN = (_Status.ENTERED, _Status.HERE)


@answering
def enter(caller: Caller, event_id: int, *, agreed: Cost | None = None) -> Answer:
    """Enter the event, or its waiting list where it is full.

    Who withdrew may come back. While the event runs, one enters from the next round on.

    :param agreed: the worst case that the person has said yes to
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
        names = EntrantNames(event.row)
        if mine is None:
            mine = Entry(event=event.row, user=person, name=names.of_member(person))
            mine.number = event.next_number()
        elif event.row.status == Event.Status.RUNNING and mine.left is not None:
            # The rounds that were missed stay missed.
            raise DeniedError(EventCode.WITHDRAWN_ALREADY)
        check_event_limit(person, event.row, agreed)
        names.store()
        _place(event, mine)
        event.note(_Deed.ENTERED, mine)
    return None


@answering
def enter_bot(caller: Caller, event_id: int) -> Answer:
    """Let a bot take part, as those do who run the event."""
    with changing(event_id, caller, organizer=True) as event:
        if event.row.is_on_paper:
            raise DeniedError(EventCode.NO_BOTS_HERE)
        _check_open(event)
        if is_night(event.row):
            raise DeniedError(EventCode.NO_BOTS_ENTER)
        taken = {name.casefold() for name in event.row.entries.values_list("name", flat=True)}
        number = event.next_number()
        free = (name for name in BOT_NAMES if name.casefold() not in taken)
        name = next(free, f"Bot {number}")
        made = Entry(event=event.row, bot=players.DEFAULT, name=name, number=number)
        _place(event, made)
        event.note(_Deed.BOT, made)
    return None


@answering
def enter_by_name(caller: Caller, event_id: int, name: str) -> Answer:
    """Let somebody without an account take part with real cards, as the desk enters them.

    Others at the table write their deals down. During the check-in and later they are there.
    """
    with changing(event_id, caller, organizer=True) as event:
        name = own_name(name)
        if not event.row.is_on_paper:
            raise DeniedError(EventCode.ACCOUNTS_ONLY)
        _check_open(event)
        EntrantNames(event.row).check_named(name)
        made = Entry(event=event.row, name=name, number=event.next_number())
        _place(event, made)
        event.note(_Deed.NAMED, made)
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
    elif row.status == Event.Status.RUNNING or (
        row.status == Event.Status.CHECK_IN and entry.user_id is None
    ):
        entry.status = _Status.HERE
    else:
        entry.status = _Status.ENTERED
    if row.status == Event.Status.RUNNING and not is_night(row):
        entry.joined = _next_round(event)
    entry.save()
    if row.status == Event.Status.RUNNING and not is_night(row):
        reseat(event)


def _next_round(event: EventChanging) -> int:
    """Return the number of the round that is not published yet."""
    return event.row.rounds.exclude(status="proposed").count() + 1


@answering
def check_in(caller: Caller, event_id: int, *, agreed: Cost | None = None) -> Answer:
    """Say that one is there; twice is once.

    Whoever entered was asked what it could cost, or was entered by others, or more have come since:
    they are asked once more, as terms and people are now. Whom the desk checks in stands before it.

    :param agreed: the worst case that the person has said yes to
    """
    with changing(event_id, caller) as event:
        event.check_status(Event.Status.CHECK_IN)
        mine = event.row.entries.filter(user=event.person, status__in=IN).first()
        if mine is None:
            raise DeniedError(EventCode.NOT_ENTERED)
        if mine.status == _Status.HERE:
            return None
        assert event.person is not None
        check_event_limit(event.person, event.row, agreed)
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

    A bot plays on at a table that is being played; with real cards, whom the desk names.
    """
    with changing(event_id, caller) as event:
        mine = event.row.entries.filter(user=event.person).first()
        if mine is None:
            raise DeniedError(EventCode.NOT_ENTERED)
        _take_out(event, mine, EventRecord.Deed.WITHDREW, "")
    return None


@answering
def come_back(caller: Caller, event_id: int) -> Answer:
    """Take part again after leaving a running event, until the next round is published.

    The user's own leaving is undone, with the seat that a bot has kept; what the desk decided is
    not. Nothing new is agreed to.
    """
    with changing(event_id, caller) as event:
        event.check_status(Event.Status.RUNNING)
        assert event.person is not None
        if role_of(event.person, event.row.club_id) is None:
            raise DeniedError(EventCode.NOT_IN_CLUB)
        mine = event.row.entries.filter(user=event.person).first()
        if mine is None:
            raise DeniedError(EventCode.NOT_ENTERED)
        if mine.status != _Status.WITHDRAWN:
            raise DeniedError(EventCode.ENTERED_ALREADY)
        if mine.number not in may_come_back(event.row):
            raise DeniedError(EventCode.TOO_LATE_TO_RETURN)
        mine.status, mine.left = _Status.HERE, None
        mine.save(update_fields=["status", "left"])
        event.note(_Deed.RETURNED, mine)
        _take_table_back(mine, event.person)
        reseat(event)
    return None


def _take_table_back(entry: Entry, person: User) -> None:
    """Give the entrant the seat again that a bot has at a table of the app that is played."""
    seats = EventSeat.objects.filter(entry=entry, event_table__finished_at=None)
    seat = seats.select_related("event_table").first()
    if seat is None or seat.event_table.table_id is None:
        return
    held = Seat.objects.filter(session__table=seat.event_table.table_id, number=seat.place)
    newest = held.order_by("-session").first()
    if newest is not None and newest.user_id == person.pk and newest.left_at is not None:
        # A session that has ended meanwhile needs nobody.
        arranged.replace(seat.event_table.table_id, seat.place, person)


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
    """Let a bot play on at the table of the app that is played, for the entrant's result."""
    seats = EventSeat.objects.filter(entry=entry, event_table__finished_at=None)
    seat = seats.select_related("event_table").first()
    if seat is not None and seat.event_table.table_id is not None:
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


class Enrolled(NamedTuple):
    """How many of a list were entered, and how many of them wait for a place."""

    entered: int
    waiting: int


def enter_members(
    caller: Caller, event_id: int, wanted: Mapping[int, int | None]
) -> Enrolled | Denial:
    """Enter members as they are listed, all or none of them, as those do who run the event.

    Who withdrew before it began is in it again. The costs do not depend on how many there are.

    :param wanted: the seeds, None for who has none, by the numbers of the accounts
    """
    try:
        return _enter_members(caller, event_id, wanted)
    except DeniedError as error:
        return error.denial


def _enter_members(caller: Caller, event_id: int, wanted: Mapping[int, int | None]) -> Enrolled:
    with changing(event_id, caller, organizer=True) as event:
        _check_open(event)
        row = event.row
        members = Membership.objects.filter(club=row.club_id, user__in=list(wanted))
        people = {each.user_id: each.user for each in members.select_related("user")}
        before = {each.user_id: each for each in row.entries.filter(user__in=list(wanted))}
        back = [each for each in before.values() if each.status == _Status.WITHDRAWN]
        is_running = row.status == Event.Status.RUNNING
        gone = is_running and any(each.left is not None for each in back)
        if len(people) < len(wanted) or len(back) < len(before) or gone:
            raise DeniedError(EventCode.LIST_CHANGED)
        number = event.next_number()
        joined = _next_round(event) if is_running else 1
        free = len(wanted)
        if row.entry_limit is not None:
            free = max(0, row.entry_limit - row.entries.filter(status__in=IN).count())
        listed, names = [], EntrantNames(row)
        for at, (user_id, seed) in enumerate(wanted.items()):
            person = people[user_id]
            entry = before.get(user_id)
            if entry is None:
                name = names.of_member(person)
                entry = Entry(event=row, user=person, name=name, number=number)
                names.add(entry)
                number += 1
            entry.seed_rank, entry.joined = seed, joined
            has_place = _Status.HERE if is_running else _Status.ENTERED
            entry.status = has_place if at < free else _Status.WAITING
            listed.append(entry)
        names.store()
        Entry.objects.bulk_create([each for each in listed if each.pk is None])
        Entry.objects.bulk_update(back, ["status", "seed_rank", "joined"])
        EventRecord.objects.bulk_create(
            EventRecord(
                event=row,
                actor=event.person,
                deed=_Deed.ENTERED,
                entry=each,
                params={"listed": True},
            )
            for each in listed
        )
        if is_running and wanted:
            reseat(event)
    return Enrolled(len(listed), sum(each.status == _Status.WAITING for each in listed))
