"""Which pages may open a socket: those that may also send forms (Django's CSRF protection).

The library compares host names alone. Cookies know no ports, so a page of another program on the
same machine would come in with them.
"""

from typing import Any
from urllib.parse import urlsplit

from channels.security.websocket import OriginValidator
from django.conf import settings
from django.http.request import split_domain_port, validate_host


class OwnPages:
    """A WebSocket application for pages of this club, by scheme, host and port.

    Further ones are those of ``CSRF_TRUSTED_ORIGINS``.
    """

    def __init__(self, application: Any) -> None:
        self.application = application

    async def __call__(self, scope: Any, receive: Any, send: Any) -> None:
        """Let the page in, or close its socket before it is open."""
        await OriginValidator(self.application, _allowed(scope))(scope, receive, send)


def _allowed(scope: Any) -> list[str]:
    """Return the origins that may open a socket with these headers, as the library has them."""
    headers = dict(scope["headers"])
    if not _is_origin(headers.get(b"origin", b"").decode("latin-1")):
        return []
    # What forms have as "https://*.example.com" is "https://.example.com" for sockets.
    trusted = [each.replace("://*.", "://.") for each in settings.CSRF_TRUSTED_ORIGINS]
    host = headers.get(b"host", b"").decode("latin-1")
    if not validate_host(split_domain_port(host)[0], settings.ALLOWED_HOSTS):
        return trusted
    return [f"http{'s' * settings.HTTPS}://{host}", *trusted]


def _is_origin(text: str) -> bool:
    """Tell whether it can be compared; a port that is no number would be an error."""
    try:
        parts = urlsplit(text)
        return bool(parts.scheme and parts.hostname) and (parts.port is None or parts.port > 0)
    except ValueError:
        return False
