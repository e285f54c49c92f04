"""The players of one table, who play on through all faults."""

import asyncio
import contextlib
import json
import time
from collections import Counter
from collections.abc import Sequence
from random import Random
from typing import NamedTuple

import aiohttp

from benchmarks.clients.browser import Browser
from benchmarks.clients.page import PING_SECONDS, SILENT_SECONDS, Page, ping
from benchmarks.clients.protocol import Mirror, Pulse, message_of, position_text
from benchmarks.clients.records import DatabaseDownError, Records, TableState
from benchmarks.clients.tables import OpenTable
from games.rules.deal.actions import action_text

#: Seconds before repeating a request that may have been lost.
AGAIN_SECONDS = 1.0


class Move(NamedTuple):
    """An action that a player asked for."""

    table_id: int
    #: Session, deal, attempt, and the number of actions before this one.
    position: tuple[int, ...]
    #: Action in the notation.
    text: str


class Moves:
    """The moves of all tables: those sent, and those known to be done.

    A move is acknowledged when the socket that it was sent over was shown a later position and then
    answered without a refusal in between. Every other move may or may not be done.
    """

    def __init__(self) -> None:
        """Start without moves."""
        self.sent = 0
        self.acknowledged: list[Move] = []
        self.refused = 0
        #: Seconds until each move was shown on the page that sent it.
        self.waits: list[float] = []

    def acknowledge(self, move: Move, seconds: float) -> None:
        """Record that the move was shown as done after `seconds`."""
        self.acknowledged.append(move)
        self.waits.append(seconds)

    @property
    def unknown(self) -> int:
        """Number of moves sent that were neither acknowledged nor refused."""
        return self.sent - self.refused - len(self.acknowledged)

    def acknowledged_twice(self) -> list[Move]:
        """Return the moves acknowledged at a position that another acknowledged move has."""
        places = Counter((move.table_id, move.position) for move in self.acknowledged)
        return [move for move in self.acknowledged if places[move.table_id, move.position] > 1]


