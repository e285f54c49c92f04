"""Pages to correct a session's result, and to answer a proposed correction."""

from typing import Any

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.core.exceptions import PermissionDenied
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods

from accounts.caller import of_request
from accounts.guests import person
from games.common import money, numbers
from games.common.denials import Denial
from tournaments.ledger.corrections.forms import result_form
from tournaments.ledger.corrections.models import SessionCorrection
from tournaments.ledger.corrections.services import (
    confirm_session_correction,
    correct_session,
    decline_session_correction,
    may_correct,
    session_correction,
    session_correction_role,
)
from tournaments.ledger.corrections.texts import correction_part
from tournaments.ledger.denials import denial_text
from tournaments.ledger.settling.pages import visible_settlement


@login_required
@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
def correct(request: HttpRequest, slug: str) -> HttpResponse:
    """Let an organizer correct a session's result, after a preview."""
    found, access = visible_settlement(request, slug)
    if found.session is None or not may_correct(found, access):
        raise PermissionDenied
    form = result_form(found.session, request.POST if request.method == "POST" else None)
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
    proposed, user = session_correction(slug, number), person(request)
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
