"""Participation: sign-up, waiting list, check-in, leaving and late entry."""

from collections.abc import Mapping
from typing import Any, NamedTuple

from accounts.caller import Caller
from accounts.models import User
from games import bots as players
from games.agreements.models import Agreement
from games.common.denials import Denial, DeniedError, answering
from games.tables.max_loss import Cost
from games.tables.models import Seat
from games.tables.services import arranged
from games.tables.services.starting import BOT_NAMES
from tournaments.clubs.models import Membership
from tournaments.clubs.selectors import role_of
from tournaments.events.core.denials import EventCode
from tournaments.events.core.locking import (
    Answer,
    LockedEvent,
    check_accepted,
    locked_event,
    require_name,
    require_reason,
)
from tournaments.events.core.models import Event
from tournaments.events.core.record import EventRecord
from tournaments.events.core.selectors import declined_entries, rejoinable_entries
from tournaments.events.entries.models import Entry
from tournaments.events.entries.names import EntrantNames
from tournaments.events.entries.places import (
    fill_places,
    next_round,
    place_or_queue,
    return_or_queue,
)
from tournaments.events.notices.models import EventNotice
from tournaments.events.notices.services import notify
from tournaments.events.rounds.format_input import is_night, sign_up_now
from tournaments.events.rounds.models import EventSeat
from tournaments.events.rounds.proposal import reseat
from tournaments.events.terms.house import check_house
from tournaments.events.terms.selectors import is_for_money, terms_now
from tournaments.events.terms.services import (
    agree_to_terms,
    asking_again,
    invitation_params,
    withdraw_agreement,
)

_Deed = EventRecord.Deed
_Given = Agreement.Given
_Status = Entry.Status


@answering
def enter(
    caller: Caller, event_id: int, *, terms: str | None = None, agreed: Cost | None = None
) -> Answer:
    """Sign the caller up for the event or its waiting list, or accept their invitation to it.

    A withdrawn user can sign up again; for an invited one this accepts the invitation. In a running
    event the user joins in the next round. In an event with a stake the user agrees to its terms.

    :param terms: digest of the terms that the user was shown
    :param agreed: maximum loss that the user has confirmed
    """
    with locked_event(event_id, caller) as event:
        person = event.actor
        if role_of(event.row.club_id, person) is None:
            raise DeniedError(EventCode.NOT_IN_CLUB)
        check_sign_up_open(event)
        mine = event.row.entries.filter(user=person).first()
        if mine is not None and mine.status not in (_Status.WITHDRAWN, _Status.INVITED):
            raise DeniedError(EventCode.ENTERED_ALREADY)
        is_invited = mine is not None and mine.status == _Status.INVITED
        names = EntrantNames(event.row)
        if mine is None:
            mine = Entry(event=event.row, user=person, name=names.of_member(person))
            mine.number = event.next_number()
        elif event.row.status == Event.Status.RUNNING and mine.left is not None:
            # Missed rounds can't be made up.
            raise DeniedError(EventCode.WITHDRAWN_ALREADY)
        agree_to_terms(event, mine, _Given.INVITED if is_invited else _Given.SIGN_UP, terms, agreed)
        names.store()
        sign_up(event, mine)
        event.note(_Deed.ACCEPTED if is_invited else _Deed.ENTERED, mine)
    return None


@answering
def enter_bot(caller: Caller, event_id: int) -> Answer:
    """Add a bot to the event; for organizers.

    Denied with real cards and at club nights.
    """
    with locked_event(event_id, caller, organizer=True) as event:
        if event.row.is_on_paper:
            raise DeniedError(EventCode.NO_BOTS_HERE)
        check_sign_up_open(event)
        if is_night(event.row):
            raise DeniedError(EventCode.NO_BOTS_ENTER)
        taken = {name.casefold() for name in event.row.entries.values_list("name", flat=True)}
        number = event.next_number()
        free = (name for name in BOT_NAMES if name.casefold() not in taken)
        name = next(free, f"Bot {number}")
        made = Entry(event=event.row, bot=players.DEFAULT, name=name, number=number)
        sign_up(event, made)
        check_house(event.row, event.actor)
        event.note(_Deed.BOT, made)
    return None


