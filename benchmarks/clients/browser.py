"""A simulated browser at a table: it fetches the page, then keeps the page's socket open."""

import asyncio
import json
import time
from collections import Counter, deque
from dataclasses import dataclass, field
from typing import Literal, Protocol

import aiohttp

from benchmarks.clients.protocol import Pulse, is_refusal, pulse_of
from benchmarks.clients.tables import Visitor

#: Slightly below the server's limit of 40 messages a second per page.
MAX_PER_SECOND = 38
#: Timeout for the first message and for answers, in seconds.
TIMEOUT_SECONDS = 30.0


@dataclass(slots=True)
class Counts:
    """Counts of a measurement; outside of it only faults are counted."""

    #: Whether the measurement is in progress.
    is_open: bool = False
    #: Waiting times in milliseconds, by kind: "move", "next deal", "chat", "selection", "hint".
    waits: dict[str, list[float]] = field(default_factory=dict)
    #: Bytes and messages that all pages were sent.
    received: int = 0
    messages: int = 0
    #: Errors by kind, at any time.
    faults: Counter[str] = field(default_factory=Counter)

    def add_wait(self, action_name: str, seconds: float) -> None:
        """Record how long an action took until it was shown."""
        if self.is_open:
            self.waits.setdefault(action_name, []).append(1000 * seconds)

    def add_message(self, size: int) -> None:
        """Count a message of `size` bytes."""
        if self.is_open:
            self.received += size
            self.messages += 1

    def count(self, action_name: str) -> int:
        """Return how often something was done during the measurement."""
        return len(self.waits.get(action_name, ()))


class PageObserver(Protocol):
    """Callbacks for what a page is shown."""

    def on_update(self, browser: "Browser", at: float) -> None:
        """Handle another pulse that the page was shown at the given time."""

    def on_refusal(self, browser: "Browser") -> None:
        """Handle a refusal of what the page's user asked for."""


class Browser:
    """One open page of a user."""

    def __init__(
        self,
        http: aiohttp.ClientSession,
        url: str,
        slug: str,
        visitor: Visitor,
        counts: Counts,
        *,
        language: str = "en",
    ) -> None:
        self.visitor = visitor
        #: Last pulse shown; None before the first message.
        self.pulse: Pulse | None = None
        self.observer: PageObserver | None = None
        #: Set while no socket is open.
        self.closed = asyncio.Event()
        self.closed.set()
        self._http, self._url, self._slug, self._counts = http, url, slug, counts
        self._language = language
        self._headers = {
            "Cookie": f"sessionid={visitor.session_key}",
            "Origin": url,
            "Accept-Language": language,
        }
        self._socket: aiohttp.ClientWebSocketResponse[Literal[False]] | None = None
        self._reader: asyncio.Task[None] | None = None
        self._first = asyncio.Event()
        self._sent: deque[float] = deque(maxlen=MAX_PER_SECOND)
        self._marks: dict[bytes, asyncio.Future[float]] = {}

    @property
    def position(self) -> tuple[int, ...]:
        """Last position shown."""
        return () if self.pulse is None else self.pulse.position

    @property
    def version(self) -> int:
        """Last version shown; -1 before the first."""
        return -1 if self.pulse is None else self.pulse.version

    async def fetch_page(self) -> float:
        """Fetch the table's page; return the duration in seconds."""
        began = time.perf_counter()
        async with self._http.get(
            f"{self._url}/tables/{self._slug}/", headers=self._headers
        ) as answer:
            await answer.read()
            assert answer.status == 200, f"the page of a table answers {answer.status}"
        return time.perf_counter() - began

    async def open(self) -> None:
        """Open the socket and wait until it has shown the table."""
        self._first.clear()
        self._socket = await self._http.ws_connect(
            f"{self._url}/ws/tables/{self._slug}/?language={self._language}",
            headers=self._headers,
            compress=0,
            max_msg_size=0,
            decode_text=False,
        )
        self.closed.clear()
        self._reader = asyncio.create_task(self._read(self._socket))
        await asyncio.wait_for(self._first.wait(), TIMEOUT_SECONDS)

    async def close(self) -> None:
        """Close the socket."""
        if self._reader is not None:
            self._reader.cancel()
        if self._socket is not None:
            await self._socket.close()

    async def send(self, message: str) -> None:
        """Send a message, waiting if necessary to stay below the server's rate limit."""
        assert self._socket is not None
        now = time.perf_counter()
        if len(self._sent) == MAX_PER_SECOND and now < (free := self._sent[0] + 1):
            await asyncio.sleep(free - now)
            now = free
        self._sent.append(now)
        await self._socket.send_str(message)

    async def do(self, action: str, **more: str) -> None:
        """Send the message that a button or form of the page would send."""
        await self.send(json.dumps({"do": action, **more}))

    def message_with(self, mark: bytes) -> asyncio.Future[float]:
        """Return a future for the time at which the page is sent a message containing the mark."""
        made: asyncio.Future[float] = asyncio.get_running_loop().create_future()
        self._marks[mark] = made
        return made

    def forget(self, mark: bytes) -> None:
        """Stop waiting for the mark."""
        self._marks.pop(mark, None)

    async def _read(self, socket: aiohttp.ClientWebSocketResponse[Literal[False]]) -> None:
        """Handle the messages of the socket until it is closed."""
        try:
            async for message in socket:
                if message.type is aiohttp.WSMsgType.TEXT:
                    self._handle_message(message.data, time.perf_counter())
            self._counts.faults[f"socket closed ({socket.close_code})"] += 1
        finally:
            self.closed.set()

    def _handle_message(self, data: bytes, at: float) -> None:
        """Note what a message shows, and tell the observer."""
        self._counts.add_message(len(data))
        for mark in [mark for mark in self._marks if mark in data]:
            waiting = self._marks.pop(mark)
            if not waiting.done():
                waiting.set_result(at)
        pulse = pulse_of(data)
        if pulse is not None:
            self.pulse = pulse
            self._first.set()
            if self.observer is not None:
                self.observer.on_update(self, at)
        elif self.observer is not None and is_refusal(data):
            self.observer.on_refusal(self)
