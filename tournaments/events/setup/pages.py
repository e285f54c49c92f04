"""Creating and editing an event."""

from collections.abc import Sequence
from http import HTTPStatus
from typing import Any, Final
from urllib.parse import urlencode

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.core.exceptions import PermissionDenied
from django.http import Http404, HttpRequest, HttpResponse, QueryDict
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.html import escape
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods, require_POST

from accounts.caller import of_request
from accounts.guests import person, signed_in_user
from accounts.models import User
from games.common.denials import Denial
from games.common.numbers import whole_number
from tournaments.clubs import presenter as club_pages
from tournaments.clubs import selectors as clubs
from tournaments.clubs.models import Club
from tournaments.clubs.policy import Right, Role, may
from tournaments.events.core import activity, selectors, words
from tournaments.events.core.denial_texts import sentence
from tournaments.events.core.denials import EventCode
from tournaments.events.core.format_input import is_night
from tournaments.events.core.models import Event, EventRecord
from tournaments.events.core.pages import run_event, show
from tournaments.events.entries.last_players import players_of_event
from tournaments.events.entries.planned_players import FIELD, keep_planned, posted_players
from tournaments.events.seasons.selectors import open_season_of, usual_season
from tournaments.events.seasons.services import add_events
from tournaments.events.series.services import set_repetition
from tournaments.events.setup.club_cover import add_denial
from tournaments.events.setup.forms import EventForm
from tournaments.events.setup.services import change_event, create_event, terms_version
from tournaments.events.setup.started_form import StartedEventForm


@login_required
@require_http_methods(["GET", "HEAD", "POST"])
def new(request: HttpRequest, club: str) -> HttpResponse:
    """Show and take the form for a new draft event; ``?like=`` copies another event's settings."""
    found, user = clubs.club(club), person(request)
    if found is None or found.closed_at is not None:
        raise Http404(_("This club doesn’t exist or is closed."))
    role = clubs.role_of(found, user)
    if user is None or not may(role, Right.RUN_EVENTS):
        raise PermissionDenied
    posted = request.method == "POST"
    like = selectors.event(request.GET.get("like", ""))
    if like is not None and like.club_id != found.pk:
        like = None
    form = new_form(request.POST if posted else None, user, found, like)
    planned = posted_players(request)
    if not posted and like is not None and not is_night(like):
        planned = players_of_event(like).members
    if form.is_valid():
        made = create_event(of_request(request), found, **form.terms())
        if isinstance(made, Event):
            set_repetition(of_request(request), made.pk, form.repetition())
            messages.success(request, _("Draft created. Open sign-up when it’s ready."))
            add_to_season(request, made, form.cleaned_data.get("season"))
            keep_planned(request, made, planned)
            return redirect("event_desk", made.slug)
        add_denial(form, made, _FIELDS.get(EventCode(made.code)), found, role)
    return new_page(
        request, found, role, form, like=like, planned=planned, status=422 if posted else 200
    )


@login_required
@never_cache
@require_POST
def preview_groups(request: HttpRequest, club: str) -> HttpResponse:
    """Return what the settings of groups in the posted form mean, in sentences; store nothing.

    ``?like=`` names the event that is copied or edited, ``?players=`` the number of players known.
    """
    found, user = clubs.club(club), person(request)
    if found is None or user is None or not may(clubs.role_of(found, user), Right.RUN_EVENTS):
        raise PermissionDenied
    like = selectors.event(request.GET.get("like", ""))
    if like is not None and like.club_id != found.pk:
        like = None
    form = EventForm(request.POST, reader=user, club=found, event=like)
    players = whole_number(request.GET.get("players"), 3) or _USUAL_PLAYERS
    return HttpResponse(escape(form.groups_outline(players)))


def new_form(data: QueryDict | None, reader: User, club: Club, like: Event | None) -> EventForm:
    """Return the form of a new event.

    :param like: the event that is copied
    """
    form = EventForm(data, reader=reader, club=club, event=like)
    form.offer_seasons(usual_season(club.pk) if like is None else open_season_of(like))
    if like is not None:
        form.clear_date()
        form.clear_repetition()
    return form


