"""The web server: daphne, which comes to an end gently and keeps keys out of its own log.

Told to stop, it takes nobody new, tells each open page to come again (elsewhere, where there is an
elsewhere), lets what was asked for be done and answered, and hands on what was still to come.
"""

import asyncio
import logging
import time
from collections.abc import Iterator
from typing import Any

from daphne.cli import CommandLineInterface
from daphne.server import Server
from daphne.ws_protocol import WebSocketProtocol
from django.conf import settings
from twisted.internet import defer, reactor

from config.logs import shown_path
from games.common import group_commit
from games.tables import queue

logger = logging.getLogger(__name__)

#: The close code of the protocol that says: this server starts anew, come again.
RESTARTED = 1012
#: So many seconds it takes at most until all that was asked for is answered.
LONGEST = 10.0
#: So often it is looked whether it is.
EACH = 0.02
#: So many seconds a socket may wait for its turn to be opened; a page waits as long.
HANDSHAKE = 10


class ClubServer(Server):  # type: ignore[misc]
    """A daphne that ends when it has done what it was asked for."""

    def __init__(self, *args: Any, **named: Any) -> None:
        named["websocket_handshake_timeout"] = HANDSHAKE
        super().__init__(*args, **named)
        self._ports: list[Any] = []

    def listen_success(self, port: Any) -> None:
        """Keep what is listened at."""
        self._ports.append(port)
        super().listen_success(port)

    def protocol_disconnected(self, protocol: Any) -> None:
        """Note that a connection is over, and undo the circles that it would stay in memory by.

        There are thousands in an hour, of 20 KB each, and circles are looked for seldom.
        """
        super().protocol_disconnected(protocol)
        if isinstance(protocol, WebSocketProtocol):
            # Its result is the protocol itself.
            protocol.is_closed.addCallback(_nothing)
            if hasattr(protocol, "handshake_deferred"):
                # It left before it was opened, for which the protocol itself waits.
                protocol.handshake_deferred = defer.Deferred()
        elif protocol.transport is None and protocol in protocol.channel.requests:
            # It has become a socket, and its channel takes no further requests.
            protocol.channel.requests.remove(protocol)

    def kill_all_applications(self) -> Any:
        """Come to an end; the reactor stops when that is done."""
        loop = reactor._asyncioEventloop
        return defer.Deferred.fromFuture(asyncio.ensure_future(self._close(), loop=loop))

    def log_action(self, protocol: str, action: str, details: dict[str, Any]) -> None:
        """Log without keys."""
        if self.action_logger:
            details = {**details, "path": shown_path(details["path"])}
        super().log_action(protocol, action, details)

    async def _close(self) -> None:
        loop = asyncio.get_running_loop()
        try:
            for port in self._ports:
                await defer.maybeDeferred(port.stopListening).asFuture(loop)
            await self._drain()
            # What was taken from people is committed, and what follows from it is at hand.
            await loop.run_in_executor(None, _finish)
        except Exception:
            logger.exception("the web server could not come to its end gently")

    async def _drain(self) -> None:
        """Tell all open sockets, and wait until everybody is answered."""
        deadline = time.monotonic() + LONGEST
        while running := list(self._running()):
            for each in list(self.connections):
                if isinstance(each, WebSocketProtocol) and each.state == each.STATE_OPEN:
                    # What the browser has sent by then comes before its answer to this.
                    each.sendCloseFrame(code=RESTARTED)
            if time.monotonic() > deadline:
                logger.warning("%d requests or sockets were not done in time", len(running))
                for application in running:
                    application.cancel()
                return
            await asyncio.wait(running, timeout=EACH)
        # The last answers go out.
        await asyncio.sleep(EACH)

    def _running(self) -> Iterator["asyncio.Future[None]"]:
        """Return what still serves somebody."""
        for details in self.connections.values():
            application = details.get("application_instance")
            if application is not None and not application.done():
                yield application


def _nothing(_result: object) -> None:
    """Take the place of a result that nobody asks for."""


def _finish() -> None:
    group_commit.close()
    if not settings.EMBEDDED:
        queue.hand_over()


def serve_gently() -> None:
    """Let also a daphne that is started by its own command be of this kind."""
    CommandLineInterface.server_class = ClubServer
