"""What the desk did, and why."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Final

from django.utils import timezone
from django.utils.formats import date_format
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, gettext_noop

from games.common import money
from games.tables import clocks
from tournaments.clubs.models import Club
from tournaments.clubs.zones import zone_of
from tournaments.events.models import Event, EventRecord
from tournaments.events.presenter.words import FORMATS, signed


@dataclass(frozen=True, slots=True)
class DeedLine:
    """Something that was done."""

    at: str
    words: str
    reason: str


_Deed = EventRecord.Deed
_DEEDS: Final = {
    _Deed.CREATED: gettext_noop("%(who)s made the event."),
    _Deed.CHANGED: gettext_noop("%(who)s changed the event."),
    _Deed.OPENED: gettext_noop("%(who)s opened it for entries."),
    _Deed.CHECK_IN: gettext_noop("%(who)s began the check-in."),
    _Deed.STARTED: gettext_noop("%(who)s started the event."),
    _Deed.CANCELLED: gettext_noop("%(who)s cancelled the event."),
    _Deed.FINISHED: gettext_noop("The last result is in; the event is over."),
    _Deed.ENTERED: gettext_noop("%(name)s entered."),
    _Deed.MOVED_UP: gettext_noop("%(name)s moved up from the waiting list."),
    _Deed.WITHDREW: gettext_noop("%(name)s withdrew."),
    _Deed.RETURNED: gettext_noop("%(name)s came back."),
    _Deed.INVITED: gettext_noop("%(who)s invited %(name)s."),
    _Deed.ACCEPTED: gettext_noop("%(name)s agreed to the terms."),
    _Deed.DECLINED: gettext_noop("%(name)s declined the invitation."),
    _Deed.IN_PERSON: gettext_noop("%(who)s recorded that %(name)s agreed in person."),
    _Deed.ANSWERS: gettext_noop("%(who)s answers for %(name)s by the new terms."),
    _Deed.REMOVED: gettext_noop("%(who)s took %(name)s out."),
    _Deed.BOT: gettext_noop("%(who)s let the bot %(name)s enter."),
    _Deed.SEATED: gettext_noop("%(who)s changed the seating of round %(round)s."),
    _Deed.PUBLISHED: gettext_noop("%(who)s published round %(round)s."),
    _Deed.SUBSTITUTED: gettext_noop("%(who)s let %(by)s play on for %(name)s."),
    _Deed.CORRECTED: gettext_noop(
        "%(who)s corrected the result of %(name)s at table %(table)s: %(before)s became %(after)s."
    ),
    _Deed.PENALTY: gettext_noop("%(who)s gave %(name)s a penalty of %(points)s points."),
    _Deed.REVERSED: gettext_noop("%(who)s took back a penalty of %(points)s points of %(name)s."),
    _Deed.ANNOUNCED: gettext_noop("%(who)s announced:"),
    _Deed.NAMED: gettext_noop("%(who)s entered %(name)s by name."),
    _Deed.DEAL_WRITTEN: gettext_noop(
        "%(who)s wrote down deal %(deal)s of round %(round)s at table %(table)s."
    ),
    _Deed.DEAL_AGREED: gettext_noop(
        "%(who)s confirmed deal %(deal)s of round %(round)s at table %(table)s."
    ),
    _Deed.DEAL_CHANGED: gettext_noop(
        "%(who)s corrected deal %(deal)s of round %(round)s at table %(table)s."
    ),
    _Deed.TABLE_CLOSED: gettext_noop("%(who)s ended table %(table)s of round %(round)s early."),
    _Deed.PAUSED: gettext_noop("%(who)s paused all tables."),
    _Deed.RESUMED: gettext_noop("%(who)s let all tables go on."),
    _Deed.EXTENDED: gettext_noop(
        "%(who)s gave %(seconds)s seconds more to who was on turn, at %(where)s."
    ),
    _Deed.ANEW: gettext_noop("%(who)s had round %(round)s proposed again."),
    _Deed.TAKEN_BACK: gettext_noop("%(who)s took round %(round)s back before it was played."),
    _Deed.APART: gettext_noop("%(who)s has %(name)s and %(other)s kept apart."),
    _Deed.TOGETHER: gettext_noop("%(who)s lets %(name)s and %(other)s meet again."),
    _Deed.UNEVEN: gettext_noop("%(who)s chose for players left over: %(way)s."),
    _Deed.IS_HERE: gettext_noop("%(who)s checked %(name)s in."),
    _Deed.NOT_HERE: gettext_noop("%(who)s took the check-in of %(name)s back."),
    _Deed.PROPOSED: gettext_noop(
        "%(who)s proposed another result of table %(table)s in round %(round)s."
    ),
    _Deed.UNCORRECTED: gettext_noop(
        "%(who)s declined another result of table %(table)s in round %(round)s."
    ),
    _Deed.ASKED: gettext_noop("%(who)s asked whether %(by)s plays on for %(name)s."),
    _Deed.COMMITTED: gettext_noop(
        "The club drew the secret of the packs of round %(round)s. Its SHA-256: %(commitment)s"
    ),
}


#: What followed from a membership that ended, or from a club that closed.
_BECAUSE: Final = {
    _Deed.WITHDREW: gettext_noop("%(name)s no longer belongs to the club and was withdrawn."),
    _Deed.CHANGED: gettext_noop(
        "%(who)s changed the club's time zone to %(zone)s; the event keeps its time of day."
    ),
    _Deed.CANCELLED: gettext_noop("%(who)s closed the club, which cancelled the event."),
}

#: What is said of events, as the record names it.
_TERMS: Final = {
    "name": gettext_noop("name"),
    "starts_at": gettext_noop("beginning"),
    "description": gettext_noop("description"),
    "rules_name": gettext_noop("rules"),
    "rules": gettext_noop("what is played"),
    "deals": gettext_noop("deals per table and round"),
    "clock": gettext_noop("clock"),
    "stake_minor": gettext_noop("stake"),
    "currency": gettext_noop("currency"),
    "format": gettext_noop("format"),
    "format_settings": gettext_noop("settings of the format"),
    "entry_limit": gettext_noop("entries at most"),
    "signup_closes": gettext_noop("sign-up closes"),
    "uneven": gettext_noop("if players are left over"),
    "sit_out_points": gettext_noop("points for sitting out"),
    "penalty_limit": gettext_noop("points that penalties can cost in money"),
    "spectators": gettext_noop("open to spectators"),
    "cards": gettext_noop("cards"),
    "spectator_delay": gettext_noop("delay for spectators, in plays"),
    "minutes": gettext_noop("length in minutes"),
    "visibility": gettext_noop("visible to"),
}
_VALUES: Final[dict[str, dict[str, Any]]] = {
    "uneven": dict(Event.Uneven.choices),
    "clock": dict(clocks.CHOICES),
    "cards": dict(Event.Cards.choices),
    "visibility": dict(Event.Visibility.choices),
    "format": {name: words.title for name, words in FORMATS.items()},
    "spectators": {"True": gettext_lazy("yes"), "False": gettext_lazy("no")},
    "entry_limit": {"": gettext_lazy("no limit")},
    "signup_closes": {
        "start": gettext_lazy("at the start"),
        "first_round": gettext_lazy("when the first round ends"),
        "half": gettext_lazy("at half of the rounds"),
        "format": gettext_lazy("as the format allows"),
    },
}


def _changes(record: EventRecord) -> str:
    """Return what was and what is, for everything that was changed."""
    changes = {name: values for name, *values in record.params.get("changes", []) if name in _TERMS}
    currencies: Sequence[str] = ("", "")
    if "stake_minor" in changes:
        currencies = _currencies(record, changes)
        # The amounts have the currency with them.
        changes.pop("currency", None)
    told = [
        _("%(what)s: %(before)s → %(after)s")
        % {
            "what": _(_TERMS[name]),
            "before": _value(name, before, currencies[0]),
            "after": _value(name, after, currencies[1]),
        }
        if before or after
        else _(_TERMS[name])
        for name, (before, after) in changes.items()
    ]
    return f" {'; '.join(told)}." if told else ""


def _currencies(record: EventRecord, changes: Mapping[str, Sequence[str]]) -> Sequence[str]:
    """Return the currency before and after the change.

    Records of earlier releases do not have it: they are of the event's currency, unless they
    changed that, too.
    """
    now = record.event.currency
    return record.params.get("currencies") or changes.get("currency") or (now, now)


def _value(name: str, value: str, currency: str) -> str:
    if name == "stake_minor":
        return money.amount(int(value), currency) if currency and value != "0" else "–"
    return str(_VALUES.get(name, {}).get(value, value)) or "–"


def record_line(record: EventRecord, club: Club, *, with_reason: bool = True) -> DeedLine:
    """Return what was done in a sentence; actor and entry are fetched already.

    :param with_reason: whether the reader may read what the organizer wrote
    """
    unsaid = ("round", "table", "deal", "before", "after", "points")
    known: dict[str, Any] = dict.fromkeys(unsaid, "") | record.params
    known["who"] = record.actor.shown_name if record.actor else _("The club")
    known["name"] = record.entry.name if record.entry else ""
    known["by"] = record.params.get("by") or _("a bot")
    known["where"] = (
        _("table %(table)s") % {"table": known["table"]} if known["table"] else _("all tables")
    )
    known["other"] = record.params.get("other", "")
    known["way"] = _VALUES["uneven"].get(record.params.get("way", ""), "")
    for name in ("before", "after"):
        if isinstance(known[name], int):
            known[name] = signed(known[name])
    words = _DEEDS[_Deed(record.deed)]
    if record.deed == _Deed.FINISHED and record.actor is not None:
        words = gettext_noop("%(who)s ended the event.")
    elif record.params.get("listed"):
        words = gettext_noop("%(who)s entered %(name)s from a list.")
    elif record.params.get("because"):
        words = _BECAUSE[_Deed(record.deed)]
    local = timezone.localtime(record.at, zone_of(club))
    return DeedLine(
        at=date_format(local, "SHORT_DATETIME_FORMAT"),
        words=_(words) % known + _changes(record),
        reason=record.text if with_reason else "",
    )
