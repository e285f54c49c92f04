from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render
from django.urls import reverse
from django.utils.translation import gettext as _
from django.views.decorators.http import require_GET

from games.selectors import finished_session
from games.views import person
from tournaments import selectors


@require_GET
def settlement(request: HttpRequest, slug: str, number: int) -> HttpResponse:
    """The settlement of a finished session as a fragment; it asks again until it is there."""
    session = finished_session(slug, number, person(request))
    if session is None:
        raise Http404(_("This session does not exist, is not over, or is not open to you."))
    context = {
        "settlement": selectors.settlement_sheet(session.pk),
        "settlement_url": reverse("settlement", args=[slug, number]),
    }
    return render(request, "tournaments/partials/settlement.html", context)
