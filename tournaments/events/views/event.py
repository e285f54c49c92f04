"""The page of an event, and what its members do there."""

from collections.abc import Callable

from django.contrib.auth.decorators import login_required
from django.core.exceptions import PermissionDenied
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_POST, require_safe

from accounts.caller import Caller, of_request
from accounts.guests import person
from tournaments.events import presenter, selectors, services
from tournaments.events.models import Entry, Event, EventRound
from tournaments.events.services.planned import is_night
from tournaments.events.views.common import IN, RECORDS_LENGTH, found_event, show, tell
from tournaments.events.views.night import show_night


@never_cache
@require_safe
def event(request: HttpRequest, slug: str) -> HttpResponse:
    """Show the event: what it is, who is in it, who sits where, who is ahead."""
    found, role = found_event(request, slug)
    user = person(request)
    entries = selectors.entries(found)
    names = {each.number: each for each in entries}
    own = next((each.number for each in entries if user and each.user_id == user.pk), 0)
    table = None if user is None else selectors.table_of(user, found)
    if user is not None and own:
        services.notices_seen(user.pk, found.pk)
    published = [
        presenter.round_part(found, each, names, own)
        for each in selectors.rounds(found)
        if each.status != EventRound.Status.PROPOSED
    ]
    if is_night(found):
        return show_night(request, found, role, entries, published)
    standings = presenter.standing_lines(found, names, user) if published else []
    return show(
        request,
        "event",
        found,
        role,
        facts=presenter.facts(found),
        part=presenter.own_part(found, entries, user if role else None, table),
        here=request.path,
        entrants=presenter.entry_lines(entries, user, *IN),
        waiting=presenter.entry_lines(entries, user, Entry.Status.WAITING),
        gone=presenter.entry_lines(entries, user, Entry.Status.WITHDRAWN),
        current=published[0] if published else None,
        earlier=published[1:],
        standings=standings,
        house=presenter.house_line(found) if published else "",
        round_numbers=[each.number for each in reversed(published)],
        is_final=found.status == Event.Status.FINISHED,
        records=[
            presenter.record_line(each, found.club)
            for each in selectors.records(found)[:RECORDS_LENGTH]
        ],
    )


def _take_part(
    request: HttpRequest, slug: str, service: Callable[[Caller, int], object], done: str
) -> HttpResponse:
    found, role = found_event(request, slug)
    if role is None:
        raise PermissionDenied
    tell(request, service(of_request(request), found.pk), done)
    return redirect("event", slug)


@login_required
@require_POST
def enter(request: HttpRequest, slug: str) -> HttpResponse:
    """Enter the event, or its waiting list."""
    return _take_part(request, slug, services.enter, _("You are on the list."))


@login_required
@require_POST
def withdraw(request: HttpRequest, slug: str) -> HttpResponse:
    """Take part no longer."""
    return _take_part(request, slug, services.withdraw, _("You take part no longer."))


@login_required
@require_POST
def here(request: HttpRequest, slug: str) -> HttpResponse:
    """Say that one is there."""
    return _take_part(request, slug, services.check_in, _("You are checked in."))
