"""Check-in: by entrants themselves, or by organizers."""

from typing import NamedTuple

from accounts.caller import Caller
from games.agreements.models import Agreement
from games.common.denials import Denial, DeniedError, answering
from games.tables.max_loss import Cost
from tournaments.events.core.denials import EventCode
from tournaments.events.core.locking import Answer, LockedEvent, check_accepted, locked_event
from tournaments.events.core.models import Event, EventRecord
from tournaments.events.entries.models import Entry
from tournaments.events.entries.places import fill_places
from tournaments.events.entries.signing_up import reseat_coming
from tournaments.events.terms.selectors import terms_now
from tournaments.events.terms.services import agree_to_terms

_Status = Entry.Status
_Given = Agreement.Given
_Deed = EventRecord.Deed


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
