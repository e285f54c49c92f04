"""Views of a table: its page, taking a seat, leaving, and its rules."""

import secrets
from collections.abc import Collection
from typing import Any

from django.contrib import messages
from django.http import Http404, HttpRequest, HttpResponse, QueryDict
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods, require_POST, require_safe
from django_htmx.http import HttpResponseClientRedirect

from accounts import guests
from accounts import services as accounts
from accounts.caller import of_request
from accounts.forms import GuestNameForm
from accounts.guests import person
from accounts.models import User
from games.common import numbers
from games.common.http import is_fragment, opening_key
from games.common.numbers import whole_number
from games.common.qr_codes import qr_code
from games.language import labels
from games.language.refusals import sentence
from games.rulebook.prose.chapters import prose
from games.rulebook.prose.differences import differences
from games.rulebook.quick_reference import quick_reference
from games.rules.ruleset.rule_set import RuleSet
from games.screens.question import agreed_in, question_of, terms_in
from games.screens.table.board import board_of
from games.screens.table.live_page import page_context
from games.screens.table.state import TableState, table_state
from games.tables import clubs, links, selectors
from games.tables.admission import why_above_limit, why_no_guests
from games.tables.denials import TableCode
from games.tables.max_loss import Cost, max_session_loss
from games.tables.models import Table
from games.tables.services import seating

TABLE_RULES = "games/screens/table/rules.html"


@never_cache  # The Back button must not show a hand after signing out
@require_safe
def table(request: HttpRequest, slug: str) -> HttpResponse:
    """Show the page of a table; 404 if it is private or does not exist.

    Redirect to its event if that withdrew the table; to the lobby if the user's seat was freed.
    """
    user = person(request)
    found = selectors.table_to_watch(slug, user)
    shown = table_state(found.pk) if found else None
    if found is None and (way_on := links.onward_page(slug)):
        messages.info(request, _("This table was cancelled. Its players will get new seats."))
        return redirect(way_on)
    if shown is None or not shown.may_watch(user):
        if user is not None and selectors.freed_from(slug, user):
            messages.info(request, _("You were away, so your seat was freed."))
            return redirect("lobby")
        raise Http404(_("This table doesn’t exist or is private."))
    if user is not None:
        accounts.mark_seen(user)
    invite = request.build_absolute_uri(reverse("table", args=[slug]))
    seated = shown.seat_of(user) is not None
    context = page_context(shown, user) | {
        "invite_url": invite,
        # Only seated players invite friends.
        "friends_url": (
            reverse("table_friends", args=[slug]) if shown.is_waiting and seated else ""
        ),
        "invite_qr": qr_code(invite) if shown.is_waiting else "",
        "opening_key": secrets.token_urlsafe(16),
        **_invitation_context(shown),
    }
    return render(request, "games/screens/table/table.html", context)


def _invitation_context(shown: TableState) -> dict[str, object]:
    """Return what a preview of the link says: host, club and free seats; nothing during a game."""
    snapshot = shown.snapshot
    host = next((each for each in snapshot.seats if each.user_id == snapshot.table.host_id), None)
    if not shown.is_waiting or host is None:
        return {}
    club = snapshot.table.club
    return {
        "invited_by": host.name,
        "club_name": "" if club is None else clubs.club_names([club]).get(club, ""),
        "free_seats": len(snapshot.setting.free_seats),
    }


@never_cache  # The Back button must not show a form with a used key
@require_http_methods(["GET", "HEAD", "POST"])
def table_sit(request: HttpRequest, slug: str) -> HttpResponse:
    """Take a seat; a visitor becomes a guest with a name, or signs up where guests can't play.

    A refusal is shown on the table's page.
    """
    user = person(request)
    found = selectors.table_to_watch(slug, user)
    if found is None:
        raise Http404(_("This table doesn’t exist or is private."))
    if user is not None:
        return _sit(request, found, user) if request.method == "POST" else redirect(found)
    if why_no_guests(found):
        # Guests can't play at this table, so an account is needed.
        return _redirect(request, f"{reverse('account_signup')}?next={found.get_absolute_url()}")
    if request.method == "POST" and "name" in request.POST:
        return _sit_as_guest(request, found)
    seat = _seat_number(request.POST if request.method == "POST" else request.GET)
    if request.method == "POST":
        # A button at the table or in the lobby: ask for a name first.
        asked = reverse("table_sit", args=[slug])
        return _redirect(request, asked if seat is None else f"{asked}?seat={seat}")
    return _ask_for_name(request, found, seat)


def _sit_as_guest(request: HttpRequest, found: Table) -> HttpResponse:
    """Take a seat as a new guest with the name of the submitted form, or ask for one again."""
    # The same form sent twice: the name is taken by then, by the same guest.
    if known := guests.sign_in_guest_of_form(request, opening_key(request)):
        return _sit(request, found, known)
    form = GuestNameForm(request.POST, taken=_seated_names(found))
    if not form.is_valid():
        return _ask_for_name(request, found, _seat_number(request.POST), form)
    name = form.cleaned_data["name"]
    user = guests.person_or_new_guest(request, form_key=opening_key(request), name=name)
    return guests.too_many(request) if user is None else _sit(request, found, user)


