"""An event up to its start: created, opened for sign-up and check-in, changed, cancelled."""

import hashlib
import json
from collections.abc import Mapping
from datetime import datetime
from typing import Any, Final

from django.core.serializers.json import DjangoJSONEncoder
from django.db import transaction
from django.utils import timezone

from accounts.caller import Caller
from accounts.models import User
from games.common.denials import Denial, DeniedError, answering
from games.common.wording import checked_text, checked_title
from games.rules.ruleset.rule_set import RuleSet
from games.tables.max_loss import Cost
from tournaments.clubs.models import Club, Membership
from tournaments.clubs.services.club import record_fee
from tournaments.events.core.denials import EventCode
from tournaments.events.core.format_input import PLAYED, is_night
from tournaments.events.core.locking import (
    Answer,
    LockedEvent,
    check_organizer,
    locked_event,
    raise_version,
    require_user,
)
from tournaments.events.core.models import Event, EventRecord
from tournaments.events.duplicate.services import fitting_rules, fitting_terms
from tournaments.events.entries.models import Entry
from tournaments.events.entries.places import fill_places
from tournaments.events.notices.kinds import EventKind
from tournaments.events.notices.services import notify, notify_opened, user_ids_of
from tournaments.events.rounds.proposal import reseat
from tournaments.events.terms.house import HOUSE_TERMS, check_house, notify_bookkeepers
from tournaments.events.terms.max_loss import compute_max_losses, store_max_loss
from tournaments.events.terms.services import asking_again, withdraw_all
from tournaments.pairing import formats
from tournaments.pairing.formats import duplicate
from tournaments.pairing.formats.club_night import ClubNight
from tournaments.pairing.formats.settings import FormatError
from tournaments.pairing.prizes import fault_in

#: Settings of an event, in the order in which its activity log lists changes.
TERMS: Final = (
    "name", "starts_at", "description", "rules_name", "rules", "deals", "clock", "stake_minor",
    "currency", "format", "format_settings", "entry_limit", "signup_closes", "uneven",
    "sit_out_points", "penalty_limit", "fee_minor", "pot_minor", "prizes", "payments", "spectators",
    "spectator_delay", "minutes", "cards", "visibility",
)  # fmt: skip
#: Settings that can be changed while the event is running.
WHILE_RUNNING: Final = ("name", "description", "entry_limit", "signup_closes", "visibility")

_Deed = EventRecord.Deed
_Notice = EventKind


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
        spectators, spectator_delay, minutes, cards, stake_minor, currency, fee_minor, pot_minor,
        prizes, payments; omitted terms get their defaults
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
        check_money(row)
        _store(row, person)
    except DeniedError as error:
        return error.denial
    return row


def _store(row: Event, person: User, *, is_repeated: bool = False) -> None:
    """Store a new event and log its creation, by its organizer or by its series.

    Raise `DeniedError` if its club is closed or doesn't cover its possible loss in the event.
    """
    with transaction.atomic():
        # Closing the club locks its row: the event is stored before that, or refused.
        held = Club.objects.select_for_update().filter(pk=row.club_id).first()
        if held is None or held.closed_at is not None:
            raise DeniedError(EventCode.CLUB_CLOSED)
        row.save()
        check_house(row, person)
        _note(LockedEvent(row, person), _Deed.CREATED, is_repeated=is_repeated)


def repeat_event(event: Event, starts_at: datetime, organizer: User) -> Event:
    """Create a copy of the event for another time and open its sign-up; return it.

    The copy has the same settings and no entrants: with a stake, each has to agree again.

    Raise `DeniedError` if the club is closed or doesn't cover its possible loss in the event.

    :param organizer: who answers for it; the log says that it was created automatically
    """
    same = {name: getattr(event, name) for name in TERMS if name != "starts_at"}
    row = Event(club=event.club, created_by=organizer, starts_at=starts_at, **same)
    store_max_loss(row)
    _store(row, organizer, is_repeated=True)
    _open(LockedEvent(row, organizer), is_repeated=True)
    # Everyone who watches the club's events sees it now.
    raise_version(row)
    return row


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


