"""Origin check for WebSockets: allowed are the origins that may also post forms (CSRF).

The library compares only host names. Cookies are shared between ports, so it would admit pages of
another program on the same machine, with the user's cookies.
"""

from typing import Any
from urllib.parse import urlsplit

from channels.security.websocket import OriginValidator
from django.conf import settings
from django.http.request import split_domain_port, validate_host


class OriginCheck:
    """ASGI wrapper that admits only this site's pages, by scheme, host and port.

    Pages of ``CSRF_TRUSTED_ORIGINS`` are admitted as well.
    """

    def __init__(self, application: Any) -> None:
        self.application = application

    async def __call__(self, scope: Any, receive: Any, send: Any) -> None:
        """Serve the socket, or close it before it is open."""
        await OriginValidator(self.application, _allowed(scope))(scope, receive, send)


def _allowed(scope: Any) -> list[str]:
    """Return the origins allowed for a socket with these headers, in the library's format.

    None are allowed if its own origin is malformed; without the site's own if the host is unknown.
    """
    headers = dict(scope["headers"])
    if not _is_origin(headers.get(b"origin", b"").decode("latin-1")):
        return []
    # The library writes Django's "https://*.example.com" as "https://.example.com".
    trusted = [each.replace("://*.", "://.") for each in settings.CSRF_TRUSTED_ORIGINS]
    host = headers.get(b"host", b"").decode("latin-1")
    if not validate_host(split_domain_port(host)[0], settings.ALLOWED_HOSTS):
        return trusted
    return [f"http{'s' * settings.HTTPS}://{host}", *trusted]


def _is_origin(text: str) -> bool:
    """Return whether the text is an origin; the library fails on a port that is not a number."""
    try:
        parts = urlsplit(text)
        return bool(parts.scheme and parts.hostname) and (parts.port is None or parts.port > 0)
    except ValueError:
        return False
