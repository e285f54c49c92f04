"""The pages of an event, as the row of links under its name has them."""

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any, Final

from django.urls import reverse
from django.utils.translation import gettext_lazy

from tournaments.events.models import Event


@dataclass(frozen=True, slots=True)
class EventPage:
    """A link to a page of the event."""

    label: str
    url: str
    is_here: bool


@dataclass(frozen=True, slots=True)
class SharedLink:
    """The full address of a page that anybody may follow."""

    share_id: str
    label: str
    url: str


#: What everybody may read, by the name of its address, in the order of the row.
_FOR_ALL: Final[dict[str, Any]] = {
    "event": gettext_lazy("The event"),
    "event_standings": gettext_lazy("Standings"),
    "event_projector": gettext_lazy("Projector"),
}
#: What those see besides who run it.
_FOR_ORGANIZERS: Final[dict[str, Any]] = {
    "event_desk": gettext_lazy("Desk"),
    "event_edit": gettext_lazy("Change"),
}


def event_pages(event: Event, here: str, *, may_run: bool) -> list[EventPage]:
    """Return the links of the row; none where there would be one alone.

    :param here: the path that is read
    """
    names = _FOR_ALL | (_FOR_ORGANIZERS if may_run else {})
    found = []
    for name, label in names.items():
        url = reverse(name, args=[event.slug])
        found.append(EventPage(str(label), url, url == here))
    return found if len(found) > 1 else []


def shared_links(event: Event, absolute: Callable[[str], str]) -> list[SharedLink]:
    """Return the addresses to be given to those at home.

    :param absolute: makes a full address of a path
    """
    return [
        SharedLink(f"share-{name}", str(label), absolute(reverse(name, args=[event.slug])))
        for name, label in _FOR_ALL.items()
    ]
