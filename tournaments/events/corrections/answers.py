"""Proposals of organizers that players answer: corrected results and substitutes."""

from django.contrib.auth.decorators import login_required
from django.core.exceptions import PermissionDenied
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods

from accounts.caller import of_request
from accounts.guests import person
from games.common.denials import Denial
from games.screens.question import agreed_in
from tournaments.events.core import selectors
from tournaments.events.core.denials import EventCode, sentence
from tournaments.events.core.pages import flash_result, found_event, show
from tournaments.events.corrections import open_questions
from tournaments.events.corrections.services import (
    confirm_correction,
    correction_role,
    correction_seats,
    decline_correction,
)
from tournaments.events.substitutes.services import answer_substitution


@login_required
@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
def correction(request: HttpRequest, slug: str, correction_id: int) -> HttpResponse:
    """Show a proposed correction to the users concerned; take their answer."""
    found, role = found_event(request, slug)
    held, user = selectors.correction(found, correction_id), person(request)
    if held is None or user is None:
        raise Http404(_("This correction doesn’t exist."))
    seats = correction_seats(held)
    reader = correction_role(held, found, seats, user)
    if not reader.is_concerned:
        raise PermissionDenied
    if request.method != "POST":
        part = open_questions.correction_part(found, held, seats, reader)
        return show(request, "correction", found, role, part=part)
    caller = of_request(request)
    if request.POST.get("do") == "confirm":
        terms = request.POST.get("terms")
        answer = confirm_correction(caller, found.pk, held.pk, terms=terms)
        flash_result(request, answer, _("Correction confirmed."))
    else:
        answer = decline_correction(caller, found.pk, held.pk)
        flash_result(request, answer, _("Correction declined."))
    return redirect("event_correction", slug, correction_id)


@login_required
@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
def substitution(request: HttpRequest, slug: str, substitution_id: int) -> HttpResponse:
    """Ask the player or the substitute about a substitution for money; take the answer."""
    found, role = found_event(request, slug)
    held, user = selectors.substitution(found, substitution_id), person(request)
    if held is None or user is None or user.pk not in (held.player_id, held.substitute_id):
        raise Http404(_("This question doesn’t exist."))
    agreed = ""
    if request.method == "POST":
        accepts = request.POST.get("do") == "accept"
        answer = answer_substitution(
            of_request(request),
            found.pk,
            held.pk,
            accepts=accepts,
            terms=request.POST.get("terms"),
            agreed=agreed_in(request.POST),
        )
        if not isinstance(answer, Denial) or answer.code not in (
            EventCode.EVENT_ABOVE_LIMIT,
            EventCode.TERMS_CHANGED,
        ):
            done = _("Substitute accepted.") if accepts else _("Substitute declined.")
            flash_result(request, answer, done)
            return redirect("event", slug)
        agreed = str(answer.params.get("worst", ""))
        said = sentence(answer)
    else:
        said = ""
    part = open_questions.substitution_part(found, held, user)
    status = 422 if said else 200
    return show(
        request, "substitution", found, role, status=status, part=part, said=said, agreed=agreed
    )
