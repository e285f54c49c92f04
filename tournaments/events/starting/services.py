"""Starting an event with one press, inviting its players, and undoing the start.

Each calls the services of the single steps (sign-up, check-in, start, publication) in one
transaction: if one of them denies, nothing is stored.
"""

from collections.abc import Collection, Iterable, Sequence
from typing import Any, TypeVar

from django.db import IntegrityError, transaction
from django.db.models import Exists, OuterRef, QuerySet

from accounts.caller import Caller
from games.common.denials import Denial, DeniedError, answering
from games.common.prepared import prepared
from tournaments.clubs.models import Club
from tournaments.events.core.announcements import START_UNDONE
from tournaments.events.core.denials import EventCode
from tournaments.events.core.format_input import is_night
from tournaments.events.core.locking import (
    Answer,
    LockedEvent,
    locked_event,
    require_name,
    require_user,
)
from tournaments.events.core.models import Event, EventRecord
from tournaments.events.entries.models import Entry
from tournaments.events.entries.names import EntrantNames
from tournaments.events.entries.places import place_or_queue
from tournaments.events.entries.signing_up import enter_members
from tournaments.events.notices.kinds import EventKind
from tournaments.events.notices.services import notify
from tournaments.events.rounds.models import EventRound
from tournaments.events.rounds.proposal import start_event
from tournaments.events.rounds.publication import close_tables, is_untouched, publish_round
from tournaments.events.setup.services import create_event, open_sign_up
from tournaments.events.terms.selectors import terms_now

T = TypeVar("T")

_Deed = EventRecord.Deed
_Status = Entry.Status
#: Activities that decide whether a withdrawn entrant left, rather than missed the start.
_LEAVING = (_Deed.WITHDREW, _Deed.REMOVED, _Deed.DECLINED)
_JOINING = (_Deed.ENTERED, _Deed.ACCEPTED, _Deed.INVITED, _Deed.NAMED, _Deed.IN_PERSON)


def _or_raise(answer: T | Denial) -> T:
    """Return a service's answer; raise its denial, which undoes the whole transaction.

    :raises DeniedError: the answer is a denial
    """
    if isinstance(answer, Denial):
        raise DeniedError(answer.code, **answer.params)
    return answer


def _created_by_form(caller: Caller, club: Club, form_key: str) -> Event | None:
    """Return the event that an earlier submission of the form has created, if any. One query."""
    return Event.objects.filter(club=club, form_key=_stored_key(caller, form_key)).first()


def _stored_key(caller: Caller, form_key: str) -> str | None:
    """Return the form's key as the event stores it, unique among all users; None without one."""
    return f"{require_user(caller).pk}:{form_key}" if form_key else None


@answering
def start_now(
    caller: Caller,
    club: Club,
    members: Sequence[int],
    names: Sequence[str] = (),
    *,
    form_key: str = "",
    **terms: Any,
) -> Event:
    """Create an event for points, enter and check in its players, start it and publish round 1.

    The same form submitted again returns the event that it created.

    :param members: account numbers of the players
    :param names: names of players without an account, for real cards
    :param form_key: idempotency key of the form
    :param terms: as ``create_event`` takes them
    :raises DeniedError: a step is denied; nothing is stored
    """
    if terms.get("currency"):
        raise DeniedError(EventCode.NOT_FOR_MONEY_NOW)

    def enter_and_start(event: Event) -> None:
        """Enter and check in the players of the new event, and start it."""
        with locked_event(event.pk, caller, organizer=True) as locked:
            # No player is asked to check in.
            locked.row.status = Event.Status.CHECK_IN
        if members:
            _or_raise(enter_members(caller, event.pk, dict.fromkeys(members)))
        with locked_event(event.pk, caller, organizer=True) as locked:
            _add_names(locked, names)
            _check_in(locked)
        _start(caller, event.pk)

    return _create_once(caller, club, form_key, terms, enter_and_start)


