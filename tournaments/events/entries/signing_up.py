"""Sign-up: of members, bots and players without an account, alone or from a list."""

from collections.abc import Mapping
from typing import Any, NamedTuple

from celery import current_app
from django.db import transaction

from accounts.caller import Caller
from accounts.names import skeleton
from games.agreements.models import Agreement
from games.bots.strengths import STAND_IN
from games.common.denials import Denial, DeniedError, answering
from games.tables.max_loss import Cost
from games.tables.services.starting import BOT_NAMES
from tournaments.clubs.models import Membership
from tournaments.clubs.selectors import role_of
from tournaments.events.core.denials import EventCode
from tournaments.events.core.format_input import is_night, sign_up_now
from tournaments.events.core.locking import Answer, LockedEvent, locked_event, require_name
from tournaments.events.core.models import Event, EventRecord
from tournaments.events.core.selectors import declined_entries
from tournaments.events.entries.models import Entry
from tournaments.events.entries.names import EntrantNames
from tournaments.events.entries.places import place_or_queue
from tournaments.events.notices.kinds import EventKind
from tournaments.events.notices.services import notify
from tournaments.events.rounds.proposal import reseat
from tournaments.events.terms.house import check_house
from tournaments.events.terms.selectors import is_for_money
from tournaments.events.terms.services import agree_to_terms, asking_again, invitation_params

#: Task that starts an event whose invited members have all accepted.
START = "tournaments.events.tasks.start_if_all_accepted"

_Status = Entry.Status
_Given = Agreement.Given
_Deed = EventRecord.Deed


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
        # A former guest can have joined the club since.
        mine.by_link = False
        agree_to_terms(event, mine, _Given.INVITED if is_invited else _Given.SIGN_UP, terms, agreed)
        names.store()
        sign_up(event, mine)
        event.note(_Deed.ACCEPTED if is_invited else _Deed.ENTERED, mine)
        if is_invited and event.row.starts_when_accepted:
            start_after_commit(event.row.pk)
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
        number = event.next_number()
        taken = _names_taken(event.row)
        free = (name for name in BOT_NAMES if skeleton(name) not in taken)
        name = next(free, f"Bot {number}")
        made = Entry(event=event.row, bot=STAND_IN.value, name=name, number=number)
        sign_up(event, made)
        check_house(event.row, event.actor)
        event.note(_Deed.BOT, made)
    return None


def _names_taken(event: Event) -> set[str]:
    """Return the skeletons of names that a bot can't have: those of entrants and of members.

    This includes the first words of display names: Mei Wong is called Mei. Two queries.
    """
    names = [*event.entries.values_list("name", flat=True)]
    members = Membership.objects.filter(club=event.club_id)
    for display_name, username in members.values_list("user__display_name", "user__username"):
        names.append(display_name or username)
    return {skeleton(word) for name in names for word in {name, *name.split()[:1]}}


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


def start_after_commit(event_id: int) -> None:
    """Queue, after the commit, the start of an event that was waiting for acceptances."""
    # robust: the acceptance is committed; without the task the organizer starts the event.
    transaction.on_commit(lambda: current_app.send_task(START, (event_id,)), robust=True)


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


class EnrolmentCounts(NamedTuple):
    """Numbers of members signed up from a list, of those who wait, and of those invited."""

    #: Including those on the waiting list.
    entered: int
    waiting: int
    invited: int = 0


def enter_members(
    caller: Caller,
    event_id: int,
    seeds: Mapping[int, int | None],
    *,
    is_from_list: bool = False,
) -> EnrolmentCounts | Denial:
    """Add these members with their seeds, all or none; for organizers.

    To an event with a stake they are invited: they have neither a place nor a seat until they
    accept.

    A member who withdrew before the start is added again. The number of queries does not depend on
    the length of the list.

    :param seeds: seeds by user ID, None for unseeded members
    :param is_from_list: whether the log says that they come from a list of names
    """
    try:
        return _enter_members(caller, event_id, seeds, "listed" if is_from_list else "picked")
    except DeniedError as error:
        return error.denial


def _enter_members(
    caller: Caller, event_id: int, seeds: Mapping[int, int | None], how: str
) -> EnrolmentCounts:
    """Add or invite all these members, with their seeds by user ID, or none.

    :param how: "listed" or "picked", for the log
    """
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
            entry.seed_rank, entry.by_link = seed, False
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
            Entry.objects.bulk_update(
                back,
                [
                    "status",
                    "seed_rank",
                    "joined",
                    "waiting_number",
                    "waits_here",
                    "in_person",
                    "by_link",
                ],
            )
        EventRecord.objects.bulk_create(
            EventRecord(
                event=row,
                actor=event.person,
                deed=_Deed.INVITED if is_invitation else _Deed.ENTERED,
                entry=each,
                params={} if is_invitation else {how: True},
            )
            for each in listed
        )
        if is_invitation:
            people_told = [each.user_id for each in listed]
            notify(event, EventKind.INVITED, people_told, **invitation_params(row))
            return EnrolmentCounts(0, 0, len(listed))
        if seeds:
            reseat_coming(event, "listed")
    return EnrolmentCounts(len(listed), sum(each.status == _Status.WAITING for each in listed))
