"""The page of an event, its projector view and its preview picture."""

from django.http import HttpRequest, HttpResponse, HttpResponseBase
from django.utils.translation import ngettext, override
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_safe

from accounts.guests import person
from accounts.languages import offered
from games.common.previews.facts import LinkPicture
from games.common.previews.http import picture
from tournaments.clubs.policy import Right, may
from tournaments.events.club_nights.pages import show_night
from tournaments.events.core import access, selectors
from tournaments.events.core.format_input import is_night
from tournaments.events.core.models import Event
from tournaments.events.core.pages import found_event, shared_links, show
from tournaments.events.core.words import format_words, when
from tournaments.events.desk.live import now_ms
from tournaments.events.duplicate.pages import drawn_word
from tournaments.events.entries.models import Entry
from tournaments.events.event_page.facts import facts
from tournaments.events.event_page.live import state_of
from tournaments.events.event_page.open_questions import unanswered_questions
from tournaments.events.guest_links.part import guest_link_part
from tournaments.events.notices.services import notices_seen
from tournaments.events.starting.services import may_undo_start


@never_cache
@require_safe
def event(request: HttpRequest, slug: str) -> HttpResponse:
    """Show the event: facts, players, seating and standings; mark the reader's notices as seen."""
    found, role = found_event(request, slug)
    user = person(request)
    if is_night(found):
        return show_night(request, found, role)
    state = state_of(found)
    if user is not None and (role is not None or state.own_number(user)):
        notices_seen(user.pk, found.pk)
    return show(
        request,
        "event",
        found,
        role,
        facts=facts(
            found,
            with_stake=access.may_see_money(role, is_entered=bool(state.own_number(user))),
        ),
        part=state.own_part(user, role),
        own_number=state.own_number(user),
        asked=unanswered_questions(found, user),
        may_undo_start=may(role, Right.RUN_EVENTS) and may_undo_start(found),
        here=request.path,
        now=now_ms(),
        words=state.words(user),
        suggested=drawn_word(),
        ws_url=f"/ws/events/{slug}/?version={state.version}",
        shared_links=shared_links(found, request.build_absolute_uri),
        guest_link=guest_link_part(found, request.build_absolute_uri)
        if may(role, Right.RUN_EVENTS)
        else None,
        **state.context(user, is_organizer=may(role, Right.RUN_EVENTS)),
    )


@never_cache
@require_safe
def projector(request: HttpRequest, slug: str) -> HttpResponse:
    """Show the projector view, to the same readers as the event's page."""
    found, role = found_event(request, slug)
    state = state_of(found)
    ws_url = f"/ws/events/{slug}/projector/?version={state.version}"
    return show(
        request, "projector", found, role, ws_url=ws_url, now=now_ms(), **state.projector_context()
    )


@require_safe
def event_preview(request: HttpRequest, slug: str) -> HttpResponseBase:
    """Send the picture of an event in its club's language; a general one for hidden events."""
    found = selectors.event(slug)
    is_open = found is not None and access.is_for_previews(found)
    with override(offered(found.club.language if found is not None else "")):
        return picture(request, preview_of(found) if found is not None and is_open else None)


def preview_of(event: Event) -> LinkPicture:
    """Return the content of the event's picture, without names of users. One query."""
    entered = event.entries.filter(status__in=Entry.PLACED_STATUSES).count()
    words = (
        ngettext("%(count)d signed up", "%(count)d signed up", entered)
        if event.entry_limit is None
        else ngettext(
            "%(count)d of %(limit)d signed up", "%(count)d of %(limit)d signed up", entered
        )
    ) % {"count": entered, "limit": event.entry_limit}
    lines = [when(event), format_words(event), words]
    if event.status != Event.Status.OPEN:
        lines[-1] = event.get_status_display()
    return LinkPicture(event.club.name, event.name, tuple(lines))
