"""Request IDs and the access log, for every HTTP request and WebSocket.

The ID is added to all log lines of the request (``accounts.log_context``) and returned in a header.
"""

import logging
import re
import secrets
import time
from collections.abc import Callable
from typing import Any

from django.conf import settings
from django.http import HttpRequest, HttpResponse

from accounts import limits, log_context
from accounts.models import User
from config.logs import shown_path
from config.patches.request_size_limit import Message, Send
from games.common import metrics

HEADER = b"x-request-id"
#: Accepted format of a request ID from a proxy.
_ID_FORMAT = re.compile(r"[A-Za-z0-9._-]{8,64}")

logger = logging.getLogger("access")


class RequestIds:
    """ASGI wrapper that gives each request an ID and writes the access log."""

    def __init__(self, application: Any) -> None:
        self.application = application

    async def __call__(self, scope: Any, receive: Any, send: Any) -> None:
        """Serve the request and write its outcome to the access log, if that is enabled."""
        name = _request_id(scope)
        log_context.request_id.set(name)
        log_context.address.set(limits.address_of_socket(scope))
        response = _Response(send, name)
        began = time.perf_counter()
        is_socket = scope["type"] == "websocket"
        if is_socket:
            _log_access(scope, "opens")
        try:
            await self.application(scope, receive, response.send)
        finally:
            milliseconds = round(1000 * (time.perf_counter() - began))
            _log_access(scope, "closed" if is_socket else response.status, milliseconds)


class _Response:
    """Wrapper of an ASGI `send`: adds the header with the request's ID, and records the status."""

    def __init__(self, send: Send, name: str) -> None:
        self._send = send
        self._name = name
        self.status = 0

    async def send(self, message: Message) -> None:
        """Send a part of the response; its start gets the header with the request's ID."""
        if message["type"] == "http.response.start":
            self.status = message["status"]
            headers = [*message.get("headers", ()), (HEADER, self._name.encode())]
            message = {**message, "headers": headers}
        await self._send(message)


def _request_id(scope: Any) -> str:
    """Return the request ID sent by the proxy, or a new one.

    Without a proxy the header is ignored, because clients could send any value.
    """
    if settings.HTTPS:
        given: str = dict(scope["headers"]).get(HEADER, b"").decode("latin-1")
        if _ID_FORMAT.fullmatch(given):
            return given
    return secrets.token_hex(8)


def _log_access(scope: Any, outcome: object, milliseconds: int | None = None) -> None:
    """Log method, path and outcome of a request, and its duration if that is given."""
    if not logger.isEnabledFor(logging.INFO):
        return
    method, path = scope.get("method", "SOCKET"), shown_path(scope["path"])
    more = {"method": method, "path": path, "address": log_context.address.get()}
    if milliseconds is None:
        logger.info("%s %s %s", method, path, outcome, extra=more)
    else:
        more |= {"milliseconds": milliseconds, "status": outcome}
        logger.info("%s %s %s in %s ms", method, path, outcome, milliseconds, extra=more)


class RequestMetrics:
    """Middleware that counts and times requests by view and status."""

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponse]) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponse:
        """Serve the request, then count it by view and status and record its duration."""
        began = time.perf_counter()
        response = self.get_response(request)
        found = request.resolver_match
        # Static files and unknown addresses have no view.
        view = (found.view_name if found else "") or "none"
        metrics.requests.labels(view, response.status_code).inc()
        metrics.request_seconds.labels(view).observe(time.perf_counter() - began)
        return response


class TraceUser:
    """Middleware that adds the user to the log context."""

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponse]) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponse:
        """Add the key of a user with a session to the log context, then serve the request."""
        # No extra query: accounts.zones has loaded the user, or the page will.
        if settings.SESSION_COOKIE_NAME in request.COOKIES and isinstance(request.user, User):
            log_context.person_id.set(request.user.pk)
        return self.get_response(request)
