"""Rejects requests whose Host header is not in ``ALLOWED_HOSTS``."""

import logging
from collections.abc import Callable

from django.core.exceptions import DisallowedHost
from django.http import HttpRequest, HttpResponse, HttpResponseBadRequest
from django.template.loader import render_to_string

logger = logging.getLogger("django.security.DisallowedHost")


class KnownHosts:
    """Middleware that answers 400 to a request for an unknown host, for every path.

    Pages, redirects and most middleware need the host. So this middleware comes first, and its page
    contains no addresses.
    """

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponse]) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponse:
        """Serve the request, or answer 400 if its host is unknown."""
        try:
            request.get_host()
        except DisallowedHost as error:
            # Scanners send such requests all the time, so this is a warning, not an error.
            logger.warning("%s", error)
            return HttpResponseBadRequest(render_to_string("400_host.html"))
        return self.get_response(request)
