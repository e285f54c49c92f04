"""Leaving an event, rejoining it, and removal by an organizer."""

from accounts.caller import Caller
from accounts.models import User
from games.common.denials import DeniedError, answering
from games.tables.models import Seat
from games.tables.services import arranged
from tournaments.clubs.selectors import role_of
from tournaments.events.core.denials import EventCode
from tournaments.events.core.locking import Answer, LockedEvent, locked_event, require_reason
from tournaments.events.core.models import Event, EventRecord
from tournaments.events.core.selectors import rejoinable_entries
from tournaments.events.entries.models import Entry
from tournaments.events.entries.places import fill_places, next_round, return_or_queue
from tournaments.events.entries.signing_up import reseat_coming
from tournaments.events.rounds.models import EventSeat
from tournaments.events.terms.services import withdraw_agreement

_Status = Entry.Status
_Deed = EventRecord.Deed


@answering
def withdraw(caller: Caller, event_id: int) -> Answer:
    """Withdraw the caller from the event: before it starts, or as of the end of the current round.

    In the app a bot finishes the user's current table; with real cards the organizer names a
    substitute.
    """
    with locked_event(event_id, caller, in_closed_club=True) as event:
        mine = event.row.entries.filter(user=event.person).first()
        if mine is None:
            raise DeniedError(EventCode.NOT_ENTERED)
        _withdraw_entry(event, mine, EventRecord.Deed.WITHDREW, "")
    return None


@answering
def rejoin(caller: Caller, event_id: int) -> Answer:
    """Let the caller rejoin a running event that they left, until its next round is published.

    After a removal by an organizer this is denied.

    It includes a seat that a bot is holding. No new agreement is needed. If the place has been
    taken or others wait for it, the user joins the end of the waiting list.
    """
    with locked_event(event_id, caller) as event:
        event.check_status(Event.Status.RUNNING)
        mine = event.row.entries.filter(user=event.actor).first()
        is_guest = mine is not None and mine.by_link
        if not is_guest and role_of(event.row.club_id, event.actor) is None:
            raise DeniedError(EventCode.NOT_IN_CLUB)
        if mine is None:
            raise DeniedError(EventCode.NOT_ENTERED)
        if mine.status != _Status.WITHDRAWN:
            raise DeniedError(EventCode.ENTERED_ALREADY)
        if mine.number not in rejoinable_entries(event.row):
            raise DeniedError(EventCode.TOO_LATE_TO_RETURN)
        return_or_queue(event, mine)
        mine.save(update_fields=["status", "left", "waiting_number", "waits_here"])
        event.note(_Deed.RETURNED, mine)
        if mine.status == _Status.HERE:
            _reclaim_seat(mine, event.actor)
        reseat_coming(event, "returned", name=mine.name)
    return None


def _reclaim_seat(entry: Entry, person: User) -> None:
    """Give the entrant back the seat that a bot holds at their app table in play."""
    seats = EventSeat.objects.filter(entry=entry, event_table__finished_at=None)
    seat = seats.select_related("event_table").first()
    if seat is None or seat.event_table.table_id is None:
        return
    held = Seat.objects.filter(session__table=seat.event_table.table_id, number=seat.place)
    newest = held.order_by("-session").first()
    if newest is not None and newest.user_id == person.pk and newest.left_at is not None:
        # The session may have ended in the meantime.
        arranged.replace(seat.event_table.table_id, seat.place, person)


@answering
def remove_entrant(caller: Caller, event_id: int, number: int, reason: str) -> Answer:
    """Remove an entrant from the event, with a reason; for organizers.

    In an event with a stake a player who is present finishes the current table.
    """
    reason = require_reason(reason)
    with locked_event(event_id, caller, organizer=True) as event:
        _withdraw_entry(event, event.entry(number), EventRecord.Deed.REMOVED, reason)
    return None


def _withdraw_entry(event: LockedEvent, entry: Entry, deed: EventRecord.Deed, reason: str) -> None:
    """Withdraw an entry, log it as `deed`, and fill its place.

    Raise `DeniedError` if it is withdrawn already.
    """
    before = (Event.Status.DRAFT, Event.Status.OPEN, Event.Status.CHECK_IN)
    event.check_status(*before, Event.Status.RUNNING)
    if entry.status == _Status.WITHDRAWN:
        raise DeniedError(EventCode.WITHDRAWN_ALREADY)
    had_place = entry.status in Entry.PLACED_STATUSES
    entry.status, entry.waits_here = _Status.WITHDRAWN, False
    last = next_round(event) - 1
    if had_place and event.row.status == Event.Status.RUNNING and last >= entry.joined:
        entry.left = last
    # Who returns before the next round plays it.
    entry.skipped = [number for number in entry.skipped if number <= last]
    entry.save(update_fields=["status", "waits_here", "left", "skipped"])
    withdraw_agreement(event, entry)
    event.note(deed, entry, reason)
    if event.row.status == Event.Status.RUNNING:
        is_own = deed == EventRecord.Deed.WITHDREW
        _leave_table(entry, only_absent=bool(event.row.currency) and not is_own)
    if had_place:
        fill_places(event)
        why = "withdrew" if deed == EventRecord.Deed.WITHDREW else "removed"
        reseat_coming(event, why, name=entry.name)


def _leave_table(entry: Entry, *, only_absent: bool) -> None:
    """Let a bot finish the entrant's app table in play; the result stays the entrant's.

    A substitute with an own stake is not replaced.

    :param only_absent: whether a player who is present keeps playing
    """
    seats = EventSeat.objects.filter(entry=entry, result_of=None, event_table__finished_at=None)
    seat = seats.select_related("event_table").first()
    if seat is not None and seat.event_table.table_id is not None:
        # The session may have ended in the meantime.
        arranged.replace(seat.event_table.table_id, seat.place, None, only_absent=only_absent)
