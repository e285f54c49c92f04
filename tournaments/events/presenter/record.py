"""What the desk did, and why."""

from dataclasses import dataclass
from typing import Any, Final

from django.utils import timezone
from django.utils.formats import date_format
from django.utils.translation import gettext as _
from django.utils.translation import gettext_noop

from tournaments.clubs.models import Club
from tournaments.events.models import EventRecord
from tournaments.events.presenter.words import signed, zone_of


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
    _Deed.HERE: gettext_noop("%(who)s checked %(name)s in."),
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
}


def record_line(record: EventRecord, club: Club) -> DeedLine:
    """Return what was done in a sentence; actor and entry are fetched already."""
    unsaid = ("round", "table", "deal", "before", "after", "points")
    known: dict[str, Any] = dict.fromkeys(unsaid, "") | record.params
    known["who"] = record.actor.shown_name if record.actor else _("The club")
    known["name"] = record.entry.name if record.entry else ""
    known["by"] = record.params.get("by") or _("a bot")
    for name in ("before", "after"):
        if isinstance(known[name], int):
            known[name] = signed(known[name])
    local = timezone.localtime(record.at, zone_of(club))
    return DeedLine(
        at=date_format(local, "SHORT_DATETIME_FORMAT"),
        words=_(_DEEDS[_Deed(record.deed)]) % known,
        reason=record.text,
    )