def _seated_names(table: Table) -> list[str]:
    """Return the names of the players at the table."""
    shown = table_state(table.pk)
    return [] if shown is None else [seat.name for seat in shown.snapshot.seats]


def _ask_for_name(
    request: HttpRequest, found: Table, seat: int | None, form: GuestNameForm | None = None
) -> HttpResponse:
    """Show the form in which a visitor enters a name before they take a seat.

    Redirect to the table if it no longer waits for players.

    :param form: the submitted form, if it was invalid
    """
    shown = table_state(found.pk)
    if shown is None or not shown.is_waiting:
        return redirect(found)
    taken = _seated_names(found)
    context = {
        "form": form or GuestNameForm(initial={"name": _suggested_name(taken)}),
        "seat": seat,
        "board": board_of(shown.snapshot, shown.stable),
        "names": numbers.listed(taken),
        "opening_key": secrets.token_urlsafe(16),
    }
    status = 422 if form else 200
    return render(request, "games/screens/table/name.html", context, status=status)


def _suggested_name(taken: Collection[str]) -> str:
    """Return a suggested guest name that is not taken; empty if none was found."""
    names = (accounts.suggested_name() for _try in range(9))
    return next((name for name in names if name not in taken), "")


def _redirect(request: HttpRequest, url: str) -> HttpResponse:
    """Redirect the browser to the URL, also after an htmx request."""
    return HttpResponseClientRedirect(url) if is_fragment(request) else redirect(url)


def _sit(request: HttpRequest, found: Table, user: User) -> HttpResponse:
    """Take the requested seat, and redirect to the table or to the question about a loss limit."""
    slug = found.slug
    seat = _seat_number(request.POST)
    agreed, terms = agreed_in(request.POST), terms_in(request.POST)
    answer = seating.sit(of_request(request, user), found.pk, seat, agreed=agreed, terms=terms)
    url = found.get_absolute_url()
    if answer is not None and answer.code == TableCode.ABOVE_LIMIT:
        url = reverse("table_agree", args=[slug]) + ("" if seat is None else f"?seat={seat}")
    elif answer is not None:
        messages.error(request, sentence(answer, []))
    return _redirect(request, url)


@require_POST
def table_leave(request: HttpRequest, slug: str) -> HttpResponse:
    """Quit a session, or close a table that waits; redirect away from the table."""
    user = person(request)
    found = selectors.table_to_watch(slug, user)
    if found is None or user is None:
        messages.info(request, _("This table was closed."))
        return _redirect(request, reverse("lobby"))
    caller = of_request(request, user)
    if request.POST.get("what") == "close":
        answer, next_page = seating.close(caller, found.pk), "lobby"
        is_kept = Table.objects.filter(pk=found.pk).exists()
        said = _("Rematch called off.") if is_kept else _("Table closed.")
    else:
        answer = seating.stand_up(caller, found.pk)
        said, next_page = _("You quit the game. A bot will finish it for you."), "home"
        if found.phase in (Table.Phase.WAITING, Table.Phase.FINISHED):
            said = _("You left the table.")
    if answer is not None:
        messages.error(request, sentence(answer, []))
        return _redirect(request, found.get_absolute_url())
    messages.success(request, said)
    return _redirect(request, reverse(next_page))


def _seat_number(query: QueryDict) -> int | None:
    """Return the seat number, from 0, in the form or query; None without a valid one."""
    return whole_number(query.get("seat"), 2)


@require_safe
def table_agree(request: HttpRequest, slug: str) -> HttpResponse:
    """Ask a user to accept a loss above their limit; redirect to the table if not needed."""
    user = person(request)
    found = selectors.table_to_watch(slug, user)
    if found is None:
        raise Http404(_("This table doesn’t exist or is private."))
    cost = Cost(max_session_loss(found), found.currency)
    question = question_of(why_above_limit(user, cost)) if user is not None else None
    shown = table_state(found.pk)
    if question is None or shown is None or not shown.is_waiting:
        return redirect(found)
    terms = board_of(shown.snapshot, shown.stable).terms
    context = {
        "question": question,
        "terms": terms,
        "terms_field": terms.field,
        "action": reverse("table_sit", args=[slug]),
        "seat": _seat_number(request.GET),
        "back": found.get_absolute_url(),
    }
    return render(request, "games/screens/agree.html", context)


@require_safe
def table_rules(request: HttpRequest, slug: str) -> HttpResponse:
    """Show the rules of the table; without page layout if the table's page asks."""
    found = selectors.table_to_watch(slug, person(request))
    if found is None:
        raise Http404(_("This table doesn’t exist or is private."))
    context = rules_of(found)
    template = "games/rulebook/full.html" if is_fragment(request) else TABLE_RULES
    return render(request, template, context)


def rules_of(table: Table) -> dict[str, Any]:
    """Return the template context with the rules of a table: differences, text and summary."""
    rules = RuleSet.make(options=table.rules)
    return {
        "table": table,
        "rules_name": labels.rules_label(table.rules_name),
        "differences": differences(rules),
        "chapters": prose(rules),
        "quick_reference": quick_reference(rules),
    }
