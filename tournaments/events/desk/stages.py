"""The stages of an event on the organizers' desk, and the button for the next one."""

from dataclasses import dataclass
from typing import Final

from django.urls import reverse
from django.utils.translation import gettext_lazy, pgettext_lazy

from tournaments.events.core.format_input import is_night
from tournaments.events.core.models import Event

_Status = Event.Status


@dataclass(frozen=True, slots=True)
class Stage:
    """A stage of an event, as the desk shows them in a row."""

    label: str
    is_now: bool
    is_done: bool


_COURSE = (_Status.DRAFT, _Status.OPEN, _Status.CHECK_IN, _Status.RUNNING, _Status.FINISHED)


def event_stages(event: Event) -> list[Stage]:
    """Return the stages of the event; empty if it is cancelled."""
    if event.status == _Status.CANCELLED:
        return []
    points = [each for each in _COURSE if each == event.status or not _skips_stage(event, each)]
    now = points.index(_Status(event.status))
    return [Stage(str(each.label), place == now, place < now) for place, each in enumerate(points)]


def _skips_stage(event: Event, status: str) -> bool:
    """Return whether the event skips the stage: club nights have no check-in."""
    return is_night(event) and status == _Status.CHECK_IN


#: The next step by the event's status: its name in the address, button and explanation.
_ONWARDS: Final = {
    _Status.DRAFT: (
        "open",
        pgettext_lazy("verb", "Open sign-up"),
        gettext_lazy("Only organizers can see a draft. Members can join once sign-up is open."),
    ),
    _Status.OPEN: (
        "check-in",
        pgettext_lazy("verb", "Open check-in"),
        gettext_lazy("Open check-in when people arrive. Only checked-in players are seated."),
    ),
    _Status.CHECK_IN: (
        "start",
        gettext_lazy("Start event"),
        gettext_lazy(
            "Starting the event draws the seating for round 1. Only checked-in players get a seat."
        ),
    ),
}


#: The next step of a club night.
_NIGHT_BEGINS: Final = (
    "start",
    gettext_lazy("Start club night"),
    gettext_lazy(
        "Once the club night starts, members can open tables and take seats. No sign-up or"
        " check-in is needed."
    ),
)


@dataclass(frozen=True, slots=True)
class NextStep:
    """The button that takes the event to its next stage."""

    label: str
    about: str
    url: str


def next_step(event: Event) -> NextStep | None:
    """Return the button for the next stage; None if rounds run or the event is over."""
    found = _ONWARDS.get(_Status(event.status))
    if is_night(event) and event.status in (_Status.OPEN, _Status.CHECK_IN):
        found = _NIGHT_BEGINS
    if found is None:
        return None
    act, label, about = found
    return NextStep(str(label), str(about), reverse("event_desk_action", args=[event.slug, act]))
