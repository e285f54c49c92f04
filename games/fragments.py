"""Whether a request asks for a part of a page or for all of it."""

from django.http import HttpRequest
from django_htmx.middleware import HtmxDetails


def is_fragment(request: HttpRequest) -> bool:
    """Whether htmx asks, for a part of the page that it shows already."""
    htmx: HtmxDetails = request.htmx  # type: ignore[attr-defined]
    return bool(htmx) and not htmx.boosted and not htmx.history_restore_request