def check_money(row: Event) -> None:
    """Raise `DeniedError` if fee, pot, prizes and payments of the event do not fit together.

    :raises DeniedError: a club night has any of them, prizes have no pot or a fault, or everyone
        pays the club in an event without a player limit
    """
    pays_club = row.pays_club
    if is_night(row):
        if row.fee_minor or row.pot_minor or row.prizes or pays_club:
            raise DeniedError(EventCode.NIGHT_HAS_NO_FEE)
        return
    if row.prizes and not (row.fee_minor or row.pot_minor):
        raise DeniedError(EventCode.PRIZES_WITHOUT_POT)
    if row.pot_minor and not row.prizes:
        raise DeniedError(EventCode.POT_WITHOUT_PRIZES)
    table = row.prize_table
    if table is not None and fault_in(table.kind, table.places, row.highest_pot):
        raise DeniedError(EventCode.PRIZES_WRONG)
    if pays_club and row.entry_limit is None:
        raise DeniedError(EventCode.NO_ENTRY_LIMIT)


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
    """Open sign-up of a draft event; notify members, and bookkeepers of its possible cost."""
    with locked_event(event_id, caller, organizer=True) as event:
        event.check_status(Event.Status.DRAFT)
        _open(event)
    return None


def _open(event: LockedEvent, *, is_repeated: bool = False) -> None:
    """Open the event, log it, and notify members, and bookkeepers of its possible cost."""
    event.row.status = Event.Status.OPEN
    _note(event, _Deed.OPENED, is_repeated=is_repeated)
    notify_bookkeepers(event.row, event.actor)
    if event.row.fee_minor and not is_repeated:
        _record_fee(event)
    notify_opened(event)


def _record_fee(event: LockedEvent) -> None:
    """Record the event's entry fee in the club's activity."""
    row = event.row
    record_fee(event.actor, row.club_id, row.name, Cost(row.fee_minor, row.currency))


def _note(event: LockedEvent, deed: EventRecord.Deed, *, is_repeated: bool) -> None:
    """Log an activity by the acting user, or as the consequence of a series."""
    if is_repeated:
        event.note(deed, because="series")
    else:
        event.note(deed)


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


def terms_version(event: Event) -> str:
    """Return a digest, 16 hex digits, of all the event's settings in `TERMS`."""
    said = json.dumps(
        [getattr(event, name) for name in TERMS], cls=DjangoJSONEncoder, sort_keys=True
    )
    return hashlib.sha256(said.encode()).hexdigest()[:16]


@answering
def change_event(caller: Caller, event_id: int, *, made_from: str = "", **terms: Any) -> Answer:
    """Change settings of an event, after its start only those of `WHILE_RUNNING`, and log them.

    If the event is no longer in the version `made_from`, or is over, the change is denied.

    Raising the player limit moves up players from the waiting list. If the terms of an event with a
    stake change, everyone who agreed to them is asked again.

    :param made_from: the ``terms_version`` that the organizer edited; a newer one is not
        overwritten
    :param terms: any terms that ``create_event`` takes; omitted ones stay the same
    """
    if "rules" in terms:
        # Before the event is locked: it can take a while.
        for rules in {terms["rules"], fitting_rules(terms["rules"])}:
            compute_max_losses(rules)
    with locked_event(event_id, caller, organizer=True) as event:
        row = event.row
        event.check_status(*Event.UPCOMING_STATUSES, Event.Status.RUNNING)
        if made_from and made_from != terms_version(row):
            raise DeniedError(EventCode.EVENT_CHANGED)
        wanted = _checked_values(row, terms)
        changed = {name: new for name, new in wanted.items() if getattr(row, name) != new}
        if row.status == Event.Status.RUNNING and set(changed) - set(WHILE_RUNNING):
            raise DeniedError(EventCode.FIXED_NOW)
        _check_entry_limit(row, changed)
        _check_cards_fit_entrants(row, wanted)
        told, currency = _list_changes(row, changed), row.currency
        with asking_again(event):
            for name, new in changed.items():
                setattr(row, name, new)
            if {"rules", "format"} & set(changed):
                store_max_loss(row)
            if HOUSE_TERMS & set(changed):
                check_money(row)
        may_cost_more = row.status != Event.Status.RUNNING or row.pays_club
        if may_cost_more and HOUSE_TERMS & set(changed):
            check_house(row, event.actor)
        if changed:
            # Amounts are logged in minor units, each in its own currency.
            currencies = [currency, row.currency]
            event.note(EventRecord.Deed.CHANGED, changes=told, currencies=currencies)
        # Members don't see drafts.
        is_fee_changed = "fee_minor" in changed or (row.fee_minor and "currency" in changed)
        if is_fee_changed and row.status != Event.Status.DRAFT:
            _record_fee(event)
        if "starts_at" in changed:
            notify(event, EventKind.NEW_TIME, user_ids_of(event))
        if {"entry_limit", "signup_closes"} & set(changed):
            _fill_free_places(event)
        event.is_unchanged = not changed
    return None


