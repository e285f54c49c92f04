"""The activity log of an event, in sentences."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Final

from django.utils import timezone
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, gettext_noop, pgettext_lazy

from games.common import money
from games.common.dates import date_format
from games.common.languages import paragraph
from games.common.numbers import clauses
from games.tables import clocks
from tournaments.clubs.models import Club, zone_of
from tournaments.events.core.announcements import shown_text
from tournaments.events.core.models import Event, EventRecord
from tournaments.events.core.words import FORMATS, signed
from tournaments.ledger.book.models import Payments


@dataclass(frozen=True, slots=True)
class ActivityLine:
    """A line of an activity log as texts: local time, sentence and the organizer's reason."""

    at: str
    words: str
    reason: str


_Deed = EventRecord.Deed
_DEEDS: Final = {
    _Deed.CREATED: gettext_noop("%(who)s created the event."),
    _Deed.CHANGED: gettext_noop("%(who)s edited the event."),
    _Deed.OPENED: gettext_noop("%(who)s opened sign-up."),
    _Deed.CHECK_IN: gettext_noop("%(who)s opened check-in."),
    _Deed.STARTED: gettext_noop("%(who)s started the event."),
    _Deed.CANCELLED: gettext_noop("%(who)s cancelled the event."),
    _Deed.FINISHED: gettext_noop("The event ended when the last result came in."),
    _Deed.ENTERED: gettext_noop("%(name)s signed up."),
    _Deed.MOVED_UP: gettext_noop("%(name)s moved up from the waiting list."),
    _Deed.WITHDREW: gettext_noop("%(name)s withdrew."),
    _Deed.RETURNED: gettext_noop("%(name)s rejoined."),
    _Deed.INVITED: gettext_noop("%(who)s invited %(name)s."),
    _Deed.ACCEPTED: gettext_noop("%(name)s agreed to the terms."),
    _Deed.DECLINED: gettext_noop("%(name)s declined the invitation."),
    _Deed.IN_PERSON: gettext_noop("%(who)s recorded that %(name)s agreed in person."),
    _Deed.ANSWERS: gettext_noop("%(who)s took responsibility for %(name)s under the new terms."),
    _Deed.REMOVED: gettext_noop("%(who)s removed %(name)s."),
    _Deed.BOT: gettext_noop("%(who)s added the bot %(name)s."),
    _Deed.SEATED: gettext_noop("%(who)s changed the seating for round %(round)s."),
    _Deed.PUBLISHED: gettext_noop("%(who)s published round %(round)s."),
    _Deed.SUBSTITUTED: gettext_noop("%(who)s let %(by)s play for %(name)s."),
    _Deed.CORRECTED: gettext_noop(
        "%(who)s corrected %(name)s’s result at table %(table)s from %(before)s to %(after)s."
    ),
    _Deed.PENALTY: gettext_noop("%(who)s gave %(name)s a %(points)s-point penalty."),
    _Deed.REVERSED: gettext_noop("%(who)s removed %(name)s’s %(points)s-point penalty."),
    _Deed.ANNOUNCED: gettext_noop("%(who)s posted an announcement:"),
    _Deed.NAMED: gettext_noop("%(who)s added %(name)s, a player without an account."),
    _Deed.DEAL_WRITTEN: gettext_noop(
        "%(who)s entered deal %(deal)s of round %(round)s at table %(table)s."
    ),
    _Deed.DEAL_AGREED: gettext_noop(
        "%(who)s confirmed deal %(deal)s of round %(round)s at table %(table)s."
    ),
    _Deed.DEAL_CHANGED: gettext_noop(
        "%(who)s corrected deal %(deal)s of round %(round)s at table %(table)s."
    ),
    _Deed.TABLE_CLOSED: gettext_noop("%(who)s ended table %(table)s of round %(round)s early."),
    _Deed.PAUSED: gettext_noop("%(who)s paused all tables."),
    _Deed.RESUMED: gettext_noop("%(who)s resumed all tables."),
    _Deed.EXTENDED: gettext_noop("%(who)s added %(seconds)s seconds at table %(table)s."),
    _Deed.CALLED: gettext_noop("%(who)s called the players to table %(table)s."),
    _Deed.REDRAWN: gettext_noop("%(who)s redrew the seating for round %(round)s."),
    _Deed.TAKEN_BACK: gettext_noop("%(who)s undid round %(round)s before it was played."),
    _Deed.APART: gettext_noop("%(who)s chose to keep %(name)s and %(other)s apart."),
    _Deed.TOGETHER: gettext_noop("%(who)s stopped keeping %(name)s and %(other)s apart."),
    _Deed.UNEVEN: gettext_noop("%(who)s chose what happens if tables don’t fill: %(way)s."),
    _Deed.IS_HERE: gettext_noop("%(who)s checked in %(name)s."),
    _Deed.NOT_HERE: gettext_noop("%(who)s undid %(name)s’s check-in."),
    _Deed.PROPOSED: gettext_noop(
        "%(who)s proposed a correction for table %(table)s in round %(round)s."
    ),
    _Deed.UNCORRECTED: gettext_noop(
        "%(who)s declined a correction for table %(table)s in round %(round)s."
    ),
    _Deed.ASKED: gettext_noop("%(who)s asked whether %(by)s can play for %(name)s."),
    _Deed.SETTLED: gettext_noop("%(who)s settled the event."),
    _Deed.UNSTARTED: gettext_noop("%(who)s undid the start before a card was played."),
    _Deed.GUEST_LINK: gettext_noop("%(who)s created a link for guests."),
    _Deed.NO_GUEST_LINK: gettext_noop("%(who)s closed the link for guests."),
    _Deed.REPEATS: gettext_noop("%(who)s chose to repeat the event: %(every)s."),
    _Deed.REPEATS_NOT: gettext_noop("%(who)s stopped repeating the event."),
    _Deed.CLOCK_STARTED: gettext_noop("%(who)s started the clock of round %(round)s."),
    _Deed.CLOCK_PAUSED: gettext_noop("%(who)s paused the clock of round %(round)s."),
    _Deed.CLOCK_EXTENDED: gettext_noop(
        "%(who)s added %(minutes)s min to the clock of round %(round)s."
    ),
    _Deed.CLOCK_SET: gettext_noop("%(who)s set the round clock to %(minutes)s min."),
    _Deed.SKIPS: gettext_noop("%(name)s skips round %(round)s."),
    _Deed.PLAYS: gettext_noop("%(name)s no longer skips round %(round)s."),
    _Deed.WAITS: gettext_noop(
        "%(who)s chose to start the event as soon as all invited members have accepted."
    ),
    _Deed.WAITS_NOT: gettext_noop("%(who)s chose to start the event by hand."),
    _Deed.COMMITTED: gettext_noop(
        "The secret for shuffling round %(round)s was drawn. Fingerprint (SHA-256): %(commitment)s"
    ),
}


