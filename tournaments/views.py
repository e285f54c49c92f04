from django.contrib.auth.decorators import login_required
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render
from django.urls import reverse
from django.utils.translation import gettext as _
from django.views.decorators.http import require_GET, require_safe

from games.fragments import is_fragment
from games.guests import person
from games.selectors import finished_session
from tournaments import families, selectors
from tournaments.families import Family
from tournaments.ratings import PROVISIONAL_ABOVE, START_RATING

#: Between two questions for a settlement, in milliseconds.
SHORTEST_WAIT, LONGEST_WAIT = 700, 15_000
WAITS = {str(min(SHORTEST_WAIT * 2**step, LONGEST_WAIT)) for step in range(6)}


@require_GET
def settlement(request: HttpRequest, slug: str, number: int) -> HttpResponse:
    """The settlement of a finished session; for htmx a part that asks again until it is there."""
    session = finished_session(slug, number, person(request))
    if session is None:
        raise Http404(_("This session does not exist, is not over, or is not open to you."))
    context = {
        "settlement": selectors.settlement_sheet(session.pk),
        "settlement_url": reverse("settlement", args=[slug, number]),
        "session_url": reverse("session", args=[slug, number]),
        "wait": _next_wait(request),
    }
    part, page = "tournaments/partials/settlement.html", "tournaments/settlement.html"
    return render(request, part if is_fragment(request) else page, context)


def _next_wait(request: HttpRequest) -> int:
    """After how many milliseconds to ask again: each time twice as long, up to a quarter minute."""
    waited = request.GET.get("waited", "")
    return min(2 * int(waited), LONGEST_WAIT) if waited in WAITS else SHORTEST_WAIT


@require_safe
def ratings(request: HttpRequest, family: str = Family.FIRST_OUT.value) -> HttpResponse:
    """The ratings of one family of rules, fifty to a page."""
    if family not in Family.values:
        raise Http404(_("There are no ratings for such rules."))
    chosen = Family(family)
    context = {
        "families": list(Family),
        "family": chosen,
        "about": families.about(chosen),
        "ratings": selectors.rating_list(chosen, request.GET.get("page"), person(request)),
        "start": START_RATING,
        "provisional_above": PROVISIONAL_ABOVE,
    }
    return render(request, "tournaments/ratings.html", context)


@login_required
@require_safe
def statistics(request: HttpRequest) -> HttpResponse:
    """What the reader's own sessions come to."""
    user = person(request)
    assert user is not None
    context = {"statistics": selectors.own_statistics(user)}
    return render(request, "tournaments/statistics.html", context)
