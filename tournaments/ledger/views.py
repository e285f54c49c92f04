"""The page of a settlement."""

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render
from django.urls import reverse
from django.utils.translation import gettext as _
from django.views.decorators.http import require_GET

from accounts.guests import person
from games.common.http import is_fragment
from games.tables.selectors import finished_session
from tournaments.ledger.presenter import settlement_sheet

#: Between two questions for a settlement, in milliseconds.
SHORTEST_WAIT, LONGEST_WAIT = 700, 15_000
WAITS = {str(min(SHORTEST_WAIT * 2**step, LONGEST_WAIT)) for step in range(6)}


@require_GET
def settlement(request: HttpRequest, slug: str, number: int) -> HttpResponse:
    """Show the settlement of a finished session; htmx gets a part that asks until it is there."""
    session = finished_session(slug, number, person(request))
    if session is None:
        raise Http404(_("This session does not exist, is not over, or is not open to you."))
    context = {
        "settlement": settlement_sheet(session.pk),
        "settlement_url": reverse("settlement", args=[slug, number]),
        "session_url": session.get_absolute_url(),
        "wait": _next_wait(request),
    }
    part, page = "tournaments/ledger/settlement.html", "tournaments/ledger/page.html"
    return render(request, part if is_fragment(request) else page, context)


def _next_wait(request: HttpRequest) -> int:
    """Return after how many milliseconds to ask again: twice as long, up to a quarter minute."""
    waited = request.GET.get("waited", "")
    return min(2 * int(waited), LONGEST_WAIT) if waited in WAITS else SHORTEST_WAIT
