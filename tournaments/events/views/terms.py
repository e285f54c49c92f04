"""An event is made."""

from typing import Any

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.core.exceptions import PermissionDenied
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods

from accounts.caller import of_request
from accounts.guests import person
from tournaments.clubs import presenter as club_pages
from tournaments.clubs import selectors as clubs
from tournaments.clubs.policy import Right, may
from tournaments.events import presenter, services
from tournaments.events.denials import EventCode, sentence
from tournaments.events.forms import EventForm
from tournaments.events.models import Event


@login_required
@require_http_methods(["GET", "HEAD", "POST"])
def new(request: HttpRequest, club: str) -> HttpResponse:
    """Make an event of the club; it begins as a draft."""
    found, user = clubs.club(club), person(request)
    if found is None or found.closed_at is not None:
        raise Http404(_("There is no such club, or it is closed."))
    role = clubs.role_of(found, user)
    if user is None or not may(role, Right.RUN_EVENTS):
        raise PermissionDenied
    posted = request.method == "POST"
    form = EventForm(request.POST if posted else None, reader=user, club=found)
    if form.is_valid():
        made = services.make_event(of_request(request), found, **form.terms())
        if isinstance(made, Event):
            messages.success(request, _("The event is a draft now. Open it when it is ready."))
            return redirect("event_desk", made.slug)
        form.add_error(
            "date" if made.code == EventCode.BEGINS_IN_THE_PAST else None, sentence(made)
        )
    context: dict[str, Any] = {
        "form": form,
        "club": found,
        "head": club_pages.club_head(found, role, "events"),
        "zone": presenter.zone_name(found),
    }
    status = 422 if posted else 200
    return render(request, "tournaments/events/new.html", context, status=status)