@answering
def send_invitations(
    caller: Caller, club: Club, members: Sequence[int], *, form_key: str = "", **terms: Any
) -> Event:
    """Create an event with a stake, open its sign-up and invite its players, who then accept.

    The same form submitted again returns the event that it created.

    :param members: account numbers of the players
    :param form_key: idempotency key of the form
    :param terms: as ``create_event`` takes them, and ``starts_when_accepted``
    :raises DeniedError: a step is denied; nothing is stored
    """

    def open_and_invite(event: Event) -> None:
        """Open sign-up of the new event and invite its players."""
        _or_raise(open_sign_up(caller, event.pk))
        _or_raise(enter_members(caller, event.pk, dict.fromkeys(members)))

    return _create_once(caller, club, form_key, terms, open_and_invite)


def _create_once(
    caller: Caller, club: Club, form_key: str, terms: dict[str, Any], then: Any
) -> Event:
    """Create an event and call `then` with it, in one transaction; only once for a form's key."""
    try:
        with transaction.atomic():
            earlier = _created_by_form(caller, club, form_key) if form_key else None
            if earlier is not None:
                return earlier
            key = _stored_key(caller, form_key)
            event = _or_raise(create_event(caller, club, form_key=key, **terms))
            then(event)
    except IntegrityError:
        # The form was submitted twice at the same time.
        earlier = _created_by_form(caller, club, form_key) if form_key else None
        if earlier is None:
            raise
        return earlier
    event.refresh_from_db()
    return event


def _add_names(event: LockedEvent, names: Collection[str]) -> None:
    """Add players without an account to an event for points. Constant number of queries.

    :raises DeniedError: the event is played in the app, or two names look alike
    """
    if not names:
        return
    if not event.row.is_on_paper:
        raise DeniedError(EventCode.ACCOUNTS_ONLY)
    known, number = EntrantNames(event.row), event.next_number()
    made = []
    for place, each in enumerate(names):
        name = require_name(each)
        known.check_named(name)
        entry = Entry(event=event.row, name=name, number=number + place)
        known.add(entry)
        made.append(entry)
    place_or_queue(event, made)
    Entry.objects.bulk_create(made)
    EventRecord.objects.bulk_create(
        EventRecord(event=event.row, actor=event.person, deed=_Deed.NAMED, entry=each)
        for each in made
    )


def _check_in(event: LockedEvent) -> int:
    """Check in all entrants with a place who may be seated by the terms; return their number."""
    now = terms_now(event.row)
    entered = event.row.entries.filter(status=_Status.ENTERED)
    here = [each.pk for each in entered if now.may_sit(each)]
    Entry.objects.filter(pk__in=here).update(status=_Status.HERE)
    return len(here)


def _start(caller: Caller, event_id: int) -> None:
    """Start an event in check-in and publish its first round."""
    _or_raise(start_event(caller, event_id))
    _or_raise(publish_round(caller, event_id))


@answering
def start_with_entrants(caller: Caller, event_id: int) -> Answer:
    """Start an event with everyone who is signed up, without check-in, and publish round 1.

    In an event with a stake these are the players who have accepted; others stay invited.
    """
    with transaction.atomic():
        with locked_event(event_id, caller, organizer=True) as event:
            if is_night(event.row):
                raise DeniedError(EventCode.NOT_NOW)
            event.check_status(Event.Status.OPEN, Event.Status.CHECK_IN)
            event.row.status = Event.Status.CHECK_IN
            _check_in(event)
        _start(caller, event_id)
    return None


@answering
def set_start_when_accepted(caller: Caller, event_id: int, *, is_on: bool) -> Answer:
    """Set whether the event starts as soon as all invited members have accepted."""
    with locked_event(event_id, caller, organizer=True) as event:
        event.check_status(Event.Status.OPEN, Event.Status.CHECK_IN)
        if event.row.starts_when_accepted == is_on:
            event.is_unchanged = True
            return None
        event.row.starts_when_accepted = is_on
        event.note(_Deed.WAITS if is_on else _Deed.WAITS_NOT)
    return None


