"""What every request and every socket has around it: a name, and a line in the access log.

The name goes into all lines of the log (``accounts.trace``) and back with the answer.
"""

import logging
import re
import secrets
import time
from collections.abc import Callable
from typing import Any

from django.conf import settings
from django.http import HttpRequest, HttpResponse

from accounts import limits, trace
from accounts.models import User
from config.bodies import Message, Send
from config.logs import shown_path
from games.common import metrics

HEADER = b"x-request-id"
#: What a proxy's name for a request may look like.
_NAME = re.compile(r"[A-Za-z0-9._-]{8,64}")

logger = logging.getLogger("access")


class NamedRequests:
    """An application whose requests have names."""

    def __init__(self, application: Any) -> None:
        self.application = application

    async def __call__(self, scope: Any, receive: Any, send: Any) -> None:
        """Serve the request, and say in the access log what came of it, where there is one."""
        name = _name(scope)
        trace.request_id.set(name)
        trace.address.set(limits.address_of_socket(scope))
        answer = _Answer(send, name)
        began = time.perf_counter()
        is_socket = scope["type"] == "websocket"
        if is_socket:
            _log(scope, "opens")
        try:
            await self.application(scope, receive, answer.send)
        finally:
            milliseconds = round(1000 * (time.perf_counter() - began))
            _log(scope, "closed" if is_socket else answer.status, milliseconds)


class _Answer:
    """Notes the status of an answer, and puts the request's name on it."""

    def __init__(self, send: Send, name: str) -> None:
        self._send = send
        self._name = name
        self.status = 0

    async def send(self, message: Message) -> None:
        """Send a part of the answer."""
        if message["type"] == "http.response.start":
            self.status = message["status"]
            headers = [*message.get("headers", ()), (HEADER, self._name.encode())]
            message = {**message, "headers": headers}
        await self._send(message)


def _name(scope: Any) -> str:
    """Return the name that a proxy has given the request, or a new one.

    Where no proxy is set, anybody could have sent it.
    """
    if settings.HTTPS:
        given: str = dict(scope["headers"]).get(HEADER, b"").decode("latin-1")
        if _NAME.fullmatch(given):
            return given
    return secrets.token_hex(8)


def _log(scope: Any, what: object, milliseconds: int | None = None) -> None:
    if not logger.isEnabledFor(logging.INFO):
        return
    method, path = scope.get("method", "SOCKET"), shown_path(scope["path"])
    more = {"method": method, "path": path, "address": trace.address.get()}
    if milliseconds is None:
        logger.info("%s %s %s", method, path, what, extra=more)
    else:
        more |= {"milliseconds": milliseconds, "status": what}
        logger.info("%s %s %s in %s ms", method, path, what, milliseconds, extra=more)


class Measured:
    """Middleware: requests are counted, by what answers them and how."""

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponse]) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponse:
        began = time.perf_counter()
        response = self.get_response(request)
        found = request.resolver_match
        # Styles, scripts and what there is not have no view.
        view = (found.view_name if found else "") or "none"
        metrics.requests.labels(view, response.status_code).inc()
        metrics.request_seconds.labels(view).observe(time.perf_counter() - began)
        return response


class TracedPerson:
    """Middleware: what is logged of a request says whose it is."""

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponse]) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponse:
        # Costs no query: accounts.zones has asked, or the page will.
        if settings.SESSION_COOKIE_NAME in request.COOKIES and isinstance(request.user, User):
            trace.person_id.set(request.user.pk)
        return self.get_response(request)
