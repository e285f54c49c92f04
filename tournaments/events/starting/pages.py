"""The page "Start a tournament", and its live preview."""

from dataclasses import dataclass
from http import HTTPStatus
from typing import Any

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.core.exceptions import PermissionDenied
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.translation import gettext as _
from django.utils.translation import ngettext
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods, require_POST

from accounts.caller import of_request
from accounts.guests import person
from accounts.models import User
from games.common.denials import Denial
from tournaments.clubs import selectors as clubs
from tournaments.clubs.models import Club
from tournaments.clubs.policy import Right, Role, may
from tournaments.events.core import selectors
from tournaments.events.core.format_input import is_night
from tournaments.events.core.models import Event
from tournaments.events.core.words import FORMATS
from tournaments.events.setup.club_cover import add_denial
from tournaments.events.setup.pages import add_to_season, new_form, new_page
from tournaments.events.starting.forms import StartForm
from tournaments.events.starting.outline import Outline
from tournaments.events.starting.services import send_invitations, start_now

#: Values of the buttons: start at once, invite players to an event with a stake, only look, or go
#: on with the form that has all settings.
START, INVITE, LOOK, SETTINGS = "start", "invite", "look", "settings"
_DENIED = HTTPStatus.UNPROCESSABLE_ENTITY


@dataclass(frozen=True, slots=True)
class FormatCard:
    """A format as a choice, with its sentence."""

    name: str
    title: str
    about: str
    is_chosen: bool


def _club_of(request: HttpRequest, slug: str) -> tuple[Club, User, Role]:
    """Return the open club, the organizer and their role.

    :raises Http404: the club doesn't exist or is closed
    :raises PermissionDenied: the reader is no organizer
    """
    found, user = clubs.club(slug), person(request)
    if found is None or found.closed_at is not None:
        raise Http404(_("This club doesn’t exist or is closed."))
    role = clubs.role_of(found, user)
    if user is None or role is None or not may(role, Right.RUN_EVENTS):
        raise PermissionDenied
    return found, user, role


def _copied_event(request: HttpRequest, club: Club) -> Event | None:
    """Return the event of the club named by ``?like=``, unless it is a club night."""
    like = selectors.event(request.GET.get("like", ""))
    return None if like is None or like.club_id != club.pk or is_night(like) else like


@login_required
@never_cache  # The Back button must not show a form with a used key
@require_http_methods(["GET", "HEAD", "POST"])
def start(request: HttpRequest, club: str) -> HttpResponse:
    """Show and take the form that starts a tournament or, with a stake, invites to one."""
    found, user, role = _club_of(request, club)
    like = _copied_event(request, found)
    if request.method != "POST":
        form = StartForm(reader=user, club=found, event=like)
        looked = StartForm(form.initial_data(), reader=user, club=found, event=like)
        looked.is_valid()
        return _page(request, found, role, form, like=like, outline=looked.outline)
    form = StartForm(request.POST, reader=user, club=found, event=like)
    act = request.POST.get("act", LOOK)
    if act == SETTINGS:
        full = new_form(None, user, found, like)
        full.initial.update(form.values_for_all_settings(full.fields))
        return new_page(request, found, role, full, like=like, planned=form.chosen_members())
    if form.is_valid() and act != LOOK:
        outline = form.outline
        assert outline is not None, "a valid form has an outline"
        if (act == INVITE) != outline.is_for_money:
            # The stake was entered or removed without a new preview.
            messages.warning(request, _("Check the stake, then press the button again."))
            return _page(request, found, role, form, like=like, status=_DENIED)
        answer = _call_service(request, found, form, outline)
        if isinstance(answer, Event):
            add_to_season(request, answer, form.cleaned_data.get("season"))
            return redirect(_next_page(request, answer, user))
        add_denial(form, answer, None, found, role)
    status = HTTPStatus.OK if act == LOOK else _DENIED
    return _page(request, found, role, form, like=like, status=status)


def _call_service(
    request: HttpRequest, club: Club, form: StartForm, outline: Outline
) -> Event | Denial:
    """Start the event or send its invitations; return the event or the denial."""
    said, caller = form.cleaned_data, of_request(request)
    if outline.is_for_money:
        return send_invitations(
            caller,
            club,
            said["members"],
            form_key=said["form_key"],
            starts_when_accepted=said["starts_when_accepted"],
            **form.terms(),
        )
    return start_now(
        caller, club, said["members"], said["names"], form_key=said["form_key"], **form.terms()
    )


def _next_page(request: HttpRequest, event: Event, user: User) -> str:
    """Flash what was done; return the address of the page where it goes on.

    That is the event's page for an organizer who plays, and the desk for others.
    """
    if event.status == Event.Status.RUNNING:
        if event.is_on_paper:
            messages.success(request, _("Event started. Round 1 is published."))
        else:
            messages.success(request, _("Event started. The cards are on the tables."))
        plays = event.entries.filter(user=user).exists()
        return reverse("event" if plays else "event_desk", args=[event.slug])
    invited = event.entries.filter(user__isnull=False).count()
    words = ngettext("%(count)d invitation sent.", "%(count)d invitations sent.", invited)
    messages.success(request, words % {"count": invited})
    return reverse("event_desk", args=[event.slug])


@login_required
@never_cache
@require_POST
def preview(request: HttpRequest, club: str) -> HttpResponse:
    """Return the formats, lengths and outline for the answers so far; nothing is stored."""
    found, user, _role = _club_of(request, club)
    form = StartForm(request.POST, reader=user, club=found, event=_copied_event(request, found))
    form.is_valid()
    context = {"form": form, "is_preview": True, **_outline_context(form, form.outline)}
    return render(request, "tournaments/events/start_preview.html", context)


def _page(
    request: HttpRequest,
    club: Club,
    role: Role,
    form: StartForm,
    *,
    like: Event | None,
    outline: Outline | None = None,
    status: int = HTTPStatus.OK,
) -> HttpResponse:
    """Render the page with this form.

    :param like: the event that is copied
    :param outline: the outline to show; None for the form's own
    """
    context = {
        "form": form,
        "like": like,
        "club": club,
        "role": role,
        **_outline_context(form, outline or form.outline),
    }
    return render(request, "tournaments/events/start.html", context, status=status)


def _outline_context(form: StartForm, outline: Outline | None) -> dict[str, Any]:
    """Return the context of the parts that depend on the outline."""
    possible = [] if outline is None else outline.formats
    chosen = form["format"].value() if outline is None else outline.event.format
    names = possible or [name for name, _title in form.fields["format"].choices]  # type: ignore[attr-defined]
    cards = [
        FormatCard(name, str(FORMATS[name].title), FORMATS[name].brief, name == chosen)
        for name in FORMATS
        if name in names
    ]
    return {"outline": outline, "formats": cards}
