"""The steps of a run: open the pages, warm up, measure for a while, and check the final state."""

import argparse
import asyncio
import gc
import os
import time
from collections.abc import Awaitable, Iterable
from typing import TypeVar

import aiohttp

from benchmarks.clients.browser import Browser, Counts
from benchmarks.clients.records import Records
from benchmarks.clients.tables import OpenTable, Visitor
from benchmarks.load import LANGUAGES, STREAMS
from benchmarks.load.live_table import LOST_SECONDS, LiveTable
from benchmarks.load.report import Report
from benchmarks.server import START_SECONDS, Server
from benchmarks.usage import total, usage_of
from games.tables.models import Action, Table

#: Number of pages opened concurrently.
OPENED_AT_ONCE = 16
#: Time that pages have at the end to show the last version, in seconds.
END_SECONDS = 15.0
#: Duration of the idle measurement before streams start, in seconds.
IDLE_SECONDS = 8.0

_T = TypeVar("_T")


async def run_scenario(
    options: argparse.Namespace, opened: list[OpenTable], server: Server
) -> Report:
    """Start the server, run the scenario and return its report."""
    await server.start()
    if options.scaled:
        _wait_for_worker()
    counts, records = Counts(), Records(keeps_connection=True)
    connector = aiohttp.TCPConnector(limit=0)
    jar = aiohttp.DummyCookieJar()
    async with aiohttp.ClientSession(connector=connector, cookie_jar=jar) as http:
        for url in server.urls:
            # What each process loads for its first page is no cost of a socket.
            async with http.get(url) as answer:
                await answer.read()

        def browser(slug: str, visitor: Visitor, number: int, place: int) -> Browser:
            """Return the visitor's browser, which uses one of the servers and languages in turn."""
            url = server.urls[number % len(server.urls)]
            language = LANGUAGES[place % options.languages]
            return Browser(http, url, slug, visitor, counts, language=language)

        tables = []
        for number, each in enumerate(opened):
            visitors = enumerate((*each.players, *each.spectators))
            browsers = [
                browser(
                    each.slug,
                    visitor,
                    number if options.route == "table" else number + place,
                    place,
                )
                for place, visitor in visitors
            ]
            seated = len(each.players)
            tables.append(
                LiveTable(each.table_id, browsers[:seated], browsers[seated:], records, counts)
            )
        scenario = _Scenario(options, tables, server, records, counts)
        try:
            return await scenario.run()
        finally:
            await asyncio.gather(*(each.close() for each in scenario.browsers))
            records.close()


