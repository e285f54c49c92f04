"""A table's page that stays open and reconnects, whatever happens to the server's processes."""

import asyncio
import contextlib
import itertools
from collections import Counter
from collections.abc import Callable, Sequence
from random import Random

import aiohttp

from benchmarks.clients.browser import Browser, Counts
from benchmarks.clients.protocol import Pulse
from benchmarks.clients.tables import Visitor

#: Timeout for the first message of a socket: initial, increase with each try, and maximum
FIRST_SECONDS, LONGER_EACH, LONGEST_FIRST = 10.0, 5.0, 30.0
#: Interval of pings, and the silence after which the socket is given up. Real pages ping after 15
#: seconds without a message.
PING_SECONDS, SILENT_SECONDS = 2.0, 4.0
#: Initial and maximum wait before opening another socket; it doubles each time.
AGAIN_SECONDS, LONGEST_AGAIN = 0.4, 5.0

_numbers = itertools.count(1)


class Page:
    """An open page, which uses the server's addresses in turn."""

    def __init__(
        self,
        http: aiohttp.ClientSession,
        urls: Sequence[str],
        slug: str,
        visitor: Visitor,
        notify: Callable[[], None],
        *,
        ping_seconds: float = PING_SECONDS,
    ) -> None:
        """Create the page; `stay` opens it.

        :param notify: called whenever the page was shown something
        """
        self.visitor = visitor
        #: Open socket; replaced after each one that was lost.
        self.browser: Browser | None = None
        #: Counts of how sockets were closed.
        self.counts = Counts()
        #: Number of refusals shown over the open socket.
        self.refusals = 0
        self._http, self._urls, self._slug, self._notify = http, itertools.cycle(urls), slug, notify
        self._random = Random(visitor.user_id)
        self._ping_seconds = ping_seconds
        self._is_left = False

    @property
    def pulse(self) -> Pulse | None:
        """Last pulse shown over the open socket; None before the first or without a socket."""
        return None if self.browser is None else self.browser.pulse

    @property
    def closings(self) -> Counter[str]:
        """Number of closed sockets by the reason for closing."""
        return self.counts.faults

    # --- Updates from the socket

    def on_update(self, browser: Browser, at: float) -> None:
        """Handle another pulse."""
        self._notify()

    def on_refusal(self, browser: Browser) -> None:
        """Handle a refusal."""
        self.refusals += 1
        self._notify()

    # --- Staying open

    async def stay(self) -> None:
        """Keep the page open until `leave` is called."""
        tries = 0
        for url in self._urls:
            if self._is_left:
                return
            first = min(LONGEST_FIRST, FIRST_SECONDS + LONGER_EACH * tries)
            again = min(LONGEST_AGAIN, AGAIN_SECONDS * 2**tries)
            tries += 1
            browser = Browser(self._http, url, self._slug, self.visitor, self.counts)
            browser.observer = self
            try:
                async with asyncio.timeout(first):
                    await browser.open()
            except (OSError, aiohttp.ClientError, TimeoutError):
                self.closings["not opened"] += 1
            else:
                tries = 0
                self.browser = browser
                self._notify()
                await self._listen(browser)
                self.browser = None
            with contextlib.suppress(OSError, aiohttp.ClientError, TimeoutError):
                async with asyncio.timeout(SILENT_SECONDS):
                    await browser.close()
            self._notify()
            await asyncio.sleep(again * self._random.uniform(0.5, 1))

    async def leave(self) -> None:
        """Close the page for good."""
        self._is_left = True
        if self.browser is not None:
            await self.browser.close()

    async def _listen(self, browser: Browser) -> None:
        """Return when the socket is closed or silent."""
        while not self._is_left:
            with contextlib.suppress(TimeoutError):
                async with asyncio.timeout(self._ping_seconds):
                    await browser.closed.wait()
                return
            if not await ping(browser):
                self.closings["silent"] += 1
                return


async def ping(browser: Browser) -> bool:
    """Ping the server and return whether it answered, and so handled all earlier messages.

    The ping names the version on screen, as a real page's does, so that the server sends what the
    page has missed.
    """
    number = 100_000_000 + next(_numbers)
    sign = browser.message_with(b"pong %d" % number)
    closed = asyncio.ensure_future(browser.closed.wait())
    try:
        async with asyncio.timeout(SILENT_SECONDS):
            await browser.do("ping", number=str(number), version=str(browser.version))
            await asyncio.wait((sign, closed), return_when=asyncio.FIRST_COMPLETED)
            return sign.done()
    except (OSError, aiohttp.ClientError, TimeoutError):
        return False
    finally:
        closed.cancel()
        browser.forget(b"pong %d" % number)
