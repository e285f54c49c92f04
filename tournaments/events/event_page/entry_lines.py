"""Lists of an event's players."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from django.utils.translation import gettext as _

from accounts.models import User
from accounts.sorting import sorted_by
from tournaments.events.core.models import Event
from tournaments.events.entries.models import Entry
from tournaments.events.rounds.tables import name_with_substitute
from tournaments.events.terms.selectors import TermsNow
from tournaments.events.terms.words import Offer, offer_of


@dataclass(frozen=True, slots=True)
class EntryLine:
    """An entry in a list of players: name and status, and for organizers what it lacks."""

    number: int
    name: str
    is_bot: bool
    has_bot_tag: bool
    is_own: bool
    status: str
    is_here: bool
    #: Whether the entrant signed up with the guest link.
    is_guest: bool = False
    #: For the desk, in an event with a stake: what the entrant lacks for a seat; may be empty.
    lacks: str = ""
    #: For the desk: the terms on which an organizer would answer for a player without an account.
    answer: Offer | None = None
    #: For the desk: the items of the entry's menu.
    actions: Sequence[Any] = ()
    #: For the desk: the points of penalties, as a negative number; empty for none.
    penalty: str = ""


def entry_lines(
    entries: Sequence[Entry],
    user: User | None,
    *statuses: str,
    terms_now: TermsNow | None = None,
    coming: int | None = None,
    substitutes: Mapping[int, str] | None = None,
) -> list[EntryLine]:
    """Return the entries with one of the statuses: by name, the waiting list in its order.

    :param coming: the number of the next round, so that the lines say who skips it
    :param terms_now: the terms and who has agreed to them, if the lines are for organizers
    :param substitutes: names of the substitutes who play now, by the number of the entry
    """
    by = substitutes or {}
    if terms_now is not None and terms_now.event.status == Event.Status.CANCELLED:
        # A cancelled event needs no agreements.
        terms_now = None
    found = [each for each in entries if each.status in statuses]
    if Entry.Status.WAITING in statuses:
        found.sort(key=lambda each: each.waiting_order)
    else:
        found = sorted_by(found, lambda each: each.name)
    return [
        EntryLine(
            number=each.number,
            name=name_with_substitute(each.name, by.get(each.number, "")),
            is_bot=bool(each.bot),
            has_bot_tag=each.has_bot_tag and each.number not in by,
            is_own=user is not None and each.user_id == user.pk,
            status=_entry_status(each, coming),
            is_here=each.status == Entry.Status.HERE or each.waits_here,
            is_guest=each.by_link,
            lacks="" if terms_now is None else _missing_agreement(terms_now, each),
            answer=None
            if terms_now is None or terms_now.may_sit(each)
            else _terms_to_answer_for(terms_now, each),
        )
        for each in found
    ]


def _missing_agreement(terms_now: TermsNow, entry: Entry) -> str:
    """Return what the entrant lacks to be seated in an event with a stake; may be empty."""
    if not terms_now.is_for_money or entry.status == Entry.Status.INVITED:
        return ""
    if entry.in_person is not None:
        return "" if terms_now.has_agreed(entry) else _("agreed in person")
    return "" if terms_now.may_sit(entry) else _("hasn’t agreed")


def _terms_to_answer_for(terms_now: TermsNow, entry: Entry) -> Offer | None:
    """Return the terms that an organizer accepts for a player without an account; else None."""
    return offer_of(terms_now, entry) if entry.is_by_name else None


def _entry_status(entry: Entry, coming: int | None) -> str:
    """Return which rounds the entrant plays, or else the entry's status, as text."""
    if entry.left is not None:
        return _("left after round %(round)s") % {"round": entry.left}
    if coming in entry.skipped:
        return _("skips round %(round)s") % {"round": coming}
    if entry.joined > 1:
        return _("from round %(round)s") % {"round": entry.joined}
    return entry.get_status_display()