@answering
def enter_by_name(
    caller: Caller,
    event_id: int,
    name: str,
    *,
    terms: str | None = None,
    agreed: Cost | None = None,
) -> Answer:
    """Add a player without an account to an event with real cards; for organizers.

    In an event with a stake the organizer answers for the player's losses.

    Other players at the table enter their deals. From check-in on they count as checked in.

    :param terms: digest of the terms that the organizer was shown
    :param agreed: maximum loss that the organizer has confirmed
    """
    with locked_event(event_id, caller, organizer=True) as event:
        name = require_name(name)
        if not event.row.is_on_paper:
            raise DeniedError(EventCode.ACCOUNTS_ONLY)
        check_sign_up_open(event)
        EntrantNames(event.row).check_named(name)
        made = Entry(event=event.row, name=name, number=event.next_number())
        agree_to_terms(event, made, _Given.ANSWERS, terms, agreed)
        sign_up(event, made)
        event.note(_Deed.NAMED, made)
    return None


def check_sign_up_open(event: LockedEvent) -> None:
    """Raise `DeniedError` unless sign-up is open now, in a running event for late entrants."""
    open_for_all = (Event.Status.OPEN, Event.Status.CHECK_IN, Event.Status.RUNNING)
    event.check_status(*open_for_all, code=EventCode.NOT_OPEN)
    if event.row.status == Event.Status.RUNNING:
        found = sign_up_now(event.row)
        if not found.is_open:
            raise DeniedError(EventCode.ENTRIES_CLOSED, closed_by=found.closed_by)


def sign_up(event: LockedEvent, entry: Entry) -> None:
    """Give the entry a place or put it on the waiting list, and store it.

    Entrants are asked again if this changes the terms, and a proposed round is seated again.
    """
    with asking_again(event):
        place_or_queue(event, [entry])
        entry.save()
    reseat_coming(event, "entered", name=entry.name)


def reseat_coming(event: LockedEvent, cause: str, **params: Any) -> None:
    """Update the proposed round of a running event, if it has rounds, after entrants change."""
    if event.row.status == Event.Status.RUNNING and not is_night(event.row):
        reseat(event, cause, **params)


@answering
def check_in(
    caller: Caller, event_id: int, *, terms: str | None = None, agreed: Cost | None = None
) -> Answer:
    """Check in the caller, who in an event with a stake thereby agrees to its current terms.

    Repeated calls do nothing.

    Users on the waiting list can check in, too: they get the places of players who do not come.

    :param terms: digest of the terms that the user was shown
    :param agreed: maximum loss that the user has confirmed
    """
    with locked_event(event_id, caller) as event:
        mine = event.row.entries.filter(user=event.person, status__in=Entry.SIGNED_UP_STATUSES)
        entry = mine.first()
        is_waiting = entry is not None and entry.status == _Status.WAITING
        event.check_status(Event.Status.CHECK_IN, *([Event.Status.RUNNING] if is_waiting else []))
        if entry is None:
            raise DeniedError(EventCode.NOT_ENTERED)
        if entry.status == _Status.HERE or entry.waits_here:
            event.is_unchanged = True
            return None
        agree_to_terms(event, entry, _Given.CHECK_IN, terms, agreed)
        _set_checked_in(event, entry, is_here=True)
        if event.row.status == Event.Status.RUNNING and fill_places(event):
            reseat_coming(event, "entered", name=entry.name)
    return None


def _set_checked_in(event: LockedEvent, entry: Entry, *, is_here: bool) -> None:
    """Store whether the entrant, with a place or on the waiting list, has checked in."""
    if entry.status == _Status.WAITING:
        entry.waits_here = is_here
    else:
        entry.status = _Status.HERE if is_here else _Status.ENTERED
    entry.save(update_fields=["status", "waits_here", "in_person"])


@answering
def check_in_entrant(caller: Caller, event_id: int, number: int, *, is_here: bool) -> Answer:
    """Check in an entrant by entry number, or undo it, as an organizer; repeated calls do nothing.

    In an event with a stake only entrants who have agreed to its terms can be checked in.
    """
    with locked_event(event_id, caller, organizer=True) as event:
        event.check_status(Event.Status.CHECK_IN)
        entry = event.entry(number)
        check_accepted(entry)
        if entry.status not in Entry.SIGNED_UP_STATUSES or entry.bot:
            raise DeniedError(EventCode.NOT_ENTERED)
        if is_here and not terms_now(event.row).may_sit(entry):
            raise DeniedError(EventCode.NOT_AGREED, name=entry.name)
        if is_here == (entry.status == _Status.HERE or entry.waits_here):
            event.is_unchanged = True
            return None
        _set_checked_in(event, entry, is_here=is_here)
        event.note(_Deed.IS_HERE if is_here else _Deed.NOT_HERE, entry)
    return None


class CheckInCounts(NamedTuple):
    """Number of entrants checked in together, and of those left out, by cause."""

    checked_in: int
    #: Members who were added by an organizer and have not accepted yet.
    invited: int = 0
    #: Entrants who have not agreed to the current terms.
    not_agreed: int = 0


