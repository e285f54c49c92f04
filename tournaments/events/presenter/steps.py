"""The course of an event as the desk sees it."""

from dataclasses import dataclass
from typing import Final

from django.urls import reverse
from django.utils.translation import gettext as _
from django.utils.translation import gettext_noop, ngettext

from tournaments.events.formats.base import pairs_of
from tournaments.events.models import Event, EventRound
from tournaments.events.services.planned import is_night

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
    """Return what is uneven about the proposed round, in a sentence."""
    seating = row.seated
    said = [
        ngettext("%(count)d table", "%(count)d tables", len(seating.tables))
        % {"count": len(seating.tables)}
    ]
    if seating.out:
        said.append(
            ngettext("%(count)d sits out", "%(count)d sit out", len(seating.out))
            % {"count": len(seating.out)}
        )
    bots = sum(table.count(None) for table in seating.tables)
    if bots:
        said.append(
            ngettext("%(count)d bot completes it", "%(count)d bots complete them", bots)
            % {"count": bots}
        )
    again = _repeats(event, row)
    said.append(
        ngettext("%(count)d pair meets again", "%(count)d pairs meet again", again)
        % {"count": again}
        if again
        else _("nobody meets anybody a second time")
    )
    return "; ".join(said) + "."


def _repeats(event: Event, row: EventRound) -> int:
    before = event.rounds.filter(number__lt=row.number)
    met = {pair for each in before for pair in pairs_of(each.seated)}
    return len(met & set(pairs_of(row.seated)))