def groups_url(club: Club, event: Event | None, players: int) -> str:
    """Return the address of `preview_groups` for a new event or a copy, or for an edited event.

    :param players: the number of players so far; 0 if none are known
    """
    known = {"like": event and event.slug, "players": players}
    query = urlencode({name: value for name, value in known.items() if value})
    return f"{reverse('event_groups_preview', args=[club.slug])}?{query}"


def new_page(
    request: HttpRequest,
    club: Club,
    role: Role | None,
    form: EventForm,
    *,
    like: Event | None,
    planned: Sequence[int],
    status: int = HTTPStatus.OK,
) -> HttpResponse:
    """Render the form of a new event.

    :param planned: account numbers of members who are selected once sign-up is open
    """
    url = reverse("event_new", args=[club.slug])
    context: dict[str, Any] = {
        "form": form,
        "form_url": url if like is None else f"{url}?like={like.slug}",
        "planned": planned,
        "groups_url": groups_url(club, like, len(planned)),
        "planned_field": FIELD,
        **club_pages.club_context(club, role, "events"),
        "zone": words.zone_name(club),
    }
    return render(request, "tournaments/events/new.html", context, status=status)


@login_required
@require_http_methods(["GET", "HEAD", "POST"])
def edit(request: HttpRequest, slug: str) -> HttpResponse:
    """Show and take the form for an event: all its fields before the start, a few afterwards."""
    found, role = run_event(request, slug)
    if found.status in Event.OVER_STATUSES:
        messages.error(request, sentence(Denial(EventCode.OVER)))
        return redirect("event_desk", slug)
    user = signed_in_user(request)
    posted = request.method == "POST"
    data = request.POST if posted else None
    form: EventForm | StartedEventForm
    is_running = found.status == Event.Status.RUNNING
    if is_running:
        form = StartedEventForm(data, event=found)
    else:
        form = EventForm(data, reader=user, club=found.club, event=found)
    made_from = request.POST.get("made_from", "") if posted else terms_version(found)
    if form.is_valid():
        answer = change_event(of_request(request), found.pk, made_from=made_from, **form.terms())
        if answer is None and isinstance(form, EventForm):
            answer = set_repetition(of_request(request), found.pk, form.repetition())
        if answer is None:
            messages.success(request, _("Event saved."))
            return redirect("event_desk", slug)
        add_denial(form, answer, _FIELDS.get(EventCode(answer.code)), found.club, role)
        if answer.code == EventCode.EVENT_CHANGED:
            # Posting it again saves it; the form shows the changes made in the meantime.
            found.refresh_from_db()
            made_from = terms_version(found)
    changed = selectors.records(found).filter(deed=EventRecord.Deed.CHANGED).first()
    is_late = posted and changed is not None and not form.is_valid()
    return show(
        request,
        "edit_words" if is_running else "edit",
        found,
        role,
        status=422 if posted else 200,
        form=form,
        made_from=made_from,
        groups_url=groups_url(found.club, found, found.entries.filter(left=None).count()),
        latest=activity.activity_line(changed, found.club) if is_late and changed else None,
    )


def add_to_season(request: HttpRequest, event: Event, season_id: int | None) -> None:
    """Add a new event to the chosen season, if any; flash an error if it is denied."""
    if season_id is None:
        return
    answer = add_events(of_request(request), season_id, event.pk)
    if answer is not None and answer.code != EventCode.IN_SEASON_ALREADY:
        messages.error(request, sentence(answer))


#: Number of players for which groups are outlined if it isn't known.
_USUAL_PLAYERS: Final = 12
#: The fields at which denials are shown.
_FIELDS: Final = {
    EventCode.BEGINS_IN_THE_PAST: "date",
    EventCode.ENTRIES_BELOW_LIMIT: "entry_limit",
}
