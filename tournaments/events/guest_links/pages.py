"""The page of a guest link, and the organizer's actions on it."""

import secrets
from typing import Any

from django.contrib.auth.decorators import login_required
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods, require_POST

from accounts import guests
from accounts import services as accounts
from accounts.caller import of_request
from accounts.guests import person
from accounts.models import User
from games.common.denials import Denial
from games.common.http import opening_key
from tournaments.clubs.selectors import role_of
from tournaments.events.core.denial_texts import sentence
from tournaments.events.core.denials import EventCode
from tournaments.events.core.models import Event
from tournaments.events.core.pages import flash_result, run_event
from tournaments.events.core.words import format_words, when
from tournaments.events.entries.models import Entry
from tournaments.events.guest_links import services
from tournaments.events.guest_links.forms import EventGuestForm
from tournaments.events.guest_links.models import GuestLink


@never_cache  # The Back button must not show a form with a used key
@require_http_methods(["GET", "HEAD", "POST"])
def guest(request: HttpRequest, token: str) -> HttpResponse:
    """Show an event to people with its guest link, and sign them up: a visitor becomes a guest.

    Members and those who are signed up are led to the event's page.
    """
    link = GuestLink.objects.filter(token=token).select_related("event__club").first()
    if link is None:
        raise Http404(_("This guest link doesn’t exist or is closed."))
    event, user = link.event, person(request)
    if request.method == "POST" and user is None:
        # The same form sent twice: the guest exists by now.
        user = guests.sign_in_guest_of_form(request, opening_key(request))
    if user is not None and _has_own_page(event, user):
        return redirect("event", event.slug)
    denial = services.why_not_open(event, link)
    if denial is not None or request.method != "POST":
        return _page(request, link, user, denial=denial)
    if user is None:
        form = EventGuestForm(request.POST, taken=_names(event))
        if not form.is_valid():
            return _page(request, link, user, form=form)
        name = form.cleaned_data["name"]
        user = guests.person_or_new_guest(request, form_key=opening_key(request), name=name)
        if user is None:
            return guests.too_many(request)
    answer = services.enter_by_link(of_request(request, user), event.pk, token)
    if isinstance(answer, Denial):
        return _page(request, link, user, denial=answer)
    flash_result(request, answer, _("You’re signed up as a guest. Keep this browser to play."))
    return redirect("event", event.slug)


def _has_own_page(event: Event, user: User) -> bool:
    """Return whether the user takes part through the event's own page: members and entrants."""
    entered = event.entries.filter(user=user).exclude(status=Entry.Status.WITHDRAWN)
    return role_of(event.club, user) is not None or entered.exists()


def _names(event: Event) -> list[str]:
    """Return the names of the event's entrants. One query."""
    return list(event.entries.values_list("name", flat=True))


def _page(
    request: HttpRequest,
    link: GuestLink,
    user: User | None,
    *,
    form: EventGuestForm | None = None,
    denial: Denial | None = None,
) -> HttpResponse:
    """Render the page of the link, with the form or the reason why there is none."""
    event = link.event
    if form is None and user is None and denial is None:
        taken = _names(event)
        names = (accounts.suggested_name() for _try in range(9))
        free = next((name for name in names if name not in taken), "")
        form = EventGuestForm(initial={"name": free})
    context: dict[str, Any] = {
        "event": event,
        "club": event.club,
        "when": when(event),
        "format": format_words(event),
        "link": link,
        "form": form,
        "player": user,
        "denied": "" if denial is None else sentence(denial),
        "needs_account": denial is not None and denial.code == EventCode.NO_GUESTS_FOR_MONEY,
        "opening_key": secrets.token_urlsafe(16),
    }
    status = 422 if request.method == "POST" else 200
    response = render(request, "tournaments/events/guest.html", context, status=status)
    response["X-Robots-Tag"] = "noindex"
    return response


@login_required
@require_POST
def renew(request: HttpRequest, slug: str) -> HttpResponse:
    """Create the event's guest link, or renew its address."""
    found, _role = run_event(request, slug)
    had_link = GuestLink.objects.filter(event=found).exists()
    answer = services.renew_guest_link(of_request(request), found.pk)
    done = _("Guest link renewed. The earlier link no longer works.")
    flash_result(request, answer, done if had_link else _("Guest link created."))
    return redirect("event", slug)


@login_required
@require_POST
def close(request: HttpRequest, slug: str) -> HttpResponse:
    """Close the event's guest link."""
    found, _role = run_event(request, slug)
    answer = services.close_guest_link(of_request(request), found.pk)
    flash_result(request, answer, _("Guest link closed. Guests who signed up stay."))
    return redirect("event", slug)
