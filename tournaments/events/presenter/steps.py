"""The course of an event as the desk sees it."""

from dataclasses import dataclass
from typing import Final

from django.urls import reverse
from django.utils.translation import gettext as _
from django.utils.translation import gettext_noop, ngettext, ngettext_lazy

from tournaments.events.formats import Note
from tournaments.events.models import Event, EventRound
from tournaments.events.rounds import Round
from tournaments.events.services.planned import (
    entrants_of,
    format_of,
    history_of,
    is_night,
    seating_context_of,
)

_Status = Event.Status


@dataclass(frozen=True, slots=True)
class CourseStep:
    """A point of an event's course, as the desk shows them in a row."""

    label: str
    is_now: bool
    is_done: bool


_COURSE = (_Status.DRAFT, _Status.OPEN, _Status.CHECK_IN, _Status.RUNNING, _Status.FINISHED)


def course(event: Event) -> list[CourseStep]:
    """Return the points of the event's course; none for one that is cancelled."""
    if event.status == _Status.CANCELLED:
        return []
    points = [each for each in _COURSE if each == event.status or not _is_left_out(event, each)]
    now = points.index(_Status(event.status))
    return [
        CourseStep(str(each.label), place == now, place < now) for place, each in enumerate(points)
    ]


def _is_left_out(event: Event, point: str) -> bool:
    """Tell whether the event does without that point: at a club night nobody checks in."""
    return is_night(event) and point == _Status.CHECK_IN


#: What brings the event on, by where it is: act, label, and what it means.
_ONWARDS: Final = {
    _Status.DRAFT: (
        "open",
        gettext_noop("Open it for entries"),
        gettext_noop("Only organizers see a draft. Once it is open, members can enter."),
    ),
    _Status.OPEN: (
        "check-in",
        gettext_noop("Begin the check-in"),
        gettext_noop("Those who have entered say that they are here; only they are seated."),
    ),
    _Status.CHECK_IN: (
        "start",
        gettext_noop("Start the event"),
        gettext_noop("The first round is proposed. Who has not checked in is not seated."),
    ),
}


#: The same for a club night.
_NIGHT_BEGINS: Final = (
    "start",
    gettext_noop("Begin the night"),
    gettext_noop(
        "Members can open tables and sit down then. Nobody needs to enter or check in before:"
        " whoever sits down takes part."
    ),
)


@dataclass(frozen=True, slots=True)
class Onwards:
    """The one press that brings the event on."""

    label: str
    about: str
    url: str


def onwards(event: Event) -> Onwards | None:
    """Return what brings the event on; None where rounds do, or where it is over."""
    found = _ONWARDS.get(_Status(event.status))
    if is_night(event) and event.status in (_Status.OPEN, _Status.CHECK_IN):
        found = _NIGHT_BEGINS
    if found is None:
        return None
    act, label, about = found
    return Onwards(_(label), _(about), reverse("event_act", args=[event.slug, act]))


def round_notes(event: Event, row: EventRound) -> str:
    """Return what there is to explain about the proposed round, in a sentence. Seven queries."""
    seating = row.seated
    proposed = Round(seating, stage=row.stage)
    format_, hall = format_of(event), seating_context_of(event)
    notes = format_.notes(history_of(event), proposed, entrants_of(event), hall)
    tables = ngettext("%(count)d table", "%(count)d tables", len(seating.tables))
    said = [tables % {"count": len(seating.tables)}]
    said += [_note(note) for note in notes if note.code in _NOTES]
    if not any(note.code == "repeats" for note in notes):
        said.append(_("nobody meets anybody a second time"))
    return "; ".join(said) + "."


#: What formats explain, for one and for several. Who is kept apart has a place of its own.
_NOTES: Final = {
    "sit_out": ngettext_lazy("%(count)d sits out", "%(count)d sit out", "count"),
    "byes": ngettext_lazy(
        "%(count)d goes on without playing", "%(count)d go on without playing", "count"
    ),
    "smaller_tables": ngettext_lazy(
        "%(count)d of them is smaller", "%(count)d of them are smaller", "count"
    ),
    "bots": ngettext_lazy("%(count)d bot completes it", "%(count)d bots complete them", "count"),
    "lucky_losers": ngettext_lazy(
        "%(count)d who was out is back to fill it",
        "%(count)d who were out are back to fill it",
        "count",
    ),
    "repeats": ngettext_lazy("%(count)d pair meets again", "%(count)d pairs meet again", "count"),
}


def _note(note: Note) -> str:
    return str(_NOTES[note.code] % note.params)
