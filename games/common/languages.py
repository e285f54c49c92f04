"""Which language somebody reads, where no middleware says so."""

from typing import Any

from django.http import HttpRequest
from django.http.cookie import parse_cookie
from django.utils import translation


def language_of(scope: Any) -> str:
    """Return the language of whoever opened the connection, as the middleware for pages does.

    :param scope: an ASGI scope; its cookie comes first, then what the browser prefers
    """
    headers = {name.lower(): value.decode("latin1") for name, value in scope.get("headers", ())}
    request = HttpRequest()
    request.COOKIES = parse_cookie(headers.get(b"cookie", ""))
    request.META["HTTP_ACCEPT_LANGUAGE"] = headers.get(b"accept-language", "")
    return translation.get_language_from_request(request)
