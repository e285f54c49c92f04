"""Downloads of an event's lists, as CSV and JSON."""

from django.http import Http404, HttpRequest, HttpResponse, JsonResponse
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_safe

from tournaments.clubs.policy import Right, may
from tournaments.events.core.pages import found_event
from tournaments.events.printing.data import LISTS, as_csv, as_json


@never_cache
@require_safe
def download(request: HttpRequest, slug: str, list_name: str, file_format: str) -> HttpResponse:
    """Send a list of the event as CSV or JSON; only organizers also get proposed rounds."""
    found, role = found_event(request, slug)
    if list_name not in LISTS or file_format not in ("csv", "json"):
        raise Http404(_("This list doesn’t exist."))
    proposed = may(role, Right.RUN_EVENTS)
    response: HttpResponse
    if file_format == "json":
        response = JsonResponse(
            as_json(found, list_name, proposed=proposed), json_dumps_params={"ensure_ascii": False}
        )
    else:
        response = HttpResponse(
            as_csv(found, list_name, proposed=proposed), content_type="text/csv; charset=utf-8"
        )
        response["Content-Disposition"] = f'attachment; filename="{found.slug}-{list_name}.csv"'
    return response
