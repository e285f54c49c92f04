"""Page where a player accepts or declines a result that no agreement covers."""

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods

from accounts.caller import of_request
from accounts.guests import person
from accounts.models import User
from games.common.denials import Denial
from tournaments.ledger.denials import LedgerCode, denial_text
from tournaments.ledger.pending import lines, selectors, services
from tournaments.ledger.pending.models import PendingResult


def _answerable_result_or_404(request: HttpRequest, number: int) -> tuple[User, PendingResult]:
    """Return the reader and a result that the reader can answer. At most two queries.

    :raises Http404: if there is none, or another user answers it
    """
    reader, row = person(request), selectors.result_by_id(number)
    if reader is None or row is None or not services.may_answer(reader, row):
        raise Http404(denial_text(Denial(LedgerCode.NO_RESULT)))
    return reader, row


@login_required
@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
def result(request: HttpRequest, number: int) -> HttpResponse:
    """Show a pending result with its terms, and process the answer.

    At most six queries to show it.
    """
    reader, row = _answerable_result_or_404(request, number)
    if request.method != "POST":
        return _render_result(request, reader, row)
    caller, action = of_request(request), request.POST.get("do")
    if action == "accept":
        page = _result_page(reader, row)
        answer = services.accept_result(caller, row.pk, terms=request.POST.get("terms"))
        done = page.accepted
    elif action == "decline":
        answer = services.decline_result(caller, row.pk)
        done = _("Result declined. Nothing is owed.")
    else:
        raise Http404(denial_text(Denial(LedgerCode.NO_RESULT)))
    if answer is None:
        messages.success(request, done)
        settlement = selectors.first_settlement(row)
        return redirect("agreements" if settlement is None or action == "decline" else settlement)
    # Show the current state.
    reader, row = _answerable_result_or_404(request, number)
    return _render_result(request, reader, row, error=denial_text(answer))


def _result_page(reader: User, row: PendingResult) -> lines.ResultPage:
    """Return the page's data of a result for a user who can answer it. Two queries."""
    settlement, events = selectors.first_settlement(row), selectors.events_of([row])
    return lines.result_page(row, settlement, events, reader.pk)


def _render_result(
    request: HttpRequest, reader: User, row: PendingResult, error: str = ""
) -> HttpResponse:
    """Render the result's page, with status 422 if there is an error."""
    context = {"page": _result_page(reader, row), "error": error}
    status = 422 if error else 200
    return render(request, "tournaments/ledger/pending_result.html", context, status=status)
