"""One hub a process: hears of new versions once and brings all its viewers up to them.

Messages between processes may be lost, doubled or late, and a viewer's connection may be slow.
So nothing here is a queue: a room knows the newest version, a viewer the newest frame, and
whatever lies between may be skipped. Every few seconds the hub compares its rooms with the
database in one query, which heals what a lost message would have left behind.
"""

import asyncio
import contextlib
import logging
from typing import Any, Protocol
from weakref import WeakKeyDictionary

from channels.layers import get_channel_layer

from config.database import in_database
from games import announce, presenter, selectors

logger = logging.getLogger(__name__)

#: Seconds between two looks for versions that no message told of.
HEAL_SECONDS = 5.0
#: A layer forgets members of a group after a day; they are added again well before.
REJOIN_SECONDS = 3600.0


#: The room of the lobby, which is no table.
LOBBY = 0


class Shown(Protocol):
    """What a room shows, at one version."""

    @property
    def version(self) -> int:
        """Grows from one to the next."""


class Viewer(Protocol):
    """Somebody who looks at a table, or at the lobby."""

    def show(self, frame: Any) -> None:
        """Take the newest frame of the room; must not block."""

    def gone(self) -> None:
        """The table is no longer there."""


class Room:
    """The viewers of one table in this process."""

    def __init__(self, table_id: int) -> None:
        self.table_id = table_id
        self.viewers: set[Viewer] = set()
        self.shown = -1
        self.stale = asyncio.Event()
        self.listening = False
        self.task: asyncio.Task[None] | None = None


class Hub:
    """All rooms of this process; belongs to one event loop."""

    def __init__(self) -> None:
        self._rooms: dict[int, Room] = {}
        self._channel = ""
        self._tasks: list[asyncio.Task[None]] = []
        self._starting = asyncio.Lock()

    @property
    def rooms(self) -> int:
        """How many tables are being watched in this process."""
        return len(self._rooms)

    async def join(self, table_id: int, viewer: Viewer) -> None:
        """Let the viewer see the table, beginning with how it is now."""
        await self._start()
        room = self._rooms.get(table_id)
        if room is None:
            room = self._rooms[table_id] = Room(table_id)
            room.task = asyncio.create_task(self._serve(room))
        # In the room before anything is awaited: whoever leaves meanwhile must not close it.
        room.viewers.add(viewer)
        if not room.listening:
            try:
                await get_channel_layer().group_add(announce.group(table_id), self._channel)
                room.listening = True
            except Exception:
                # The next one to join tries again; until then the look every few seconds serves.
                logger.warning("table %s is not listened to", table_id, exc_info=True)
        # Only after being a member, so that no version falls between the look and the listening.
        room.shown = -1
        room.stale.set()

    async def leave(self, table_id: int, viewer: Viewer) -> None:
        """Forget the viewer; the last one closes the room."""
        room = self._rooms.get(table_id)
        if room is None:
            return
        room.viewers.discard(viewer)
        if not room.viewers:
            del self._rooms[table_id]
            if room.task:
                room.task.cancel()
            await get_channel_layer().group_discard(announce.group(table_id), self._channel)

    def refresh(self, table_id: int) -> None:
        """Look at the table again soon, whatever version is known."""
        if room := self._rooms.get(table_id):
            room.stale.set()

    async def close(self) -> None:
        """Stop listening."""
        tasks = self._tasks + [room.task for room in self._rooms.values() if room.task]
        for task in tasks:
            task.cancel()
        for task in tasks:
            with contextlib.suppress(asyncio.CancelledError):
                await task
        self._rooms.clear()
        self._tasks.clear()
        self._channel = ""

    async def _start(self) -> None:
        async with self._starting:
            if self._channel:
                return
            announce.use_loop(asyncio.get_running_loop())
            self._channel = await get_channel_layer().new_channel("hub")
            self._tasks = [
                asyncio.create_task(self._listen()),
                asyncio.create_task(self._heal()),
            ]

    async def _listen(self) -> None:
        while True:
            try:
                message = await get_channel_layer().receive(self._channel)
            except asyncio.CancelledError:
                raise
            except Exception:
                logger.exception("listening to the channel layer failed; trying again")
                await asyncio.sleep(1)
                continue
            room = self._rooms.get(message["table"])
            if room and (room.table_id == LOBBY or message["version"] > room.shown):
                room.stale.set()

    async def _heal(self) -> None:
        rejoined = asyncio.get_running_loop().time()
        while True:
            await asyncio.sleep(HEAL_SECONDS)
            try:
                await self._look_for_missed_versions()
                now = asyncio.get_running_loop().time()
                if now - rejoined > REJOIN_SECONDS:
                    rejoined = now
                    for table_id in list(self._rooms):
                        await get_channel_layer().group_add(announce.group(table_id), self._channel)
            except asyncio.CancelledError:
                raise
            except Exception:
                logger.exception("looking for missed versions failed; trying again")

    async def _look_for_missed_versions(self) -> None:
        if not self._rooms:
            return
        versions = await in_database(selectors.versions)(list(self._rooms))
        for table_id, room in list(self._rooms.items()):
            version = versions.get(table_id)
            if version is None or version > room.shown:
                # The lobby has no version: it is always looked at again.
                room.stale.set()

    async def _serve(self, room: Room) -> None:
        while True:
            await room.stale.wait()
            room.stale.clear()
            try:
                frame = await in_database(_read)(room.table_id)
            except Exception:
                logger.exception("table %s could not be read; trying again", room.table_id)
                await asyncio.sleep(1)
                room.stale.set()
                continue
            if frame is None:
                for viewer in list(room.viewers):
                    viewer.gone()
                continue
            room.shown = frame.version
            for viewer in list(room.viewers):
                viewer.show(frame)


def _read(table_id: int) -> Shown | None:
    return presenter.lobby_frame() if table_id == LOBBY else presenter.frame(table_id)


_hubs: WeakKeyDictionary[asyncio.AbstractEventLoop, Hub] = WeakKeyDictionary()


def hub() -> Hub:
    """The hub of the running loop."""
    loop = asyncio.get_running_loop()
    if loop not in _hubs:
        _hubs[loop] = Hub()
    return _hubs[loop]
