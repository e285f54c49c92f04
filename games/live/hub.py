"""One hub a process: hears of new versions once and brings all its viewers up to them.

Messages between processes may be lost, doubled or late, and a viewer's connection may be slow.
So nothing here is a queue: a room knows the newest version, a viewer the newest value, and
whatever lies between may be skipped. Every few seconds the hub compares its rooms with the
database, in one query for each kind of topics, which heals what a lost message would have left
behind.
"""

import asyncio
import contextlib
import logging
import threading
from collections import defaultdict
from collections.abc import Mapping
from typing import Any, Protocol
from weakref import WeakKeyDictionary

from channels.layers import get_channel_layer
from django.core.cache import cache

from games.common.database import in_database
from games.live import announce
from games.live.spectator_counts import spectator_counts
from games.live.topics import Shown, Source, Topic, source_of

logger = logging.getLogger(__name__)

#: Seconds between two looks for versions of which no message came.
HEAL_SECONDS = 5.0
#: A layer forgets members of a group after a day; they are added again well before.
REJOIN_SECONDS = 3600.0


class Viewer(Protocol):
    """Somebody who watches topics. None of these may wait for anything, or others would, too."""

    async def show(self, topic: Topic, value: Shown | None) -> None:
        """Take the newest value of the topic; None where it is no longer there."""

    def noted(self, topic: Topic, note: str) -> None:
        """Take a note about a topic that has no value."""

    def delayed(self, is_late: bool) -> None:
        """Take that what other processes change comes late from now on, or no longer."""


class Room:
    """The viewers of one topic in this process."""

    def __init__(self, topic: Topic) -> None:
        self.topic = topic
        self.source = source_of(topic.kind)
        self.viewers: set[Viewer] = set()
        self.shown = -1
        #: The newest version that is known to be there.
        self.wanted = 0
        #: A value that this process has made, and needs not be read.
        self.brought: Shown | None = None
        self.stale = asyncio.Event()
        self.listening = False
        self.task: asyncio.Task[None] | None = None

    def look_again(self) -> None:
        """Read the topic anew, whatever version is known."""
        self.wanted, self.brought = self.shown + 1, None
        self.stale.set()


