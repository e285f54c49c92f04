"""Shared code of event pages: finding the event and the reader's role, rendering, messages."""

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any, Final

from django.contrib import messages
from django.core.exceptions import PermissionDenied
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render
from django.urls import reverse
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from accounts.guests import person
from games.common.denials import Denial
from games.screens.question import StakeQuestion, terms_field, terms_in
from tournaments.clubs import selectors as clubs
from tournaments.clubs.policy import Right, Role, may
from tournaments.events.core import access, selectors, words
from tournaments.events.core.denial_texts import sentence
from tournaments.events.core.denials import EventCode
from tournaments.events.core.models import Event

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


@dataclass(frozen=True, slots=True)
class EventPage:
    """A link to a page of the event."""

    label: str
    url: str
    is_here: bool


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


def found_event(request: HttpRequest, slug: str) -> tuple[Event, Role | None]:
    """Return the event and the reader's role, None for non-members; raise Http404 if hidden."""
    found, user = selectors.event(slug), person(request)
    role = None if found is None else clubs.role_of(found.club, user)
    if found is None or not access.may_open(found, role, user):
        raise Http404(_("This event doesn’t exist."))
    return found, role


def run_event(request: HttpRequest, slug: str) -> tuple[Event, Role]:
    """Return the event and the reader's role; raise PermissionDenied for non-organizers."""
    found, role = found_event(request, slug)
    if role is None or not may(role, Right.RUN_EVENTS):
        raise PermissionDenied
    return found, role


def show(
    request: HttpRequest,
    template: str,
    event: Event,
    role: Role | None,
    *,
    status: int = 200,
    **context: Any,
) -> HttpResponse:
    """Render a template of events with common context; noindex for events that aren't public."""
    may_run = may(role, Right.RUN_EVENTS)
    context |= {
        "event": event,
        "event_pages": event_pages(event, request.path, may_run=may_run),
        "club": event.club,
        "role": role,
        "when": words.when(event),
        "when_for_reader": words.when_for_reader(event, getattr(request, "reader_zone", None)),
        "zone": words.zone_name(event.club),
        "may_run": may_run,
    }
    response = render(request, f"tournaments/events/{template}.html", context, status=status)
    if event.visibility != Event.Visibility.PUBLIC:
        response["X-Robots-Tag"] = "noindex"
    return response


def ask(request: HttpRequest, slug: str, question: StakeQuestion) -> HttpResponse:
    """Ask whether to exceed the user's own loss limit; a yes is posted to the same address."""
    context = {
        "question": question,
        "action": request.path,
        # The terms that the event's page showed and that the question is about.
        "terms_field": terms_field(terms_in(request.POST) or ""),
        "back": reverse("event", args=[slug]),
    }
    return render(request, "games/screens/agree.html", context, status=422)


def flash_result(request: HttpRequest, answer: object, success_message: str) -> bool:
    """Flash the success message (return True) or the denial; raise PermissionDenied if forbidden.

    Returns True on success.

    :raises PermissionDenied: the user may not do this at all
    """
    if isinstance(answer, Denial):
        if answer.code in (EventCode.NOT_IN_CLUB, EventCode.NOT_ALLOWED, EventCode.UNKNOWN):
            raise PermissionDenied
        messages.error(request, sentence(answer))
        return False
    messages.success(request, success_message)
    return True