#: Consequences of an ended membership, a new time zone, a closed club or a series.
_BECAUSE: Final = {
    _Deed.CREATED: gettext_noop("The event was created automatically, because it repeats."),
    _Deed.OPENED: gettext_noop("Sign-up was opened automatically, because the event repeats."),
    _Deed.WITHDREW: gettext_noop("%(name)s was withdrawn after leaving the club."),
    _Deed.CHANGED: gettext_noop(
        "%(who)s changed the club’s time zone to %(zone)s. The event kept its time of day."
    ),
    _Deed.CANCELLED: gettext_noop("%(who)s closed the club, which cancelled the event."),
}

#: Names of the fields of an event in the log.
_TERMS: Final = {
    "name": gettext_noop("name"),
    "starts_at": gettext_noop("start"),
    "description": gettext_noop("description"),
    "rules_name": gettext_noop("rules"),
    "rules": gettext_noop("rule details"),
    "deals": gettext_noop("deals per round"),
    "clock": gettext_noop("clock"),
    "stake_minor": gettext_noop("stake"),
    "currency": gettext_noop("currency"),
    "format": gettext_noop("format"),
    "format_settings": gettext_noop("format settings"),
    "entry_limit": gettext_noop("player limit"),
    "signup_closes": gettext_noop("end of sign-up"),
    "uneven": gettext_noop("if tables don’t fill"),
    "sit_out_points": gettext_noop("points for sitting out"),
    "penalty_limit": gettext_noop("penalty limit in points"),
    "fee_minor": gettext_noop("entry fee"),
    "pot_minor": gettext_noop("added to the pot"),
    "prizes": gettext_noop("prizes"),
    "payments": gettext_noop("payments"),
    "spectators": gettext_noop("spectators allowed"),
    "cards": gettext_noop("cards"),
    "spectator_delay": gettext_noop("spectator delay in plays"),
    "minutes": gettext_noop("length in minutes"),
    "visibility": gettext_noop("visible to"),
}
_AMOUNTS: Final = frozenset({"stake_minor", "fee_minor", "pot_minor"})
_VALUES: Final[dict[str, dict[str, Any]]] = {
    "uneven": dict(Event.Uneven.choices),
    "clock": dict(clocks.CHOICES),
    "cards": dict(Event.Cards.choices),
    "visibility": dict(Event.Visibility.choices),
    "payments": dict(Payments.choices),
    "format": {name: words.title for name, words in FORMATS.items()},
    "spectators": {
        "True": pgettext_lazy("spectators allowed", "yes"),
        "False": pgettext_lazy("spectators allowed", "no"),
    },
    "entry_limit": {"": gettext_lazy("no limit")},
    "every": {
        "week": gettext_lazy("every week"),
        "fortnight": gettext_lazy("every 2 weeks"),
        "month": gettext_lazy("every month"),
    },
    "signup_closes": {
        "start": gettext_lazy("when the event starts"),
        "first_round": gettext_lazy("when the first round ends"),
        "half": gettext_lazy("halfway through the rounds"),
        "format": gettext_lazy("as late as the format allows"),
    },
}


