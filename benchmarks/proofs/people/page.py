"""The page of a table that somebody keeps open, whatever becomes of the club's processes."""

import asyncio
import contextlib
import itertools
from collections import Counter
from collections.abc import Callable, Sequence
from random import Random

import aiohttp

from benchmarks.load.browser import Browser
from benchmarks.load.messages import Pulse
from benchmarks.load.tables import Visitor
from benchmarks.load.tally import Tally

#: So long a page waits for the first message of a socket, longer with each try, and at most
#: (static/js/table/connection.js).
FIRST_SECONDS, LONGER_EACH, LONGEST_FIRST = 10.0, 5.0, 30.0
#: A page asks for a sign of life so often, and gives the socket up where none comes for so long.
#: Those of browsers ask when they have heard nothing for 15 seconds.
ASKED_EVERY, SILENT_SECONDS = 2.0, 4.0
#: So long, at the longest, a page waits before it opens another socket: twice as long each time.
AGAIN_SECONDS, LONGEST_AGAIN = 0.4, 5.0

_numbers = itertools.count(1)


class Page:
    """An open page, at one of the club's addresses after the other."""

    def __init__(
        self,
        http: aiohttp.ClientSession,
        urls: Sequence[str],
        slug: str,
        visitor: Visitor,
        news: Callable[[], None],
        *,
        asked_every: float = ASKED_EVERY,
    ) -> None:
        """Make the page; `stay` opens it.

        :param news: is called whenever the page was shown something
        """
        self.visitor = visitor
        #: The socket that is open; another one after each that was lost.
        self.browser: Browser | None = None
        #: What became of sockets, and how often.
        self.tally = Tally()
        #: Refusals that the socket was shown.
        self.refusals = 0
        self._http, self._urls, self._slug, self._news = http, itertools.cycle(urls), slug, news
        self._random = Random(visitor.user_id)
        self._asked_every = asked_every
        self._is_left = False

    @property
    def pulse(self) -> Pulse | None:
        """What the open socket was shown last; None where there is none, or nothing yet."""
        return None if self.browser is None else self.browser.pulse

    @property
    def closings(self) -> Counter[str]:
        """How sockets were closed."""
        return self.tally.faults

    # --- What its socket is shown

    def seen(self, browser: Browser, at: float) -> None:
        """Take that the socket was shown another pulse."""
        self._news()

    def refused(self, browser: Browser) -> None:
        """Take that something was refused."""
        self.refusals += 1
        self._news()

    # --- Staying

    async def stay(self) -> None:
        """Keep the page open until it is left."""
        tries = 0
        for url in self._urls:
            if self._is_left:
                return
            first = min(LONGEST_FIRST, FIRST_SECONDS + LONGER_EACH * tries)
            again = min(LONGEST_AGAIN, AGAIN_SECONDS * 2**tries)
            tries += 1
            browser = Browser(self._http, url, self._slug, self.visitor, self.tally)
            browser.watch = self
            try:
                async with asyncio.timeout(first):
                    await browser.open()
            except (OSError, aiohttp.ClientError, TimeoutError):
                self.closings["not opened"] += 1
            else:
                tries = 0
                self.browser = browser
                self._news()
                await self._listen(browser)
                self.browser = None
            with contextlib.suppress(OSError, aiohttp.ClientError, TimeoutError):
                async with asyncio.timeout(SILENT_SECONDS):
                    await browser.close()
            self._news()
            await asyncio.sleep(again * self._random.uniform(0.5, 1))

    async def leave(self) -> None:
        """Close the page for good."""
        self._is_left = True
        if self.browser is not None:
            await self.browser.close()

    async def _listen(self, browser: Browser) -> None:
        """Return when the socket is closed, or silent."""
        while not self._is_left:
            with contextlib.suppress(TimeoutError):
                async with asyncio.timeout(self._asked_every):
                    await browser.closed.wait()
                return
            if not await answered(browser):
                self.closings["silent"] += 1
                return


async def answered(browser: Browser) -> bool:
    """Ask for a sign of life, and tell whether it came; all that was sent before is answered then.

    It says which version the page shows, as the script of a page does, so that it is shown what it
    has missed.
    """
    number = 100_000_000 + next(_numbers)
    sign = browser.shown(b"pong %d" % number)
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
