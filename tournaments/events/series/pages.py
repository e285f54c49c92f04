"""Actions on a series: stop it, leave out one of its dates, put it back."""

from datetime import date

from django.contrib.auth.decorators import login_required
from django.core.exceptions import PermissionDenied
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.utils.translation import gettext as _
from django.views.decorators.http import require_POST

from accounts.caller import of_request
from accounts.guests import person
from games.common.dates import date_format
from tournaments.clubs.policy import Right, may
from tournaments.clubs.selectors import role_of
from tournaments.events.core.pages import flash_result
from tournaments.events.series import services
from tournaments.events.series.models import EventSeries


def _run_series(request: HttpRequest, series_id: int) -> EventSeries:
    """Return the series; raise PermissionDenied for non-organizers of its club."""
    found = EventSeries.objects.filter(pk=series_id).select_related("club").first()
    if found is None:
        raise Http404(_("This series doesn’t exist."))
    if not may(role_of(found.club, person(request)), Right.RUN_EVENTS):
        raise PermissionDenied
    return found


@login_required
@require_POST
def stop(request: HttpRequest, series_id: int) -> HttpResponse:
    """Stop the series."""
    found = _run_series(request, series_id)
    answer = services.stop_series(of_request(request), found.pk)
    flash_result(request, answer, _("Series stopped. Its existing events are kept."))
    return redirect("club_events", found.club.slug)


@login_required
@require_POST
def skip(request: HttpRequest, series_id: int, day: str) -> HttpResponse:
    """Leave out a date of the series."""
    return _set_skip(request, series_id, day, _("%(date)s is skipped."), skips=True)


@login_required
@require_POST
def unskip(request: HttpRequest, series_id: int, day: str) -> HttpResponse:
    """Put a date of the series back."""
    return _set_skip(request, series_id, day, _("%(date)s is back in the series."), skips=False)


def _set_skip(
    request: HttpRequest, series_id: int, day: str, success_message: str, *, skips: bool
) -> HttpResponse:
    """Store whether the series has no event on that date, and flash the result."""
    found = _run_series(request, series_id)
    try:
        chosen = date.fromisoformat(day)
    except ValueError:
        raise Http404(_("This date doesn’t exist.")) from None
    answer = services.skip_date(of_request(request), found.pk, chosen, skips=skips)
    flash_result(request, answer, success_message % {"date": date_format(chosen, "DATE_FORMAT")})
    return redirect("club_events", found.club.slug)
