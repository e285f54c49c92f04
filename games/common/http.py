"""Helpers for requests: htmx fragments, ways back and opening keys."""

import re

from django.http import HttpRequest
from django.utils.http import url_has_allowed_host_and_scheme
from django_htmx.middleware import HtmxDetails


def is_fragment(request: HttpRequest) -> bool:
    """Return whether htmx requests a part of the page that it already shows."""
    htmx: HtmxDetails = request.htmx  # type: ignore[attr-defined]
    return bool(htmx) and not htmx.boosted and not htmx.history_restore_request


def local_path(text: str) -> str:
    """Return the text if it is the path of a page of this site, to which a form leads back."""
    is_path = text.startswith("/") and url_has_allowed_host_and_scheme(text, allowed_hosts=None)
    return text if is_path else ""


#: Key that a form gives to the table it opens, so that a double click opens one table.
OPENING_KEY = re.compile(r"[\w-]{8,32}", re.ASCII)


def opening_key(request: HttpRequest) -> str:
    """Return the opening key of the submitted form; empty if it has no valid one."""
    key = request.POST.get("opening_key", "")
    return key if OPENING_KEY.fullmatch(key) else ""
