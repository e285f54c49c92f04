"""The steps of the soak test: players come and go while the server is sampled."""

import argparse
import asyncio
import contextlib
import time
from collections import Counter
from collections.abc import Callable, Coroutine
from random import Random
from typing import Any

import aiohttp

from benchmarks.clients.page import Page
from benchmarks.clients.players import Moves, Players, write
from benchmarks.clients.records import Records
from benchmarks.clients.tables import OpenTable, members, open_mixed, signed_in
from benchmarks.server import Server
from benchmarks.soak.samples import Sample, sample

SAMPLE_SECONDS = 5.0
#: Each of these happens once per second for this many tables: a page loses its socket about every
#: three minutes, and a table has a chat message every half minute.
RECONNECTS, CHAT_LINES, SPECTATORS = 60, 30, 80
#: Interval of pings, as for real pages without messages.
PING_SECONDS = 15.0
#: Minimum and maximum time that a spectator stays, in seconds.
WATCH_SECONDS = 10.0, 60.0


class Soak:
    """The simulated players of a run, and the samples of the server."""

    def __init__(self, options: argparse.Namespace, server: Server) -> None:
        """Prepare the run; `run` runs it."""
        self.options, self._server = options, server
        self.samples: list[Sample] = []
        #: Time of each move in minutes, and the milliseconds until it was shown.
        self.waits: list[tuple[float, float]] = []
        self.moves, self.did = Moves(), Counter[str]()
        self.closings: Counter[str] = Counter()
        self._records, self._random = Records(), Random(1)
        self._teams: list[Players] = []
        self._tasks: set[asyncio.Task[None]] = set()
        self._opened = 0
        self._began = 0.0

    @property
    def _minutes(self) -> float:
        """Minutes since the start."""
        return (time.perf_counter() - self._began) / 60

    async def run(self) -> None:
        """Run to the end; the server keeps running."""
        await self._server.start()
        self._began = time.perf_counter()
        connector, jar = aiohttp.TCPConnector(limit=0), aiohttp.DummyCookieJar()
        async with aiohttp.ClientSession(connector=connector, cookie_jar=jar) as http:
            self._http = http
            for each in await self._records.read(lambda: open_mixed(self.options.tables)):
                self._add_table(each)
            self._opened = self.options.tables
            streams = [
                asyncio.create_task(self._repeat(self._reconnect, RECONNECTS)),
                asyncio.create_task(self._repeat(self._chat, CHAT_LINES)),
                asyncio.create_task(self._repeat(self._add_spectator, SPECTATORS)),
                asyncio.create_task(self._repeat(self._change_tables, 60 * self.options.stay)),
            ]
            try:
                await self._take_samples()
            finally:
                for stream in streams:
                    stream.cancel()
                for team in self._teams:
                    team.stop()
                    self._count_closings(team)
                ended = await asyncio.gather(*streams, *self._tasks, return_exceptions=True)
                self._records.close()
        errors = [each for each in ended if isinstance(each, Exception)]
        if errors:
            raise errors[0]

    def _start_task(self, coroutine: Coroutine[Any, Any, None]) -> None:
        """Start a task, and keep it until it is done."""
        task = asyncio.create_task(coroutine)
        self._tasks.add(task)
        task.add_done_callback(self._forget_task)

    def _forget_task(self, task: "asyncio.Task[None]") -> None:
        """Forget a finished task; a failed one is kept for its error."""
        if task.cancelled() or task.exception() is None:
            self._tasks.discard(task)

    def _add_table(self, opened: OpenTable) -> None:
        """Let the players of an opened table start to play."""
        team = Players(
            opened,
            http=self._http,
            urls=self._server.urls,
            records=self._records,
            moves=self.moves,
            pace=self.options.pace,
            ping_seconds=PING_SECONDS,
        )
        self._teams.append(team)
        self._start_task(team.play())

    def _count_closings(self, team: Players) -> None:
        """Add the closed sockets of a table's pages to the total."""
        for page in team.pages:
            self.closings += page.closings

    # --- Coming and going

    async def _repeat(self, action: Callable[[], Coroutine[Any, Any, None]], share: float) -> None:
        """Call `action` once per second for every `share` tables, at random times."""
        rate = self.options.tables / share
        while True:
            await asyncio.sleep(self._random.expovariate(rate))
            with contextlib.suppress(OSError, aiohttp.ClientError):
                await action()

    def _random_page(self) -> Page:
        """Return a random page of a random table."""
        return self._random.choice(self._random.choice(self._teams).pages)

    async def _reconnect(self) -> None:
        """Close the socket of a random page, which then reconnects."""
        if (browser := self._random_page().browser) is not None:
            self.did["sockets lost"] += 1
            await browser.close()

    async def _chat(self) -> None:
        """Send a chat message from a random page."""
        self.did["chat messages"] += 1
        await write(self._random_page(), f"Line {self.did['chat messages']}.")

    async def _add_spectator(self) -> None:
        """Let a new spectator watch for a while."""
        self.did["spectators"] += 1
        slug = self._random.choice(self._teams).slug
        (visitor,) = await self._records.read(lambda: [signed_in(user) for user in members(1)])
        page = Page(
            self._http, self._server.urls, slug, visitor, lambda: None, ping_seconds=PING_SECONDS
        )
        self._start_task(self._watch(page))

    async def _watch(self, page: Page) -> None:
        """Keep the page open for a random time."""
        staying = asyncio.create_task(page.stay())
        await asyncio.sleep(self._random.uniform(*WATCH_SECONDS))
        await page.leave()
        staying.cancel()
        await asyncio.gather(staying, return_exceptions=True)

    async def _change_tables(self) -> None:
        """Let the players of a table leave it for good, and open another table."""
        self.did["tables left"] += 1
        team = self._random.choice(self._teams)
        self._teams.remove(team)
        for page in team.pages:
            if page.browser is not None:
                await page.browser.do("stand")
        team.stop()
        self._count_closings(team)
        first = self._opened
        self._opened += 1
        for each in await self._records.read(lambda: open_mixed(1, first)):
            self._add_table(each)

    # --- Sampling

    async def _take_samples(self) -> None:
        """Sample the server at regular times until the end, and print a line per minute."""
        due, seen = time.perf_counter(), 0
        said = 0
        while self._minutes < self.options.minutes:
            due += SAMPLE_SECONDS
            await asyncio.sleep(max(0.0, due - time.perf_counter()))
            at = self._minutes
            self.samples.append(sample(at, self._server.pids))
            self.waits += [(at, 1000 * seconds) for seconds in self.moves.waits[seen:]]
            seen = len(self.moves.waits)
            if int(at) > said:
                said = int(at)
                print(f"{said} min: {self.samples[-1]}, {seen} moves", flush=True)
