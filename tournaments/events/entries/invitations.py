"""Answers to invitations and changed terms, and the organizers' actions in their place.

An organizer can record that an entrant agreed in person, and can answer for an entrant without an
account. An agreement in person is not binding: the entrant is seated, but losses stay pending
until they accept them.
"""

from django.utils import timezone

from accounts.caller import Caller
from accounts.notices.models import Notice
from games.agreements.models import Agreement
from games.common.denials import DeniedError, answering
from games.tables.max_loss import Cost
from tournaments.clubs.selectors import role_of
from tournaments.events.core.denials import EventCode
from tournaments.events.core.locking import Answer, LockedEvent, locked_event, require_reason
from tournaments.events.core.models import Event, EventRecord
from tournaments.events.entries.models import Entry
from tournaments.events.entries.places import fill_places
from tournaments.events.entries.signing_up import (
    check_sign_up_open,
    reseat_coming,
    sign_up,
    start_after_commit,
)
from tournaments.events.notices.kinds import EventKind
from tournaments.events.notices.services import notify
from tournaments.events.terms.selectors import is_for_money, terms_now
from tournaments.events.terms.services import agree_to_terms, invitation_params

_Deed = EventRecord.Deed
_Given = Agreement.Given
_Status = Entry.Status
_OPEN = (Event.Status.OPEN, Event.Status.CHECK_IN, Event.Status.RUNNING)


@answering
def accept(
    caller: Caller, event_id: int, *, terms: str | None = None, agreed: Cost | None = None
) -> Answer:
    """Accept the caller's invitation, or agree to the changed terms of an event they entered.

    An invited user gets a place or joins the waiting list.

    :param terms: digest of the terms that the user was shown
    :param agreed: maximum loss that the user has confirmed
    """
    with locked_event(event_id, caller) as event:
        event.check_status(*_OPEN)
        mine = event.row.entries.filter(user=event.person).first()
        if mine is None or mine.status == _Status.WITHDRAWN:
            raise DeniedError(EventCode.NOT_INVITED)
        if mine.status == _Status.INVITED:
            if role_of(event.row.club_id, event.actor) is None:
                raise DeniedError(EventCode.NOT_IN_CLUB)
            check_sign_up_open(event)
            agree_to_terms(event, mine, _Given.INVITED, terms, agreed)
            sign_up(event, mine)
        elif not is_for_money(event.row) or terms_now(event.row).has_agreed(mine):
            raise DeniedError(EventCode.NOTHING_TO_AGREE)
        else:
            agree_to_terms(event, mine, _Given.CHANGE, terms, agreed)
            mine.save(update_fields=["in_person"])
            _allow_seat(event, mine)
        event.note(_Deed.ACCEPTED, mine)
        if event.row.starts_when_accepted:
            start_after_commit(event.row.pk)
    return None


def _allow_seat(event: LockedEvent, entry: Entry) -> None:
    """Update places and the proposed round of a running event after an entrant has agreed."""
    if event.row.status == Event.Status.RUNNING:
        if entry.status == _Status.WAITING:
            fill_places(event)
        reseat_coming(event, "agreed", name=entry.name)


@answering
def decline(caller: Caller, event_id: int) -> Answer:
    """Decline the caller's invitation, and mark their notifications about the event as seen."""
    with locked_event(event_id, caller, in_closed_club=True) as event:
        mine = event.row.entries.filter(user=event.person, status=_Status.INVITED).first()
        if mine is None:
            raise DeniedError(EventCode.NOT_INVITED)
        mine.status = _Status.WITHDRAWN
        mine.save(update_fields=["status"])
        Notice.objects.about(Event, event.row.pk).filter(user=event.person).mark_seen()
        event.note(_Deed.DECLINED, mine)
    return None


@answering
def agree_in_person(caller: Caller, event_id: int, number: int, reason: str) -> Answer:
    """Record that an entrant agreed to the terms in person, with a reason.

    They are notified and can be seated, but losses stay pending until they accept.
    """
    reason = require_reason(reason)
    with locked_event(event_id, caller, organizer=True) as event:
        event.check_status(*_OPEN)
        entry = event.entry(number)
        if not is_for_money(event.row) or entry.user_id is None or entry.bot:
            raise DeniedError(EventCode.NOT_NOW)
        if event.row.fee_minor and event.row.prizes:
            # Without an agreement they would owe no fee, although it is in the pot.
            raise DeniedError(EventCode.FEE_NEEDS_ACCEPTANCE, name=entry.name)
        if entry.status == _Status.WITHDRAWN:
            raise DeniedError(EventCode.WITHDRAWN_ALREADY)
        is_invited = entry.status == _Status.INVITED
        if not is_invited and terms_now(event.row).may_sit(entry):
            raise DeniedError(EventCode.AGREED_ALREADY, name=entry.name)
        if is_invited:
            check_sign_up_open(event)
        entry.in_person = timezone.now()
        if is_invited:
            sign_up(event, entry)
        if event.row.status == Event.Status.CHECK_IN and entry.status == _Status.ENTERED:
            entry.status = _Status.HERE
        elif event.row.status == Event.Status.CHECK_IN and entry.status == _Status.WAITING:
            entry.waits_here = True
        entry.save(update_fields=["in_person", "status", "waits_here"])
        if not is_invited:
            _allow_seat(event, entry)
        event.note(_Deed.IN_PERSON, entry, reason)
        params = invitation_params(event.row)
        notify(event, EventKind.IN_PERSON, [entry.user_id], reason=reason, **params)
    return None


@answering
def answer_for(
    caller: Caller,
    event_id: int,
    number: int,
    *,
    terms: str | None = None,
    agreed: Cost | None = None,
) -> Answer:
    """Agree, as an organizer, to changed terms for an entrant without an account, by entry number.

    :param terms: digest of the terms that the organizer was shown
    :param agreed: maximum loss that the organizer has confirmed
    """
    with locked_event(event_id, caller, organizer=True) as event:
        event.check_status(*_OPEN)
        entry = event.entry(number)
        if not is_for_money(event.row) or not entry.is_by_name:
            raise DeniedError(EventCode.NOT_NOW)
        if entry.status == _Status.WITHDRAWN:
            raise DeniedError(EventCode.WITHDRAWN_ALREADY)
        if terms_now(event.row).has_agreed(entry):
            raise DeniedError(EventCode.AGREED_ALREADY, name=entry.name)
        agree_to_terms(event, entry, _Given.ANSWERS, terms, agreed)
        _allow_seat(event, entry)
        event.note(_Deed.ANSWERS, entry)
    return None
