"""Connection throttle: only a limited number of WebSockets are opened at the same time.

After a network or server outage, all pages reconnect at the same time. If all sockets were opened
together, each would take as long as all of them, longer than browsers wait. Browsers would give up
and reconnect, and the server would keep opening sockets whose browsers had already left. With the
throttle, opened sockets stay open, and browsers that leave while waiting cost nothing.

Upstream: https://github.com/django/daphne/issues/67. Unnecessary once Daphne limits the handshakes
under way.
"""

import asyncio
from weakref import WeakKeyDictionary

from autobahn.exception import Disconnected

from config.patches.request_size_limit import Application, Message, Receive, Scope, Send
from games.common import metrics

#: Sockets opened at the same time: enough to keep the processor and the database busy.
MAX_OPENING = 16
#: Seconds to wait for the first message to a new socket; some sockets have none to send.
SILENCE_SECONDS = 0.5


class GoneError(ConnectionError):
    """The error for a message to a browser that has closed the connection."""


class ConnectionThrottle:
    """ASGI wrapper that opens a limited number of WebSockets at the same time."""

    def __init__(self, application: Application, max_opening: int = MAX_OPENING) -> None:
        self._application, self._max_opening = application, max_opening
        self._turns: WeakKeyDictionary[asyncio.AbstractEventLoop, asyncio.Semaphore]
        self._turns = WeakKeyDictionary()

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Serve the socket once its turn has come, unless the browser has left by then.

        Later messages of the application to a browser that has left raise `GoneError`, whichever
        exception the server uses.
        """
        loop = asyncio.get_running_loop()
        turns = self._turns.setdefault(loop, asyncio.Semaphore(self._max_opening))
        socket = _Socket(receive, send, turns)
        try:
            if await socket.wait_for_turn():
                await self._application(scope, socket.receive, socket.send)
        finally:
            socket.end()


class _Socket:
    """A socket and the turn that it holds while it is being opened."""

    def __init__(self, receive: Receive, send: Send, turns: asyncio.Semaphore) -> None:
        self._receive, self._send, self._turns = receive, send, turns
        self._has_turn = self._has_sent = False
        self._received = 0
        #: The message received while waiting for the turn, or the pending receive.
        self._next: asyncio.Future[Message] | None = None
        self._timer: asyncio.TimerHandle | None = None

    async def wait_for_turn(self) -> bool:
        """Wait for a turn; return whether the browser is still connected then."""
        if self._turns.locked():
            self._first = await self._receive()
            self._next = asyncio.ensure_future(self._receive())
            turn = asyncio.ensure_future(self._turns.acquire())
            try:
                await asyncio.wait((turn, self._next), return_when=asyncio.FIRST_COMPLETED)
            finally:
                self._has_turn = turn.done() and not turn.cancelled()
                turn.cancel()
            if self._next.done():
                # Before a socket is open, its only possible message is the disconnect.
                metrics.left_unopened.inc()
                return False
        else:
            await self._turns.acquire()
            self._has_turn = True
            self._first = await self._receive()
        return True

    async def receive(self) -> Message:
        """Return the next message; asking for the second one means that the socket is open."""
        self._received += 1
        if self._received == 1:
            return self._first
        if self._received == 2:
            self._start_release()
        if self._next is not None:
            message, self._next = await self._next, None
            return message
        return await self._receive()

    async def send(self, message: Message) -> None:
        """Send a message; the first one after the accept ends the opening."""
        try:
            await self._send(message)
        except Disconnected as error:
            raise GoneError from error
        if not self._has_sent and message["type"] != "websocket.accept":
            self._has_sent = True
            if self._received > 1:
                self._release_turn()

    def _start_release(self) -> None:
        """Release the turn now if a message was sent, otherwise after a silence."""
        if self._has_sent:
            self._release_turn()
        elif self._has_turn:
            self._timer = asyncio.get_running_loop().call_later(SILENCE_SECONDS, self._release_turn)

    def _release_turn(self) -> None:
        """Let the next socket be opened, if this one still holds its turn."""
        if self._timer is not None:
            self._timer.cancel()
            self._timer = None
        if self._has_turn:
            self._has_turn = False
            self._turns.release()

    def end(self) -> None:
        """Release the turn and cancel a pending receive."""
        self._release_turn()
        if self._next is not None:
            self._next.cancel()
