"""The desk's part for starting without check-in: answers to invitations, and the button."""

from collections.abc import Collection, Sequence
from dataclasses import dataclass

from django.utils.translation import ngettext

from accounts.sorting import sorted_by
from games.common.numbers import listed
from tournaments.events.core.format_input import is_night
from tournaments.events.core.models import Event
from tournaments.events.core.selectors import declined_entries
from tournaments.events.entries.models import Entry
from tournaments.events.terms.selectors import TermsNow


@dataclass(frozen=True, slots=True)
class Answers:
    """Members by their answer to the invitation to an event with a stake: counts and names."""

    accepted: int
    accepted_names: str
    declined: int
    declined_names: str
    waiting: int
    waiting_names: str


@dataclass(frozen=True, slots=True)
class StartPart:
    """The button that starts the event with everyone who is ready; the answers if for money."""

    #: Empty if too few players are ready, or all of them are checked in.
    label: str
    answers: Answers | None
    #: Whether the event starts as soon as all have accepted.
    starts_when_accepted: bool


def start_part(event: Event, entries: Collection[Entry], terms: TermsNow) -> StartPart | None:
    """Return the part of an event with open sign-up or check-in; None for others. Two queries."""
    if event.status not in (Event.Status.OPEN, Event.Status.CHECK_IN) or is_night(event):
        return None
    ready = [
        each for each in entries if each.status in Entry.PLACED_STATUSES and terms.may_sit(each)
    ]
    label = ""
    # With everyone checked in, the next stage is the start.
    is_all_here = event.status == Event.Status.CHECK_IN and all(
        each.status == Entry.Status.HERE for each in ready
    )
    if len(ready) > 1 and not is_all_here:
        words = (
            ngettext(
                "Start with the %(count)d who accepted",
                "Start with the %(count)d who accepted",
                len(ready),
            )
            if terms.is_for_money
            else ngettext(
                "Start with the %(count)d signed up",
                "Start with the %(count)d signed up",
                len(ready),
            )
        )
        label = words % {"count": len(ready)}
    answers = _answers(event, entries, ready) if terms.is_for_money else None
    if not label and answers is None:
        return None
    return StartPart(label, answers, event.starts_when_accepted)


def _answers(event: Event, entries: Collection[Entry], ready: Collection[Entry]) -> Answers | None:
    """Return the answers to the invitations; None if no member was invited and none is ready."""
    numbers = declined_entries(event, entries)
    declined = [each for each in entries if each.number in numbers]
    waiting = [each for each in entries if each.status == Entry.Status.INVITED]
    if not (ready or declined or waiting):
        return None
    return Answers(
        *(len(ready), _names(ready)),
        *(len(declined), _names(declined)),
        *(len(waiting), _names(waiting)),
    )


def _names(entries: Collection[Entry]) -> str:
    """Return the entrants' names, in order, as one text; empty without any."""
    names: Sequence[str] = [each.name for each in sorted_by(entries, lambda each: each.name)]
    return listed(names) if names else ""
