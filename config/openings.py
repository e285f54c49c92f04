"""How many sockets are being opened at a time: the others wait for their turn.

When a network or a server comes back, all pages come again at once. Opened all together, each
would take as long as all of them, which is longer than browsers wait; they would go and come once
more, and the club would open sockets for browsers that had left long ago. In turns, what is opened
stays, and whoever has gone before their turn costs nothing.
"""

import asyncio
from weakref import WeakKeyDictionary

from autobahn.exception import Disconnected

from config.bodies import Application, Message, Receive, Scope, Send
from games.common import metrics

#: Enough that the processor and the database are busy with them.
AT_A_TIME = 16
#: So long, in seconds, the first words of a page are waited for; some have nothing to say.
SILENCE = 0.5


class GoneError(ConnectionError):
    """What was to be sent cannot be: the browser's end is closed."""


class SocketsInTurns:
    """A WebSocket application that opens so many sockets at a time."""

    def __init__(self, application: Application, at_a_time: int = AT_A_TIME) -> None:
        self._application, self._at_a_time = application, at_a_time
        self._turns: WeakKeyDictionary[asyncio.AbstractEventLoop, asyncio.Semaphore]
        self._turns = WeakKeyDictionary()

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Serve the socket when its turn has come; nothing where it has closed by then.

        What the application sends afterwards to a browser that is no longer there raises
        `GoneError`, whatever the server makes of it.
        """
        loop = asyncio.get_running_loop()
        turns = self._turns.setdefault(loop, asyncio.Semaphore(self._at_a_time))
        socket = _Socket(receive, send, turns)
        try:
            if await socket.has_turn():
                await self._application(scope, socket.receive, socket.send)
        finally:
            socket.end()


class _Socket:
    """A socket from its first message on, and the turn that it has while it is being opened."""

    def __init__(self, receive: Receive, send: Send, turns: asyncio.Semaphore) -> None:
        self._receive, self._send, self._turns = receive, send, turns
        self._has_turn = self._has_spoken = False
        self._received = 0
        #: What was received while it waited, or will be.
        self._next: asyncio.Future[Message] | None = None
        self._timer: asyncio.TimerHandle | None = None

    async def has_turn(self) -> bool:
        """Wait for its turn; tell whether the browser is still there then."""
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
                # Before it is open a browser can say nothing else than that it leaves.
                metrics.left_unopened.inc()
                return False
        else:
            await self._turns.acquire()
            self._has_turn = True
            self._first = await self._receive()
        return True

    async def receive(self) -> Message:
        """Return the next message; being asked for the second one, it is opened."""
        self._received += 1
        if self._received == 1:
            return self._first
        if self._received == 2:
            self._opened()
        if self._next is not None:
            message, self._next = await self._next, None
            return message
        return await self._receive()

    async def send(self, message: Message) -> None:
        """Send a message; with the first one that the page can show it is opened."""
        try:
            await self._send(message)
        except Disconnected as error:
            raise GoneError from error
        if not self._has_spoken and message["type"] != "websocket.accept":
            self._has_spoken = True
            if self._received > 1:
                self._give_back()

    def _opened(self) -> None:
        if self._has_spoken:
            self._give_back()
        elif self._has_turn:
            self._timer = asyncio.get_running_loop().call_later(SILENCE, self._give_back)

    def _give_back(self) -> None:
        if self._timer is not None:
            self._timer.cancel()
            self._timer = None
        if self._has_turn:
            self._has_turn = False
            self._turns.release()

    def end(self) -> None:
        """Leave nothing behind."""
        self._give_back()
        if self._next is not None:
            self._next.cancel()
