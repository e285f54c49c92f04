"""Whether a request asks for a part of a page or for all of it."""

import re

from django.http import HttpRequest
from django_htmx.middleware import HtmxDetails


def is_fragment(request: HttpRequest) -> bool:
    """Tell whether htmx asks, for a part of the page that it shows already."""
    htmx: HtmxDetails = request.htmx  # type: ignore[attr-defined]
    return bool(htmx) and not htmx.boosted and not htmx.history_restore_request


#: What a form calls the table that it opens, so that two presses open one.
OPENING_KEY = re.compile(r"[\w-]{8,32}", re.ASCII)


def opening_key(request: HttpRequest) -> str:
    """Return the key of the form that was sent; empty where it has none of ours."""
    key = request.POST.get("opening_key", "")
    return key if OPENING_KEY.fullmatch(key) else ""
