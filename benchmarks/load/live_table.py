"""A table in play: sends its players' moves and times when all of its pages show them."""

import asyncio
import itertools
import time
from collections.abc import Sequence
from random import Random

from benchmarks.clients.browser import TIMEOUT_SECONDS, Browser, Counts
from benchmarks.clients.protocol import (
    HINTS_MARK,
    Mirror,
    Pulse,
    message_of,
    position_text,
    selection_mark,
)
from benchmarks.clients.records import Records

#: Seconds after which an update that a page was not shown counts as lost, even on a busy machine.
LOST_SECONDS = 90.0
#: Pause in moves after a refusal, in seconds.
REFUSED_SECONDS = 1.0


class LostError(Exception):
    """An update did not reach a page."""


class LiveTable:
    """A table with its players and spectators."""

    def __init__(
        self,
        table_id: int,
        players: Sequence[Browser],
        spectators: Sequence[Browser],
        records: Records,
        counts: Counts,
    ) -> None:
        self.table_id = table_id
        self.players, self.spectators = list(players), list(spectators)
        self._records, self._counts = records, counts
        self._mirror: Mirror | None = None
        self._deal: tuple[int, ...] = ()
        self._player_by_seat: dict[int, Browser] = {}
        self._is_stopped = False
        #: Whether players make moves, and so keep the mirror up to date.
        self._is_played = False
        #: Pages that have not been shown a position after this one.
        self._missing: set[Browser] = set()
        self._before: tuple[int, ...] = ()
        self._arrived: asyncio.Future[float | None] | None = None
        #: Pauses that are cut short when the run ends.
        self._idle: set[asyncio.Future[None]] = set()
        self._random = Random(table_id)
        for browser in self.browsers:
            browser.observer = self

    @property
    def browsers(self) -> list[Browser]:
        """All pages of the table."""
        return [*self.players, *self.spectators]

    def stop(self) -> None:
        """Finish what is in progress and start nothing else."""
        self._is_stopped = True
        for idle in self._idle:
            _end_pause(idle)

    # --- Updates that pages are shown

    def on_update(self, browser: Browser, at: float) -> None:
        """Handle an update of a page; the last page to be updated ends the wait."""
        if browser in self._missing and browser.position > self._before:
            self._missing.discard(browser)
            if not self._missing and self._arrived is not None and not self._arrived.done():
                self._arrived.set_result(at)

    def on_refusal(self, browser: Browser) -> None:
        """Handle a refusal of a move that is legal by the rules."""
        self._counts.faults["refused"] += 1
        if self._arrived is not None and not self._arrived.done():
            self._arrived.set_result(None)

    def _start_wait(self, before: tuple[int, ...], browsers: Sequence[Browser]) -> None:
        """Start waiting until all browsers show a later position than `before`."""
        self._before = before
        self._missing = {each for each in browsers if each.position <= before}
        self._arrived = asyncio.get_running_loop().create_future()

    async def _last_arrival(self) -> float | None:
        """Return when the last page was shown a later position; None after a refusal.

        :raises LostError: a page was not shown it in time
        """
        assert self._arrived is not None
        if not self._missing:
            return time.perf_counter()
        try:
            async with asyncio.timeout(LOST_SECONDS):
                return await self._arrived
        except TimeoutError:
            self._counts.faults["update lost"] += 1
            raise LostError from None

    # --- The game

    async def play(self, first_at: float, pace: float | None) -> None:
        """Play from time `first_at` until stopped.

        :param pace: seconds from one move to the next; None to play without pauses
        """
        due, self._is_played = first_at, True
        try:
            await self._pause(due)
            while not self._is_stopped and self.players:
                pulse = self.players[0].pulse
                assert pulse is not None
                await self._take_step(pulse)
                if pace is not None:
                    due = max(due + pace, time.perf_counter())
                    await self._pause(due)
        except LostError:
            # Counted as a fault; this table stops playing.
            return

    async def _take_step(self, pulse: Pulse) -> None:
        """Do what the table's phase asks of its players."""
        if pulse.phase == "playing":
            await self._update_mirror(pulse)
            assert self._mirror is not None
            turn = self._mirror.state.turn
            player = None if turn is None else self._player_by_seat.get(turn)
            if player is None:
                await self._wait_for_bots(pulse.position)
            else:
                await self._move(player, pulse.position)
        elif pulse.phase == "between":
            await self._send_for_all("ready", pulse.position, "next deal")
        elif pulse.phase == "finished":
            await self._send_for_all("again", pulse.position, "next session")
        else:
            await self._wait_for_bots(pulse.position)

    async def _update_mirror(self, pulse: Pulse) -> None:
        """Bring the mirror up to the pulse's position."""
        deal, actions = pulse.position[:-1], pulse.position[-1]
        if self._mirror is not None and (deal, actions) == (self._deal, self._mirror.actions):
            return
        state = await self._records.state(self.table_id)
        assert state is not None
        if self._mirror is None or deal != self._deal:
            self._mirror, self._deal = Mirror(state.start), deal
            by_user = {each.visitor.user_id: each for each in self.players}
            self._player_by_seat = {
                seat.number: by_user[seat.user_id] for seat in state.seats if seat.user_id
            }
        self._mirror.follow(list(state.actions))

    async def _move(self, player: Browser, position: tuple[int, ...]) -> None:
        """Send a legal move of the player, and time it until every page shows it."""
        assert self._mirror is not None
        action = self._mirror.choice()
        message = message_of(action, position_text(position))
        self._start_wait(position, self.browsers)
        began = time.perf_counter()
        await player.send(message)
        self._mirror.take(action)
        arrived = await self._last_arrival()
        if arrived is None:
            self._mirror = None
            await asyncio.sleep(REFUSED_SECONDS)
        else:
            self._counts.add_wait("move", arrived - began)

    async def _send_for_all(self, do: str, position: tuple[int, ...], awaited: str) -> None:
        """Send an action of every player, after which a deal starts."""
        self._start_wait(position, self.players if do == "again" else self.browsers)
        began = time.perf_counter()
        for player in self.players:
            await player.do(do)
        arrived = await self._last_arrival()
        if arrived is None:
            await asyncio.sleep(REFUSED_SECONDS)
            return
        self._counts.add_wait(awaited, arrived - began)
        if do == "again":
            # Spectators keep the result on screen until they reload the page.
            for each in self.spectators:
                await each.close()
                await each.open()

    async def _wait_for_bots(self, position: tuple[int, ...]) -> None:
        """Wait for a bot's move."""
        self._start_wait(position, self.players)
        assert self._arrived is not None
        if self._missing:
            stop = self._new_pause_future()
            await asyncio.wait((self._arrived, stop), return_when=asyncio.FIRST_COMPLETED)
            self._idle.discard(stop)

    # --- Streams of other messages

    async def stream(self, action_name: str, first_at: float, every: float) -> None:
        """Send one kind of message repeatedly, each player in turn, and wait for each answer."""
        due = first_at
        await self._pause(due)
        for number in itertools.count():
            if self._is_stopped or not self.players:
                return
            player = self.players[number % len(self.players)]
            if action_name == "chat":
                await self._send_chat_line(player, number)
            elif action_name == "hint":
                await self._time_own_answer(player, action_name, HINTS_MARK)
            else:
                await self._select_cards(player)
            due = max(due + every, time.perf_counter())
            await self._pause(due)

    async def _send_chat_line(self, player: Browser, number: int) -> None:
        """Send a chat message, and time it until every page shows it."""
        said = f"Line {number} of {self.table_id}."
        await self._time_answer("chat", player, self.browsers, said.encode(), "write", text=said)

    async def _select_cards(self, player: Browser) -> None:
        """Select random cards of the player's hand, and time the answer."""
        pulse = player.pulse
        if pulse is None or pulse.phase != "playing":
            return
        if self._mirror is None or self._deal != pulse.position[:-1]:
            if self._is_played and pulse.position[-1]:
                # The player about to move updates the mirror.
                return
            await self._update_mirror(pulse)
        assert self._mirror is not None
        seat = next(seat for seat, each in self._player_by_seat.items() if each is player)
        hand = self._mirror.hand(seat).split()
        chosen = set(self._random.sample(hand, min(len(hand), self._random.randint(1, 5))))
        cards = " ".join(card for card in hand if card in chosen)
        await self._time_own_answer(player, "select", selection_mark(cards), cards=cards)

    async def _time_own_answer(self, player: Browser, do: str, mark: bytes, **more: str) -> None:
        """Send a message, and time it until the player's own page shows the mark."""
        await self._time_answer(do, player, [player], mark, do, **more)

    async def _time_answer(
        self,
        action_name: str,
        player: Browser,
        browsers: Sequence[Browser],
        mark: bytes,
        do: str,
        **more: str,
    ) -> None:
        """Send a message, and time it until all browsers show the mark."""
        shown = [browser.message_with(mark) for browser in browsers]
        began = time.perf_counter()
        await player.do(do, **more)
        try:
            async with asyncio.timeout(TIMEOUT_SECONDS):
                self._counts.add_wait(action_name, max(await asyncio.gather(*shown)) - began)
        except TimeoutError:
            self._counts.faults[f"{action_name} unanswered"] += 1
            for browser in browsers:
                browser.forget(mark)

    # --- Time

    def _new_pause_future(self) -> asyncio.Future[None]:
        """Return a future that ends a pause; it is done if the table is stopped."""
        made: asyncio.Future[None] = asyncio.get_running_loop().create_future()
        self._idle.add(made)
        if self._is_stopped:
            made.set_result(None)
        return made

    async def _pause(self, until: float) -> None:
        """Wait until the given time, or until the table is stopped."""
        seconds = until - time.perf_counter()
        if seconds <= 0:
            return
        awake = self._new_pause_future()
        timer = asyncio.get_running_loop().call_later(seconds, _end_pause, awake)
        await awake
        timer.cancel()
        self._idle.discard(awake)


def _end_pause(waiting: asyncio.Future[None]) -> None:
    """Set the result of the future, unless it is done."""
    if not waiting.done():
        waiting.set_result(None)