def check_in_all(caller: Caller, event_id: int) -> CheckInCounts | Denial:
    """Check in all entrants with a place who may be seated by the terms; return the counts."""
    try:
        return _check_in_all(caller, event_id)
    except DeniedError as error:
        return error.denial


def _check_in_all(caller: Caller, event_id: int) -> CheckInCounts:
    """Check in all entrants with a place who may be seated; return the counts."""
    with locked_event(event_id, caller, organizer=True) as event:
        event.check_status(Event.Status.CHECK_IN)
        now = terms_now(event.row)
        entered = list(event.row.entries.filter(status=_Status.ENTERED).order_by("number"))
        here = [each for each in entered if now.may_sit(each)]
        EventRecord.objects.bulk_create(
            EventRecord(event=event.row, actor=event.person, deed=_Deed.IS_HERE, entry=entry)
            for entry in here
        )
        event.is_unchanged = not here
        Entry.objects.filter(pk__in=[each.pk for each in here]).update(status=_Status.HERE)
        invited = event.row.entries.filter(status=_Status.INVITED).count()
    return CheckInCounts(len(here), invited, len(entered) - len(here))


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
        if role_of(event.row.club_id, event.actor) is None:
            raise DeniedError(EventCode.NOT_IN_CLUB)
        mine = event.row.entries.filter(user=event.actor).first()
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
    entry.save(update_fields=["status", "waits_here", "left"])
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


class EnrolmentCounts(NamedTuple):
    """Numbers of members signed up from a list, of those who wait, and of those invited."""

    #: Including those on the waiting list.
    entered: int
    waiting: int
    invited: int = 0


def enter_members(
    caller: Caller, event_id: int, seeds: Mapping[int, int | None]
) -> EnrolmentCounts | Denial:
    """Add these members with their seeds, all or none; for organizers.

    To an event with a stake they are invited: they have neither a place nor a seat until they
    accept.

    A member who withdrew before the start is added again. The number of queries does not depend on
    the length of the list.

    :param seeds: seeds by user ID, None for unseeded members
    """
    try:
        return _enter_members(caller, event_id, seeds)
    except DeniedError as error:
        return error.denial


def _enter_members(
    caller: Caller, event_id: int, seeds: Mapping[int, int | None]
) -> EnrolmentCounts:
    """Add or invite all these members, with their seeds by user ID, or none."""
    with locked_event(event_id, caller, organizer=True) as event:
        check_sign_up_open(event)
        row = event.row
        members = Membership.objects.filter(club=row.club_id, user__in=list(seeds))
        people = {each.user_id: each.user for each in members.select_related("user")}
        before = {each.user_id: each for each in row.entries.filter(user__in=list(seeds))}
        back = [each for each in before.values() if each.status == _Status.WITHDRAWN]
        is_running = row.status == Event.Status.RUNNING
        gone = is_running and any(each.left is not None for each in back)
        declined = declined_entries(row, back)
        if len(people) < len(seeds) or len(back) < len(before) or gone or declined:
            raise DeniedError(EventCode.LIST_CHANGED)
        number = event.next_number()
        listed, names = [], EntrantNames(row)
        for user_id, seed in seeds.items():
            person = people[user_id]
            entry = before.get(user_id)
            if entry is None:
                name = names.of_member(person)
                entry = Entry(event=row, user=person, name=name, number=number)
                names.add(entry)
                number += 1
            entry.seed_rank = seed
            listed.append(entry)
        names.store()
        is_invitation = is_for_money(row)
        with asking_again(event):
            if is_invitation:
                for each in listed:
                    each.status, each.in_person = _Status.INVITED, None
            else:
                place_or_queue(event, listed)
            Entry.objects.bulk_create([each for each in listed if each.pk is None])
            changed = ["status", "seed_rank", "joined", "waiting_number", "waits_here", "in_person"]
            Entry.objects.bulk_update(back, changed)
        EventRecord.objects.bulk_create(
            EventRecord(
                event=row,
                actor=event.person,
                deed=_Deed.INVITED if is_invitation else _Deed.ENTERED,
                entry=each,
                params={} if is_invitation else {"listed": True},
            )
            for each in listed
        )
        if is_invitation:
            people_told = [each.user_id for each in listed]
            notify(event, EventNotice.Kind.INVITED, people_told, **invitation_params(row))
            return EnrolmentCounts(0, 0, len(listed))
        if seeds:
            reseat_coming(event, "listed")
    return EnrolmentCounts(len(listed), sum(each.status == _Status.WAITING for each in listed))