class Players:
    """The players of a table, with one page each."""

    def __init__(
        self,
        table: OpenTable,
        *,
        http: aiohttp.ClientSession,
        urls: Sequence[str],
        records: Records,
        moves: Moves,
        pace: float = 0.3,
        ping_seconds: float = PING_SECONDS,
    ) -> None:
        """Create the players; `play` lets them play.

        :param pace: approximate seconds from one move to the next
        :param ping_seconds: seconds between the pings of a page
        """
        self.table_id, self.slug = table.table_id, table.slug
        self._updated = asyncio.Event()
        self.pages = [
            # They start at different addresses.
            Page(
                http,
                [*urls[place % len(urls) :], *urls[: place % len(urls)]],
                table.slug,
                visitor,
                self._updated.set,
                ping_seconds=ping_seconds,
            )
            for place, visitor in enumerate(table.players)
        ]
        self._records, self._moves, self._pace = records, moves, pace
        self._absent, self._terms = table.absent, table.terms
        self._mirror: Mirror | None = None
        self._state: TableState | None = None
        #: The mirror's deal.
        self._deal: tuple[int, ...] = ()
        self._random = Random(table.table_id)
        self._is_stopped = False

    def stop(self) -> None:
        """Finish what is in progress and start nothing else."""
        self._is_stopped = True
        self._updated.set()

    async def play(self) -> None:
        """Play until stopped or until the table is closed; the pages stay open throughout."""
        staying = [asyncio.create_task(page.stay()) for page in self.pages]
        try:
            while not self._is_stopped:
                self._updated.clear()
                pulse = self._newest_pulse()
                if pulse is None:
                    await self._wait()
                    continue
                with contextlib.suppress(DatabaseDownError, OSError, aiohttp.ClientError):
                    if await self._go_on(pulse):
                        await asyncio.sleep(self._random.uniform(0.5, 1.5) * self._pace)
                        continue
                await self._wait()
        finally:
            await asyncio.gather(*(page.leave() for page in self.pages))
            for task in staying:
                task.cancel()
            await asyncio.gather(*staying, return_exceptions=True)

    def _newest_pulse(self) -> Pulse | None:
        """Return the pulse with the highest version that a page shows; None without any."""
        pulses = [page.pulse for page in self.pages if page.pulse is not None]
        return max(pulses, key=lambda pulse: pulse.version, default=None)

    async def _wait(self) -> None:
        """Wait until a page is shown something, or it is time to ask again."""
        with contextlib.suppress(TimeoutError):
            async with asyncio.timeout(AGAIN_SECONDS):
                await self._updated.wait()

    async def _go_on(self, pulse: Pulse) -> bool:
        """Take the next step, if there is one; return whether there was."""
        if pulse.phase == "playing":
            return await self._play_on(pulse)
        if pulse.phase == "waiting":
            await self._send_for_all("again")
            await self._start_session()
        else:
            await self._send_for_all("back")
            await self._send_for_all("ready" if pulse.phase == "between" else "again")
        return False

    async def _send_for_all(self, do: str) -> None:
        """Send an action from every open page."""
        for page in self.pages:
            if page.browser is not None:
                await page.browser.do(do, terms=self._terms)

    async def _start_session(self) -> None:
        """Start the session from the host's page."""
        state = await self._records.state(self.table_id)
        for page in self.pages:
            is_host = state is not None and state.host_id == page.visitor.user_id
            if is_host and page.browser is not None:
                await page.browser.do("start")

    # --- The game

    async def _play_on(self, pulse: Pulse) -> bool:
        """Let the player on turn act, if present; return whether a message was sent."""
        await self._update_mirror(pulse)
        if self._mirror is None or self._mirror.state.turn is None:
            return False
        state, turn = self._state, self._mirror.state.turn
        assert state is not None
        seated = state.seats[turn]
        page = next((p for p in self.pages if p.visitor.user_id == seated.user_id), None)
        browser = None if page is None else page.browser
        if page is None or browser is None or browser.pulse is None:
            return False
        if page.visitor.user_id in self._absent:
            return False
        if seated.stand_in:
            await browser.do("back")
            self._mirror = None
            return False
        if browser.position != pulse.position:
            # Another page is ahead of the page of the player to act.
            return False
        await self._move(page, browser, pulse.position)
        return True

    async def _update_mirror(self, pulse: Pulse) -> None:
        """Bring the mirror up to the pulse's position."""
        deal, actions = pulse.position[:-1], pulse.position[-1]
        if self._mirror is not None and (deal, actions) == (self._deal, self._mirror.actions):
            return
        self._state = state = await self._records.state(self.table_id)
        if state is None or state.deal != deal or len(state.actions) < actions:
            # The table has moved on; the pages will show it.
            self._mirror = None
            return
        if self._mirror is None or deal != self._deal or self._mirror.actions > actions:
            self._mirror, self._deal = Mirror(state.start), deal
        self._mirror.follow(list(state.actions[:actions]))

    async def _move(self, page: Page, browser: Browser, position: tuple[int, ...]) -> None:
        """Send a move, and record it as acknowledged once the page shows it."""
        assert self._mirror is not None
        action = self._mirror.choice()
        move = Move(self.table_id, position, action_text(action))
        refusals = page.refusals
        # If the move gets lost, the stored actions show how to continue.
        mirror, self._mirror = self._mirror, None
        self._moves.sent += 1
        began = time.perf_counter()
        await browser.send(message_of(action, position_text(position)))
        if not await self._is_shown(page, browser, position, refusals):
            self._moves.refused += page.refusals > refusals
            return
        seconds = time.perf_counter() - began
        if await ping(browser):
            if page.refusals > refusals:
                self._moves.refused += 1
                return
            self._moves.acknowledge(move, seconds)
            mirror.take(action)
            self._mirror = mirror

    async def _is_shown(
        self, page: Page, browser: Browser, position: tuple[int, ...], refusals: int
    ) -> bool:
        """Wait until the socket is shown a later position; return whether it was."""
        with contextlib.suppress(TimeoutError):
            async with asyncio.timeout(SILENT_SECONDS):
                while page.refusals == refusals and not browser.closed.is_set():
                    if browser.position > position:
                        return True
                    self._updated.clear()
                    await self._updated.wait()
        return False


async def write(page: Page, text: str) -> None:
    """Send a chat message from the page, if its socket is open."""
    if page.browser is not None:
        await page.browser.send(json.dumps({"do": "write", "text": text}))
