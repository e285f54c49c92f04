"""Links between the pages of an event, shown under its name."""

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any, Final

from django.urls import reverse
from django.utils.translation import gettext_lazy

from tournaments.events.core.models import Event


@dataclass(frozen=True, slots=True)
class EventPage:
    """A link to a page of the event."""

    label: str
    url: str
    is_here: bool


#: Labels of the pages open to all readers of the event, by URL name, in order.
_FOR_ALL: Final[dict[str, Any]] = {
    "event": gettext_lazy("Event"),
    "event_standings": gettext_lazy("Standings"),
    "event_projector": gettext_lazy("Projector"),
}
#: Labels of the pages only for organizers, by URL name, in order.
_FOR_ORGANIZERS: Final[dict[str, Any]] = {
    "event_desk": gettext_lazy("Desk"),
    "event_edit": gettext_lazy("Edit"),
}


def event_pages(event: Event, current_path: str, *, may_run: bool) -> list[EventPage]:
    """Return links to the event's pages that the reader may open; empty if there is only one.

    :param current_path: the path of the current page
    """
    names = _FOR_ALL | (_FOR_ORGANIZERS if may_run else {})
    found = []
    for name, label in names.items():
        url = reverse(name, args=[event.slug])
        found.append(EventPage(str(label), url, url == current_path))
    return found if len(found) > 1 else []


def shared_links(event: Event, full_url: Callable[[str], str]) -> list[tuple[str, str, str]]:
    """Return (name, label, full address) of the event's pages that organizers can share.

    :param full_url: makes a path a full address
    """
    return [
        (name, str(label), full_url(reverse(name, args=[event.slug])))
        for name, label in _FOR_ALL.items()
    ]
