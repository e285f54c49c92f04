"""Maximum size of a request body; forms are short, and there are no uploads.

Enforced twice, because daphne reads a whole body before it calls the application: at daphne's
connection, and around the application for any other server.

Upstream: https://github.com/django/daphne/issues/226 and /483. Unnecessary once Daphne limits
request bodies.
"""

from collections.abc import Awaitable, Callable, Mapping
from typing import Any

from daphne import http_protocol
from django.conf import settings
from django.utils.translation import gettext as _

Scope = dict[str, Any]
Message = Mapping[str, Any]
Receive = Callable[[], Awaitable[Message]]
Send = Callable[[Message], Awaitable[None]]
Application = Callable[[Scope, Receive, Send], Awaitable[None]]

TOO_LARGE = 413


def error_text() -> bytes:
    """Return the text of the 413 response."""
    return (_("This request is too large.") + "\n").encode()


class RequestSizeLimit:
    """ASGI wrapper that passes at most `MAX_BODY_BYTES` of a body to the application."""

    def __init__(self, application: Application) -> None:
        self.application = application

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Serve the request, or answer 413 without reading the rest of a body that is too large."""
        limit = settings.MAX_BODY_BYTES
        if _announced_length(scope) > limit:
            await _send_too_large(send)
            return
        received, refused, answered = 0, False, False

        async def receive_within_limit() -> Message:
            """Return the next message; a disconnect once the body exceeds the limit."""
            nonlocal received, refused
            message = await receive()
            received += len(message.get("body", b""))
            if received <= limit:
                return message
            # The application sees a disconnect, so it frees its resources.
            refused = True
            return {"type": "http.disconnect"}

        async def send_and_note(message: Message) -> None:
            """Send a message, and note that the application has answered."""
            nonlocal answered
            answered = True
            await send(message)

        await self.application(scope, receive_within_limit, send_and_note)
        if refused and not answered:
            await _send_too_large(send)


def _announced_length(scope: Scope) -> int:
    """Return the request's content length; 0 if it gives none."""
    for name, value in scope["headers"]:
        if name == b"content-length" and value.isdigit():
            return int(value)
    return 0


async def _send_too_large(send: Send) -> None:
    """Send the 413 response."""
    body = error_text()
    headers = [
        (b"content-type", b"text/plain; charset=utf-8"),
        (b"content-length", str(len(body)).encode()),
        (b"connection", b"close"),
    ]
    await send({"type": "http.response.start", "status": TOO_LARGE, "headers": headers})
    await send({"type": "http.response.body", "body": body})


class LimitedRequest(http_protocol.WebRequest):  # type: ignore[misc]
    """Daphne request whose connection is closed when the body exceeds the limit."""

    received_bytes = 0
    refused = False

    def gotLength(self, length: int | None) -> None:
        """Refuse a request whose content length exceeds the limit."""
        super().gotLength(length)
        self._count_bytes(length or 0)
        self.received_bytes = 0

    def handleContentChunk(self, data: bytes) -> None:
        """Store a part of the body, unless the limit is exceeded."""
        self._count_bytes(len(data))
        if not self.refused:
            super().handleContentChunk(data)

    def process(self) -> Any:
        """Pass the request to the application, unless it was refused."""
        return None if self.refused else super().process()

    def _count_bytes(self, length: int) -> None:
        """Count bytes of the body; above the limit, send a 413 response and disconnect."""
        self.received_bytes += length
        if self.refused or self.received_bytes <= settings.MAX_BODY_BYTES:
            return
        self.refused = True
        body = error_text()
        self.channel.transport.write(
            b"HTTP/1.1 413 Content Too Large\r\nConnection: close\r\n"
            b"Content-Type: text/plain; charset=utf-8\r\n"
            b"Content-Length: %d\r\n\r\n%s" % (len(body), body)
        )
        self.channel.loseConnection()


def limit_daphne() -> None:
    """Make every daphne connection use `LimitedRequest`, however daphne was started."""
    # Daphne's factory looks up this name for each connection; there is no setting for it.
    http_protocol.WebRequest = LimitedRequest
