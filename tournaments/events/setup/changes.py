"""Changes to an event's settings: all of them before the start, few afterwards."""

import hashlib
import json
from typing import Any, Final

from django.core.serializers.json import DjangoJSONEncoder

from accounts.caller import Caller
from games.common.denials import DeniedError, answering
from tournaments.events.core.denials import EventCode
from tournaments.events.core.locking import Answer, LockedEvent, locked_event
from tournaments.events.core.models import Event
from tournaments.events.core.record import EventRecord
from tournaments.events.duplicate.services import fitting_rules, fitting_terms
from tournaments.events.entries.models import Entry
from tournaments.events.entries.places import fill_places
from tournaments.events.notices.models import EventNotice
from tournaments.events.notices.services import notify, user_ids_of
from tournaments.events.rounds.format_input import is_night
from tournaments.events.rounds.proposal import reseat
from tournaments.events.setup.services import check_cards, checked_description, checked_terms
from tournaments.events.terms.house import HOUSE_TERMS, check_house
from tournaments.events.terms.max_loss import compute_max_losses, store_max_loss
from tournaments.events.terms.services import asking_again

#: Settings of an event, in the order in which its activity log lists changes.
TERMS: Final = (
    "name", "starts_at", "description", "rules_name", "rules", "deals", "clock", "stake_minor",
    "currency", "format", "format_settings", "entry_limit", "signup_closes", "uneven",
    "sit_out_points", "penalty_limit", "spectators", "spectator_delay", "minutes", "cards",
    "visibility",
)  # fmt: skip
#: Settings that can be changed while the event is running.
WHILE_RUNNING: Final = ("name", "description", "entry_limit", "signup_closes", "visibility")


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
        if row.status != Event.Status.RUNNING and HOUSE_TERMS & set(changed):
            check_house(row, event.actor)
        if changed:
            # Amounts are logged in minor units, each in its own currency.
            currencies = [currency, row.currency]
            event.note(EventRecord.Deed.CHANGED, changes=told, currencies=currencies)
        if "starts_at" in changed:
            notify(event, EventNotice.Kind.NEW_TIME, user_ids_of(event))
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
    """Check that no bot plays with real cards, and no player without an account in the app.

    :raises DeniedError: there are bots with real cards, or players without an account in the app
    """
    cards = new_values.get("cards", row.cards)
    uneven = new_values.get("uneven", row.uneven)
    check_cards({"cards": cards, "uneven": uneven, "format": new_values["format"]})
    others = row.entries.filter(user=None, status__in=Entry.SIGNED_UP_STATUSES)
    if cards == Event.Cards.PAPER and others.exclude(bot="").exists():
        raise DeniedError(EventCode.NO_BOTS_HERE)
    if cards == Event.Cards.APP and others.filter(bot="").exists():
        raise DeniedError(EventCode.ACCOUNTS_ONLY)


def _check_entry_limit(row: Event, changed: dict[str, Any]) -> None:
    """Raise `DeniedError` if a new player limit is below the number of entrants with a place."""
    limit = changed.get("entry_limit")
    if limit is not None and row.entries.filter(status__in=Entry.PLACED_STATUSES).count() > limit:
        raise DeniedError(EventCode.ENTRIES_BELOW_LIMIT)


def _list_changes(row: Event, changed: dict[str, Any]) -> list[list[str]]:
    """Return [name, old value, new value] of each change as texts.

    For description and rules, both values are empty.
    """
    return [
        [name, "", ""]
        if name in ("description", "rules")
        else [name, _as_text(getattr(row, name)), _as_text(changed[name])]
        for name in TERMS
        if name in changed
    ]


def _as_text(value: Any) -> str:
    """Return a value of a setting as text for the activity log."""
    if isinstance(value, dict):
        return ", ".join(f"{name} {each}" for name, each in value.items())
    return "" if value is None else str(value)


def _fill_free_places(event: LockedEvent) -> None:
    """Give all free places to waiting entrants and update the proposed round."""
    # Places are counted by the row's limit, which is already the new one.
    moved = fill_places(event)
    if moved and event.row.status == Event.Status.RUNNING and not is_night(event.row):
        reseat(event, "places")