class _Scenario:
    """The steps of a run, and the objects that they share."""

    def __init__(
        self,
        options: argparse.Namespace,
        tables: list[LiveTable],
        server: Server,
        records: Records,
        counts: Counts,
    ) -> None:
        self.options, self.tables, self.server = options, tables, server
        self.records, self.counts = records, counts
        self.browsers = [browser for table in tables for browser in table.browsers]

    async def run(self) -> Report:
        """Run all steps and return the report."""
        rss_start = total(usage_of(self.server.pids)).rss_kib
        pages = await self._open_pages()
        rss_connected = total(usage_of(self.server.pids)).rss_kib
        # Objects made so far live until the end; freezing them makes garbage collection cheaper.
        gc.collect()
        gc.freeze()
        idle = await self._measure_idle() if self.options.still else 0.0
        tasks = self._start_play()
        await asyncio.sleep(self.options.warmup)
        report = await self._measure_window(rss_start, rss_connected)
        report.idle_ms_a_second = idle
        report.pages = [1000 * seconds for seconds in pages]
        await self._stop_play(tasks)
        report.behind = await self._count_outdated()
        return report

    async def _open_pages(self) -> list[float]:
        """Open the socket of every page; return the seconds that each fetched page took."""
        pages: list[float] = []
        if self.options.pages:
            pages = await _few_at_once(each.fetch_page() for each in self.browsers)
        await _few_at_once(each.open() for each in self.browsers)
        return pages

    async def _measure_idle(self) -> float:
        """Return the server's CPU time with open, idle pages, in ms per second."""
        await asyncio.sleep(self.options.warmup)
        before = total(usage_of(self.server.pids))
        await asyncio.sleep(IDLE_SECONDS)
        return total(usage_of(self.server.pids)).since(before).cpu_ms / IDLE_SECONDS

    def _start_play(self) -> list[asyncio.Task[None]]:
        """Start a task for each table's play and for each kind of message."""
        options, now = self.options, time.perf_counter()
        tasks = []
        for number, table in enumerate(self.tables):
            share = number / len(self.tables)
            if not options.still:
                first = now + share * (options.pace or 0)
                tasks.append(asyncio.create_task(table.play(first, options.pace)))
            for name, (action, _means) in STREAMS.items():
                if every := getattr(options, name):
                    stream = table.stream(action, now + share * every, every)
                    tasks.append(asyncio.create_task(stream))
        return tasks

    async def _measure_window(self, rss_start: int, rss_connected: int) -> Report:
        """Count for the duration of the measurement, and return the report."""
        bots_before = await self._bot_actions()
        before, client, load = usage_of(self.server.pids), time.process_time(), os.getloadavg()[0]
        began = time.perf_counter()
        self.counts.is_open = True
        await asyncio.sleep(self.options.seconds)
        self.counts.is_open = False
        seconds = time.perf_counter() - began
        after, client_after = usage_of(self.server.pids), time.process_time()
        bots_after = await self._bot_actions()
        return Report(
            options=self.options,
            seconds=seconds,
            counts=self.counts,
            used={name: after[name].since(before[name]) for name in after},
            client_ms=1000 * (client_after - client),
            bot_moves=bots_after - bots_before,
            sockets=len(self.browsers),
            rss_start=rss_start,
            rss_connected=rss_connected,
            load=(load, os.getloadavg()[0]),
        )

    async def _bot_actions(self) -> int:
        """Return the number of actions that bots have taken so far."""
        if not (self.options.bots or self.options.masters):
            return 0
        return await self.records.read(Action.objects.filter(by_bot=True).count)

    async def _stop_play(self, tasks: list[asyncio.Task[None]]) -> None:
        """Stop all tables; cancel and count those that do not stop in time."""
        for table in self.tables:
            table.stop()
        if tasks:
            _done, late = await asyncio.wait(tasks, timeout=2 * LOST_SECONDS)
            for task in late:
                task.cancel()
                self.counts.faults["table stuck"] += 1
            for task in _done:
                task.result()

    async def _count_outdated(self) -> int:
        """Return the number of pages that do not show the last version of their table."""
        ids = [table.table_id for table in self.tables]
        rows = Table.objects.filter(pk__in=ids).values_list("pk", "version")
        versions = await self.records.read(lambda: dict(rows))
        deadline = time.perf_counter() + END_SECONDS
        while True:
            behind = sum(
                browser.version < versions[table.table_id]
                for table in self.tables
                for browser in table.browsers
            )
            if not behind or time.perf_counter() > deadline:
                return behind
            await asyncio.sleep(0.02)


def _wait_for_worker() -> None:
    """Wait until a Celery worker answers; raise RuntimeError if none does."""
    from config.celery import app

    deadline = time.monotonic() + START_SECONDS
    while not app.control.ping(timeout=1.0):
        if time.monotonic() > deadline:
            raise RuntimeError("the worker did not start")


async def _few_at_once(awaitables: Iterable[Awaitable[_T]]) -> list[_T]:
    """Await the awaitables, a limited number at the same time; return their results."""
    free = asyncio.Semaphore(OPENED_AT_ONCE)

    async def run_one(awaitable: Awaitable[_T]) -> _T:
        """Await one as soon as it is its turn."""
        async with free:
            return await awaitable

    return await asyncio.gather(*map(run_one, awaitables))
