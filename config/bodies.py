"""The longest body that a request may have; forms are short, and nothing is uploaded.

Held twice, because daphne takes a whole body before it calls the application: at the
connection, and around the application for any other server.
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


def sentence() -> bytes:
    """Return what is told to whoever sends too much."""
    return (_("That was more than this club takes in one request.") + "\n").encode()


class LimitedBodies:
    """An HTTP application that gets no more of a body than the limit."""

    def __init__(self, application: Application) -> None:
        self.application = application

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Serve the request, or answer 413 and leave unread what is too much."""
        limit = settings.MAX_BODY_BYTES
        if _announced_length(scope) > limit:
            await _refuse(send)
            return
        received, refused, answered = 0, False, False

        async def receive_within_limit() -> Message:
            nonlocal received, refused
            message = await receive()
            received += len(message.get("body", b""))
            if received <= limit:
                return message
            # To the application it is as if the browser had gone: it frees what it has.
            refused = True
            return {"type": "http.disconnect"}

        async def send_noted(message: Message) -> None:
            nonlocal answered
            answered = True
            await send(message)

        await self.application(scope, receive_within_limit, send_noted)
        if refused and not answered:
            await _refuse(send)


def _announced_length(scope: Scope) -> int:
    """Return the length that the request says it has; 0 where it says none."""
    for name, value in scope["headers"]:
        if name == b"content-length" and value.isdigit():
            return int(value)
    return 0


async def _refuse(send: Send) -> None:
    body = sentence()
    headers = [
        (b"content-type", b"text/plain; charset=utf-8"),
        (b"content-length", str(len(body)).encode()),
        (b"connection", b"close"),
    ]
    await send({"type": "http.response.start", "status": TOO_LARGE, "headers": headers})
    await send({"type": "http.response.body", "body": body})


class LimitedRequest(http_protocol.WebRequest):  # type: ignore[misc]
    """A request to daphne whose connection ends when its body grows too long."""

    taken = 0
    refused = False

    def gotLength(self, length: int | None) -> None:
        """Refuse by the length that the request says it has."""
        super().gotLength(length)
        self._take(length or 0)
        self.taken = 0

    def handleContentChunk(self, data: bytes) -> None:
        """Keep the part of the body, unless it is too much."""
        self._take(len(data))
        if not self.refused:
            super().handleContentChunk(data)

    def process(self) -> Any:
        """Hand the request to the application, unless it is answered already."""
        return None if self.refused else super().process()

    def _take(self, length: int) -> None:
        self.taken += length
        if self.refused or self.taken <= settings.MAX_BODY_BYTES:
            return
        self.refused = True
        body = sentence()
        self.channel.transport.write(
            b"HTTP/1.1 413 Content Too Large\r\nConnection: close\r\n"
            b"Content-Type: text/plain; charset=utf-8\r\n"
            b"Content-Length: %d\r\n\r\n%s" % (len(body), body)
        )
        self.channel.loseConnection()


def limit_daphne() -> None:
    """Let every connection to daphne, however it was started, make requests that are limited."""
    # Its factory looks this name up for each connection, and offers no other way to choose.
    http_protocol.WebRequest = LimitedRequest
