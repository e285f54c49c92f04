"""Settlement pages, and the settlement part of session pages."""

from typing import Any

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.contrib.auth.views import redirect_to_login
from django.core.exceptions import PermissionDenied
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_GET, require_http_methods, require_safe

from accounts.caller import of_request
from accounts.guests import person
from games.common import money, numbers
from games.common.denials import Denial
from games.common.http import is_fragment
from games.tables import links
from games.tables.models import Session
from games.tables.selectors import finished_session
from tournaments.ledger.corrections.models import SessionCorrection
from tournaments.ledger.corrections.services import (
    confirm_session_correction,
    correct_session,
    decline_session_correction,
    session_correction_role,
)
from tournaments.ledger.corrections.texts import correction_part
from tournaments.ledger.denials import denial_text
from tournaments.ledger.payments.forms import ResultForm
from tournaments.ledger.payments.policy import Visibility
from tournaments.ledger.settling import names, selectors, texts
from tournaments.ledger.settling.models import Settlement
from tournaments.ledger.settling.nets import nets_by_seat
from tournaments.ledger.settling.selectors import Access


def _visible_settlement(request: HttpRequest, slug: str) -> tuple[Settlement, Access]:
    """Return the settlement with this slug and what the reader may see of it.

    :raises Http404: if the reader may not know about it
    """
    found = selectors.settlement(slug)
    access = None if found is None else selectors.access_to(found, person(request))
    if found is None or access is None or access.visibility == Visibility.NOTHING:
        raise Http404(_("This settlement doesn’t exist or is private."))
    return found, access


@never_cache
@require_safe
def settlement(request: HttpRequest, slug: str) -> HttpResponse:
    """Show a settlement with its corrections, or its title only if amounts are hidden.

    Corrections redirect to the first settlement, visitors without access to sign-in.
    """
    try:
        found, access = _visible_settlement(request, slug)
    except Http404:
        # A user who follows the link may have access after signing in.
        if person(request) is not None:
            raise
        return redirect_to_login(request.get_full_path())
    if found.is_correction:
        first = selectors.family(found)[0]
        return redirect(f"{first.get_absolute_url()}#correction-{found.number}")
    if access.visibility != Visibility.EVERYTHING:
        events = names.events_of([found])
        closed = {
            "title": names.source_name(found, events),
            "source_url": names.source_url(found, events),
        }
        return render(request, "tournaments/ledger/closed.html", closed)
    page = texts.settlement_page(found, access, person(request))
    context_of_page: dict[str, Any] = {"page": page, "here": "settlement"}
    if found.session is not None:
        context_of_page["proposed"] = selectors.open_correction(found.session.pk)
    if page.correct_url and found.session is not None:
        context_of_page["form"] = _result_form(found.session)
    return render(request, "tournaments/ledger/settlement.html", context_of_page)


@never_cache
@require_GET
def session_settlement(request: HttpRequest, slug: str, number: int) -> HttpResponse:
    """Show a session's settlement in short, settled or not yet, as a page or as a part for htmx.

    Until it is settled, the part waits for a live message and then reloads itself.
    """
    user = person(request)
    session = finished_session(slug, number, user)
    if session is None:
        raise Http404(_("This game doesn’t exist, isn’t finished or is private."))
    summary = texts.settlement_summary(session.pk, user)
    context = {
        "summary": summary,
        "here_url": reverse("session_settlement", args=[slug, number]),
        "session_url": session.get_absolute_url(),
        "socket": f"/ws/settlements/{slug}/{number}/",
        "origin": links.origin_of(session.table_id) if session.is_part else None,
        "is_part": session.is_part,
    }
    part, page = "tournaments/ledger/part.html", "tournaments/ledger/page.html"
    return render(request, part if is_fragment(request) else page, context)


# --- Corrections


def _result_form(session: Session, data: Any = None) -> ResultForm:
    """Return the form for correcting the session's result."""
    seats, deals = selectors.seats_and_scored_deals(session.pk)
    return ResultForm(data, seats=seats, nets=nets_by_seat(session, seats, deals))


@login_required
@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
def correct(request: HttpRequest, slug: str) -> HttpResponse:
    """Let an organizer correct a session's result, after a preview."""
    found, access = _visible_settlement(request, slug)
    if found.session is None or not texts.may_correct(found, access):
        raise PermissionDenied
    form = _result_form(found.session, request.POST if request.method == "POST" else None)
    differences = None
    if form.is_valid():
        if request.POST.get("do") == "correct":
            reason = form.cleaned_data["reason"]
            session = found.session
            done = correct_session(of_request(request), session.pk, form.corrected_nets(), reason)
            if isinstance(done, SessionCorrection):
                messages.success(
                    request,
                    _("Correction proposed. Everyone who has to answer has been notified."),
                )
                return redirect("session_correction", slug, done.pk)
            if not isinstance(done, Denial):
                messages.success(
                    request, _("Result corrected. Everyone affected has been notified.")
                )
                return redirect(done)
            form.refuse(done)
        else:
            changed = form.differences()
            differences = [
                (
                    seat.name,
                    numbers.signed(changed[seat.number]),
                    money.amount(
                        changed[seat.number] * found.stake_minor, found.currency, sign=True
                    )
                    if found.currency
                    else "",
                )
                for seat in form.seats
                if changed[seat.number]
            ]
    context: dict[str, Any] = {"form": form, "differences": differences, "settlement": found}
    status = 422 if form.errors else 200
    return render(request, "tournaments/ledger/correct.html", context, status=status)


@login_required
@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
def correction(request: HttpRequest, slug: str, number: int) -> HttpResponse:
    """Show a proposed correction and process the answers of those concerned."""
    proposed, user = selectors.session_correction(slug, number), person(request)
    if proposed is None or user is None:
        raise Http404(_("This correction doesn’t exist."))
    seats = list(proposed.session.seats.all())
    reader = session_correction_role(proposed, seats, user)
    if not reader.is_concerned:
        raise PermissionDenied
    if request.method == "POST":
        caller, confirms = of_request(request), request.POST.get("do") == "confirm"
        if confirms:
            terms = request.POST.get("terms")
            answer = confirm_session_correction(caller, proposed.pk, terms=terms)
        else:
            answer = decline_session_correction(caller, proposed.pk)
        if isinstance(answer, Denial):
            messages.error(request, denial_text(answer))
        else:
            done = _("Correction confirmed.") if confirms else _("Correction declined.")
            messages.success(request, done)
        return redirect("session_correction", slug, number)
    part = correction_part(proposed, seats, reader)
    context = {"part": part, "settlement_url": reverse("settlement", args=[slug])}
    return render(request, "tournaments/ledger/proposed.html", context)