def _checked_values(row: Event, terms: dict[str, Any]) -> dict[str, Any]:
    """Return the requested values by field of the event's row, checked like a new event's.

    :raises DeniedError: a value is not allowed
    """
    wanted = dict(terms)
    name = wanted.pop("name", row.name)
    starts_at = wanted.pop("starts_at", row.starts_at)
    format_name = wanted.pop("format_name", row.format)
    settings = wanted.pop("format_settings", None)
    if settings is None:
        settings = row.format_settings if format_name == row.format else {}
    wanted |= checked_terms(
        name, starts_at, format_name, settings, before=row.starts_at, name_before=row.name
    )
    if wanted.get("description", row.description) != row.description:
        wanted["description"] = checked_description(wanted["description"])
    standing = {"uneven": row.uneven, "entry_limit": row.entry_limit}
    rules = wanted.pop("rules", row.rule_set)
    rules, wanted = fitting_terms(format_name, rules, standing | wanted)
    return wanted | {"rules": rules.to_options()}


def _check_cards_fit_entrants(row: Event, new_values: dict[str, Any]) -> None:
    """Check that the entrants can play with these cards, and for the new stake if there was none.

    :raises DeniedError: there are bots with real cards, players without an account in the app, or
        guests for a stake
    """
    cards = new_values.get("cards", row.cards)
    uneven = new_values.get("uneven", row.uneven)
    check_cards({"cards": cards, "uneven": uneven, "format": new_values["format"]})
    others = row.entries.filter(user=None, status__in=Entry.SIGNED_UP_STATUSES)
    if cards == Event.Cards.PAPER and others.exclude(bot="").exists():
        raise DeniedError(EventCode.NO_BOTS_HERE)
    if cards == Event.Cards.APP and others.filter(bot="").exists():
        raise DeniedError(EventCode.ACCOUNTS_ONLY)
    members = Membership.objects.filter(club=row.club_id).values("user")
    guests = row.entries.filter(by_link=True, status__in=Entry.SIGNED_UP_STATUSES)
    guests = guests.exclude(user__in=members)
    if new_values.get("currency", row.currency) and not row.currency and guests.exists():
        raise DeniedError(EventCode.GUESTS_SIGNED_UP)


def _check_entry_limit(row: Event, changed: dict[str, Any]) -> None:
    """Raise `DeniedError` if a new player limit is below the number of entrants with a place."""
    limit = changed.get("entry_limit")
    if limit is not None and row.entries.filter(status__in=Entry.PLACED_STATUSES).count() > limit:
        raise DeniedError(EventCode.ENTRIES_BELOW_LIMIT)


def _list_changes(row: Event, changed: dict[str, Any]) -> list[list[str]]:
    """Return [name, old value, new value] of each change as texts.

    For description, rules and prizes, both values are empty.
    """
    return [
        [name, "", ""]
        if name in ("description", "rules", "prizes")
        else [name, _as_text(getattr(row, name)), _as_text(changed[name])]
        for name in TERMS
        if name in changed
    ]


def _as_text(value: Any) -> str:
    """Return a value of a setting as text for the activity log."""
    if isinstance(value, dict):
        return ", ".join(
            f"{name} {' '.join(each) if isinstance(each, list) else each}"
            for name, each in value.items()
        )
    return "" if value is None else str(value)


def _fill_free_places(event: LockedEvent) -> None:
    """Give all free places to waiting entrants and update the proposed round."""
    # Places are counted by the row's limit, which is already the new one.
    moved = fill_places(event)
    if moved and event.row.status == Event.Status.RUNNING and not is_night(event.row):
        reseat(event, "places")
