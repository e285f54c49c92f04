"""The web server: daphne with a graceful shutdown, and without secrets in its log.

On a stop signal it accepts no new connections, tells each open page to reconnect (to another
process, if there is one), finishes running requests, and passes on pending timers.
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
from config.patches.direct_send import DirectSender
from games.common import group_commit
from games.live.consumer import SEND_TEXT
from games.tables import queue

logger = logging.getLogger(__name__)

#: WebSocket close code: the server restarts, reconnect.
SERVICE_RESTART = 1012
#: Maximum seconds to wait for running requests.
DRAIN_TIMEOUT = 10.0
#: Seconds between two checks for running requests.
DRAIN_INTERVAL = 0.02
#: Seconds that a socket may wait to be opened; equal to the timeout of pages.
HANDSHAKE_TIMEOUT = 10


class GracefulServer(Server):  # type: ignore[misc]
    """Daphne server that finishes running requests before it stops."""

    def __init__(self, *args: Any, **named: Any) -> None:
        named["websocket_handshake_timeout"] = HANDSHAKE_TIMEOUT
        super().__init__(*args, **named)
        self._ports: list[Any] = []

    def listen_success(self, port: Any) -> None:
        """Remember the listening port, to close it on shutdown."""
        self._ports.append(port)
        super().listen_success(port)

    def create_application(self, protocol: Any, scope: dict[str, Any]) -> Any:
        """Start the application for a connection; sockets offer direct sending to it."""
        if isinstance(protocol, WebSocketProtocol):
            scope["extensions"] = {SEND_TEXT: DirectSender(protocol)}
        return super().create_application(protocol, scope)

    def protocol_disconnected(self, protocol: Any) -> None:
        """Handle the end of a connection, and break the reference cycles that keep it in memory.

        There are thousands of them in an hour, 20 KB each, and garbage collection runs rarely.
        """
        super().protocol_disconnected(protocol)
        if isinstance(protocol, WebSocketProtocol):
            # The deferred's result is the protocol itself, a cycle.
            protocol.is_closed.addCallback(_discard_result)
            if hasattr(protocol, "handshake_deferred"):
                # The browser left early, but the protocol still waits for the handshake.
                protocol.handshake_deferred = defer.Deferred()
        elif protocol.transport is None and protocol in protocol.channel.requests:
            # The request became a socket, and its channel takes no further requests.
            protocol.channel.requests.remove(protocol)

    def kill_all_applications(self) -> Any:
        """Shut down gracefully; the reactor stops when that is done."""
        loop = reactor._asyncioEventloop
        return defer.Deferred.fromFuture(asyncio.ensure_future(self._shut_down(), loop=loop))

    def log_action(self, protocol: str, action: str, details: dict[str, Any]) -> None:
        """Log the request without secrets."""
        if self.action_logger:
            details = {**details, "path": shown_path(details["path"])}
        super().log_action(protocol, action, details)

    async def _shut_down(self) -> None:
        """Stop listening, finish running requests, and finish background work."""
        loop = asyncio.get_running_loop()
        try:
            for port in self._ports:
                await defer.maybeDeferred(port.stopListening).asFuture(loop)
            await self._drain()
            # Commit queued writes and pass on pending timers.
            await loop.run_in_executor(None, _finish_background_work)
        except Exception:
            logger.exception("the web server could not shut down gracefully")

    async def _drain(self) -> None:
        """Close all open sockets with the restart code, and wait for running requests.

        Cancel those that run longer than `DRAIN_TIMEOUT`.
        """
        deadline = time.monotonic() + DRAIN_TIMEOUT
        while running := list(self._running()):
            for each in list(self.connections):
                if isinstance(each, WebSocketProtocol) and each.state == each.STATE_OPEN:
                    # Messages already sent by the browser arrive before its reply to this frame.
                    each.sendCloseFrame(code=SERVICE_RESTART)
            if time.monotonic() > deadline:
                logger.warning("%d requests or sockets did not finish in time", len(running))
                for application in running:
                    application.cancel()
                return
            await asyncio.wait(running, timeout=DRAIN_INTERVAL)
        # Let the last responses be sent.
        await asyncio.sleep(DRAIN_INTERVAL)

    def _running(self) -> Iterator["asyncio.Future[None]"]:
        """Yield the applications that are still running."""
        for details in self.connections.values():
            application = details.get("application_instance")
            if application is not None and not application.done():
                yield application


def _discard_result(_result: object) -> None:
    """Replace the result of a deferred by None."""


def _finish_background_work() -> None:
    """Commit queued writes; with separate workers, hand over the pending timers."""
    group_commit.close()
    if not settings.EMBEDDED:
        queue.hand_over()


def use_graceful_server() -> None:
    """Make the daphne command use this server as well."""
    CommandLineInterface.server_class = GracefulServer