def _changes_sentence(record: EventRecord) -> str:
    """Return a sentence with the old and new values of all changed fields; may be empty."""
    changes = {name: values for name, *values in record.params.get("changes", []) if name in _TERMS}
    currencies: Sequence[str] = ("", "")
    if _AMOUNTS & set(changes):
        currencies = _currencies(record, changes)
        # The amounts already show the currency.
        changes.pop("currency", None)
    told = [
        _("%(what)s: %(before)s → %(after)s")
        % {
            "what": _(_TERMS[name]),
            "before": _value_label(name, before, currencies[0]),
            "after": _value_label(name, after, currencies[1]),
        }
        if before or after
        else _(_TERMS[name])
        for name, (before, after) in changes.items()
    ]
    return _("Changed: %(changes)s.") % {"changes": clauses(told)} if told else ""


def _currencies(record: EventRecord, changes: Mapping[str, Sequence[str]]) -> Sequence[str]:
    """Return (currency before, currency after) the logged change, which may have left it the same.

    Records of earlier releases don't store it: theirs is the event's currency, unless they changed
    it.
    """
    now = record.event.currency
    return record.params.get("currencies") or changes.get("currency") or (now, now)


def _value_label(field: str, value: str, currency: str) -> str:
    """Return a field's stored value as the log shows it; `currency` is only used for amounts."""
    if field in _AMOUNTS:
        return money.amount(int(value), currency) if currency and value != "0" else "–"
    return str(_VALUES.get(field, {}).get(value, value)) or "–"


def activity_line(record: EventRecord, club: Club, *, with_reason: bool = True) -> ActivityLine:
    """Return a log entry as a line, with its time in the club's time zone.

    Its actor and entry must be fetched.

    :param with_reason: whether the reader may see the organizer's reason; if not, it is empty
    """
    unsaid = ("round", "table", "deal", "before", "after", "points")
    params: dict[str, Any] = dict.fromkeys(unsaid, "") | record.params
    params["who"] = record.actor.shown_name if record.actor else _("The site")
    params["name"] = record.entry.name if record.entry else ""
    params["by"] = record.params.get("by") or _("a bot")
    params["other"] = record.params.get("other", "")
    params["every"] = _VALUES["every"].get(record.params.get("every", ""), "")
    params["way"] = _VALUES["uneven"].get(record.params.get("way", ""), "")
    for name in ("before", "after"):
        if isinstance(params[name], int):
            params[name] = signed(params[name])
    words = _DEEDS[_Deed(record.deed)]
    if record.deed == _Deed.FINISHED and record.actor is not None:
        words = gettext_noop("%(who)s ended the event.")
    elif record.deed == _Deed.EXTENDED and not params["table"]:
        words = gettext_noop("%(who)s added %(seconds)s seconds at all tables.")
    elif record.params.get("listed"):
        words = gettext_noop("%(who)s added %(name)s from a list.")
    elif record.params.get("picked"):
        words = gettext_noop("%(who)s added %(name)s.")
    elif record.deed == _Deed.SUBSTITUTED and params["by"] == params["name"]:
        words = gettext_noop("%(who)s let %(name)s play again.")
    elif record.params.get("because"):
        words = _BECAUSE[_Deed(record.deed)]
    local = timezone.localtime(record.at, zone_of(club))
    return ActivityLine(
        at=date_format(local, "SHORT_DATETIME_FORMAT"),
        words=paragraph(_(words) % params, _changes_sentence(record)),
        reason=shown_text(record.text) if with_reason else "",
    )