class Hub:
    """All rooms of this process; belongs to one event loop."""

    def __init__(self) -> None:
        self._rooms: dict[Topic, Room] = {}
        self._channel = ""
        self._tasks: list[asyncio.Task[None]] = []
        self._starting = asyncio.Lock()
        #: What was changed in this process, and is still to be shown.
        self._brought: dict[Topic, Any] = {}
        self._bringing = threading.Lock()
        #: Whether other processes are not heard just now: then changes come by the looks alone.
        self._is_late = False

    @property
    def rooms(self) -> int:
        """How many topics are being watched in this process."""
        return len(self._rooms)

    async def join(self, topic: Topic, viewer: Viewer) -> None:
        """Let the viewer see the topic, beginning with how it is now."""
        await self._start()
        room = self._rooms.get(topic)
        if room is None:
            room = self._rooms[topic] = Room(topic)
            if room.source is not None:
                room.task = asyncio.create_task(self._serve(room, room.source))
        # In the room before anything is awaited: whoever leaves meanwhile must not close it.
        room.viewers.add(viewer)
        if not room.listening:
            try:
                await get_channel_layer().group_add(topic.group, self._channel)
                room.listening = True
            except Exception:
                # The next one to join tries again; until then the look every few seconds serves.
                logger.warning("%s is not listened to", topic.group, exc_info=True)
        # Only after being a member, so that no version falls between the look and the listening.
        room.shown = -1
        room.look_again()
        if self._is_late:
            viewer.delayed(True)

    async def leave(self, topic: Topic, viewer: Viewer) -> None:
        """Forget the viewer; the last one closes the room. A second time changes nothing."""
        room = self._rooms.get(topic)
        if room is None:
            return
        room.viewers.discard(viewer)
        if room.viewers:
            return
        del self._rooms[topic]
        if room.task:
            # Its end holds the room; without this, what was shown last would stay in a circle.
            room.task.cancel()
            room.task = None
        try:
            await get_channel_layer().group_discard(topic.group, self._channel)
        except Exception:
            logger.warning("%s is listened to for nobody", topic.group, exc_info=True)

    def refresh(self, topic: Topic) -> None:
        """Look at the topic again soon, whatever version is known."""
        if room := self._rooms.get(topic):
            room.look_again()

    def bring(self, topic: Topic, given: object) -> None:
        """Show what was just changed in this process; from any thread.

        :param given: what the topic's source makes its value of, where it needs not be read
        """
        with self._bringing:
            is_first = not self._brought
            self._brought[topic] = given
        if is_first:
            self._loop.call_soon_threadsafe(self._take_brought)

    def _take_brought(self) -> None:
        with self._bringing:
            brought, self._brought = self._brought, {}
        for topic, given in brought.items():
            room = self._rooms.get(topic)
            if room is None or room.source is None:
                continue
            make = room.source.make
            try:
                value = None if make is None or given is None else make(given)
            except Exception:
                logger.exception("%s could not be made; it is read", topic.group)
                value = None
            if value is None:
                room.look_again()
            elif value.version > room.shown:
                room.brought = value
                room.stale.set()

    async def close(self) -> None:
        """Stop listening."""
        if announce.hand == self.bring:
            announce.hand = None
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
            self._loop = asyncio.get_running_loop()
            announce.use_loop(self._loop)
            announce.hand = self.bring
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
            try:
                self._hear(message)
            except Exception:
                # From a process of another version, say. Nothing may end the listening.
                logger.exception("a message could not be understood")

    def _hear(self, message: Mapping[str, Any]) -> None:
        room = self._rooms.get(Topic(message["kind"], message["key"]))
        if room is None or message.get("origin") == announce.ORIGIN:
            return
        if room.source is None:
            for viewer in list(room.viewers):
                viewer.noted(room.topic, message["note"])
        elif message["version"] is None:
            room.look_again()
        elif message["version"] > room.shown:
            room.wanted = max(room.wanted, message["version"])
            room.stale.set()

    async def _heal(self) -> None:
        rejoined = asyncio.get_running_loop().time()
        while True:
            await asyncio.sleep(HEAL_SECONDS)
            try:
                await self._look_for_missed_versions()
                await self._exchange_spectator_counts()
                now = asyncio.get_running_loop().time()
                if now - rejoined > REJOIN_SECONDS:
                    rejoined = now
                    for topic in list(self._rooms):
                        await get_channel_layer().group_add(topic.group, self._channel)
            except asyncio.CancelledError:
                raise
            except Exception:
                logger.exception("looking for missed versions failed; trying again")

    async def _exchange_spectator_counts(self) -> None:
        try:
            is_late = await in_database(_exchange)()
            if is_late != self._is_late:
                self._is_late = is_late
                for viewer in {each for room in self._rooms.values() for each in room.viewers}:
                    viewer.delayed(is_late)
        except Exception:
            # Only a number is stale; it must not keep the rooms from being joined anew.
            logger.warning("how many look on elsewhere could not be heard", exc_info=True)

    async def _look_for_missed_versions(self) -> None:
        by_kind: dict[str, list[int]] = defaultdict(list)
        for kind, key in self._rooms:
            by_kind[kind].append(key)
        for kind, keys in by_kind.items():
            source = source_of(kind)
            if source is None:
                continue
            versions = await in_database(source.versions)(keys)
            for key in keys:
                room = self._rooms.get(Topic(kind, key))
                version = versions.get(key)
                if room is not None and (version is None or version > room.shown):
                    room.look_again()

    async def _show(self, room: Room, value: Shown | None) -> None:
        # By itself, so that nobody is held on to until there is something new.
        for viewer in list(room.viewers):
            await viewer.show(room.topic, value)

    async def _serve(self, room: Room, source: Source) -> None:
        while True:
            await room.stale.wait()
            room.stale.clear()
            value, room.brought = room.brought, None
            if value is None or value.version < room.wanted:
                try:
                    value = await in_database(source.read)(room.topic.key)
                except Exception:
                    logger.exception("%s could not be read; trying again", room.topic.group)
                    await asyncio.sleep(1)
                    room.look_again()
                    continue
            elif value.version <= room.shown:
                continue
            if value is not None:
                room.shown = value.version
            await self._show(room, value)
            if source.rest:
                await asyncio.sleep(source.rest)


def _exchange() -> bool:
    """Tell the other processes who looks on; return whether what is shared with them is away."""
    spectator_counts().exchange()
    return bool(getattr(cache, "is_away", False))


_hubs: WeakKeyDictionary[asyncio.AbstractEventLoop, Hub] = WeakKeyDictionary()


def hub() -> Hub:
    """Return the hub of the running loop."""
    loop = asyncio.get_running_loop()
    if loop not in _hubs:
        _hubs[loop] = Hub()
    return _hubs[loop]