@answering
def start_if_all_accepted(event_id: int) -> Answer:
    """Start the event as its organizer if that was chosen and all invited members have accepted.

    A member who declined keeps it from starting: the organizer then decides. A denial changes
    nothing, and the organizer can still start the event.
    """
    row = Event.objects.filter(pk=event_id).select_related("created_by").first()
    if row is None or not row.starts_when_accepted or row.status != Event.Status.OPEN:
        return None
    entries = list(row.entries.filter(user__isnull=False))
    terms = terms_now(row)
    if not all(each.status == _Status.ENTERED and terms.may_sit(each) for each in entries):
        return None
    return start_with_entrants(Caller(row.created_by), event_id)


@prepared
def events_to_start() -> QuerySet[Event, int]:
    """Return the query for primary keys of events that wait only for their automatic start."""
    entries = Entry.objects.filter(event=OuterRef("pk"), user__isnull=False)
    ready = Event.objects.filter(
        Exists(entries),
        ~Exists(entries.exclude(status=_Status.ENTERED)),
        status=Event.Status.OPEN,
        starts_when_accepted=True,
        club__closed_at=None,
    )
    return ready.values_list("pk", flat=True)


@answering
def undo_start(caller: Caller, event_id: int) -> Answer:
    """Undo the start before the first card of round 1: the event goes back to check-in.

    Its tables are closed, all entrants keep their places and stay checked in, and those who missed
    the start are signed up again. Other players who had a seat are told.
    """
    with locked_event(event_id, caller, organizer=True) as event:
        event.check_status(Event.Status.RUNNING)
        if is_night(event.row):
            raise DeniedError(EventCode.NOT_NOW)
        first = event.row.rounds.order_by("-number").first()
        if first is None or first.number > 1 or first.status == EventRound.Status.FINISHED:
            raise DeniedError(EventCode.START_PLAYED)
        seated = set(first.seated.seated) if first.status == EventRound.Status.RUNNING else set()
        if first.status == EventRound.Status.RUNNING:
            close_tables(event, first, EventCode.START_PLAYED)
        first.delete()
        event.row.starts_when_accepted = False
        event.set_status(Event.Status.CHECK_IN, _Deed.UNSTARTED)
        _return_entrants(event)
        others = event.row.entries.filter(number__in=seated).exclude(user=event.actor)
        _tell_players(event, others.values_list("user", flat=True))
    return None


def _return_entrants(event: LockedEvent) -> None:
    """Let entrants start in round 1 again, and sign up those who missed the start."""
    entries = event.row.entries
    entries.filter(left=1).update(left=None)
    entries.filter(joined__gt=1).update(joined=1)
    gone = {each.pk: each for each in entries.filter(status=_Status.WITHDRAWN)}
    records = event.row.records.filter(entry__in=gone, deed__in=(*_LEAVING, *_JOINING))
    newest = dict(records.order_by("pk").values_list("entry", "deed"))
    missed = [each for pk, each in gone.items() if newest.get(pk) not in _LEAVING]
    if missed:
        place_or_queue(event, missed)
        Entry.objects.bulk_update(missed, ["status", "waiting_number", "waits_here", "joined"])


def _tell_players(event: LockedEvent, people: Iterable[int | None]) -> None:
    """Announce to players that the start was undone."""
    event.note(_Deed.ANNOUNCED, text=START_UNDONE)
    number = event.row.version + 1
    notify(event, EventKind.ANNOUNCED, people, number, by_mail=False, text=START_UNDONE)


def may_undo_start(event: Event) -> bool:
    """Return whether the event has just started and no card has been played. Four queries."""
    if event.status != Event.Status.RUNNING or is_night(event):
        return False
    rounds = list(event.rounds.order_by("number")[:2])
    if len(rounds) != 1 or rounds[0].status == EventRound.Status.FINISHED:
        return False
    return is_untouched(rounds[0])
