"""Event lifecycle from creation to check-in; `rounds` has what follows."""

from collections.abc import Mapping
from datetime import datetime
from typing import Any

from django.db import transaction
from django.utils import timezone

from accounts.caller import Caller
from accounts.models import User
from games.common.denials import Denial, DeniedError, answering
from games.common.wording import checked_text, checked_title
from games.rules.ruleset.rule_set import RuleSet
from tournaments.clubs.models import Club
from tournaments.events.core.denials import EventCode
from tournaments.events.core.locking import (
    Answer,
    LockedEvent,
    check_organizer,
    locked_event,
    require_user,
)
from tournaments.events.core.models import Event
from tournaments.events.core.record import EventRecord
from tournaments.events.duplicate.services import fitting_terms
from tournaments.events.entries.models import Entry
from tournaments.events.notices.models import EventNotice
from tournaments.events.notices.services import notify, user_ids_of
from tournaments.events.rounds.format_input import PLAYED
from tournaments.events.terms.house import check_house, notify_bookkeepers
from tournaments.events.terms.max_loss import store_max_loss
from tournaments.events.terms.services import withdraw_all
from tournaments.pairing import formats
from tournaments.pairing.formats import duplicate
from tournaments.pairing.formats.club_night import ClubNight
from tournaments.pairing.formats.settings import FormatError

_Deed = EventRecord.Deed
_Notice = EventNotice.Kind


def create_event(
    caller: Caller,
    club: Club,
    *,
    name: str,
    starts_at: datetime,
    rules: RuleSet,
    rules_name: str,
    format_name: str,
    format_settings: dict[str, Any] | None = None,
    **terms: Any,
) -> Event | Denial:
    """Create an event of the club; only organizers see it until sign-up opens.

    :param terms: further terms of the event: description, deals, clock, entry_limit, uneven,
        spectators, spectator_delay, minutes, cards, stake_minor, currency; omitted terms get their
        defaults
    """
    try:
        person = require_user(caller)
        check_organizer(person, club.pk)
        checked = checked_terms(name, starts_at, format_name, format_settings)
        if "description" in terms:
            terms["description"] = checked_description(terms["description"])
        rules, terms = fitting_terms(format_name, rules, terms)
        check_cards(terms | checked)
    except DeniedError as error:
        return error.denial
    row = Event(
        club=club,
        created_by=person,
        rules=rules.to_options(),
        rules_name=rules_name,
        **checked,
        **terms,
    )
    store_max_loss(row)
    try:
        _store(row, person)
    except DeniedError as error:
        return error.denial
    return row


def _store(row: Event, person: User) -> None:
    """Store a new event and log its creation.

    Raise `DeniedError` if its club is closed or doesn't cover its possible loss in the event.
    """
    with transaction.atomic():
        # Closing the club locks its row: the event is stored before that, or refused.
        held = Club.objects.select_for_update().filter(pk=row.club_id).first()
        if held is None or held.closed_at is not None:
            raise DeniedError(EventCode.CLUB_CLOSED)
        row.save()
        check_house(row, person)
        LockedEvent(row, person).note(_Deed.CREATED)


def check_cards(terms: Mapping[str, Any]) -> None:
    """Raise `DeniedError` if an event with real cards is a club night, has bots or shares packs."""
    if terms.get("cards") != Event.Cards.PAPER:
        return
    if terms.get("format") == ClubNight.name:
        raise DeniedError(EventCode.NO_NIGHT_HERE)
    if terms.get("format") == duplicate.Duplicate.name:
        raise DeniedError(EventCode.NO_SAME_PACKS_HERE)
    if terms.get("uneven") == Event.Uneven.BOTS:
        raise DeniedError(EventCode.NO_BOTS_HERE)


def checked_description(text: str) -> str:
    """Return the cleaned description of an event; raise `DeniedError` for unsuitable characters."""
    return checked_text(text, Event.DESCRIPTION_LENGTH, flaw_code=EventCode.WORDING_FLAWED)


def checked_terms(
    name: str,
    starts_at: datetime,
    format_name: str,
    settings: dict[str, Any] | None,
    *,
    before: datetime | None = None,
    name_before: str = "",
) -> dict[str, Any]:
    """Return name, start, format and its settings by field of an event's row.

    Raise `DeniedError` for a missing name, a start in the past, or an unknown format or setting.

    :param before: previous start time, which may be kept even if it is in the past
    :param name_before: previous name, which may be kept
    :raises DeniedError: a value is not allowed
    """
    name = checked_title(
        name,
        Event.NAME_LENGTH,
        missing_code=EventCode.NAMELESS,
        flaw_code=EventCode.WORDING_FLAWED,
        current_title=name_before,
    )
    if starts_at != before and starts_at < timezone.now():
        raise DeniedError(EventCode.BEGINS_IN_THE_PAST)
    if format_name not in PLAYED:
        raise DeniedError(EventCode.NO_SUCH_FORMAT)
    try:
        made = formats.make(format_name, settings or {})
    except FormatError as error:
        raise DeniedError(EventCode.FORMAT_WRONG, why=error.code, about=error.params) from None
    return {
        "name": name,
        "starts_at": starts_at,
        "format": format_name,
        "format_settings": made.settings(),
    }


@answering
def open_sign_up(caller: Caller, event_id: int) -> Answer:
    """Open sign-up of a draft event, and notify the club's bookkeepers of its possible cost."""
    with locked_event(event_id, caller, organizer=True) as event:
        event.check_status(Event.Status.DRAFT)
        event.set_status(Event.Status.OPEN, _Deed.OPENED)
        notify_bookkeepers(event.row, event.actor)
    return None


@answering
def open_check_in(caller: Caller, event_id: int) -> Answer:
    """Open check-in: check in bots at once, and notify entrants and users on the waiting list."""
    with locked_event(event_id, caller, organizer=True) as event:
        event.check_status(Event.Status.OPEN)
        event.set_status(Event.Status.CHECK_IN, _Deed.CHECK_IN)
        event.row.entries.filter(status=Entry.Status.ENTERED).exclude(bot="").update(
            status=Entry.Status.HERE
        )
        notify(event, _Notice.CHECK_IN, user_ids_of(event, Entry.Status.ENTERED))
        waiting = user_ids_of(event, Entry.Status.WAITING)
        notify(event, _Notice.CHECK_IN, waiting, is_waiting=True)
    return None


@answering
def cancel_event(caller: Caller, event_id: int, reason: str) -> Answer:
    """Cancel the event before it starts, withdraw all agreements and notify its users."""
    with locked_event(event_id, caller, organizer=True, in_closed_club=True) as event:
        event.check_status(*Event.UPCOMING_STATUSES)
        event.set_status(Event.Status.CANCELLED, _Deed.CANCELLED, reason)
        withdraw_all(event)
        notify(event, _Notice.CANCELLED, user_ids_of(event), reason=reason)
    return None
