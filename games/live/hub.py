"""Live hub: one per process; it receives new versions once and updates all viewers.

Messages between processes may be lost, duplicated or late, and a viewer's connection may be slow.
So there are no queues: a room knows the newest version, a viewer the newest value, and anything in
between may be skipped. Every few seconds the hub compares its rooms with the database, in one query
per kind of topic, which repairs the effects of lost messages.
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
from games.common.group_commit import in_writer
from games.live import announce
from games.live.open_pages import open_pages
from games.live.parts import Renderings
from games.live.presence import users_gone
from games.live.topics import Source, Topic, TopicValue, source_of

logger = logging.getLogger(__name__)

#: Seconds between two checks for versions without a message.
CHECK_SECONDS = 5.0
#: A channel layer drops group members after a day; they are added again well before.
REJOIN_SECONDS = 3600.0


class Viewer(Protocol):
    """A watcher of topics. No method may block, because other viewers would wait."""

    def show(self, topic: Topic, value: TopicValue | None) -> None:
        """Show the newest value of the topic to the browser; None if the topic no longer exists."""

    def noted(self, topic: Topic, note: str) -> None:
        """Handle a note about a topic that has no value."""

    def delayed(self, is_late: bool) -> None:
        """Handle that changes of other processes become late or are no longer late."""


class Room:
    """One topic in this process: its viewers and their parts, its versions, and its update task."""

    def __init__(self, topic: Topic) -> None:
        self.topic = topic
        self.source = source_of(topic.kind)
        self.viewers: set[Viewer] = set()
        self.renderings = Renderings()
        #: The newest version sent to the viewers.
        self.shown_version = -1
        #: The newest version known to exist.
        self.known_version = 0
        #: A value made in this process, which need not be read.
        self.local_value: TopicValue | None = None
        self.stale = asyncio.Event()
        self.listening = False
        self.task: asyncio.Task[None] | None = None

    def reread(self) -> None:
        """Have the topic read again soon, even if no newer version is known."""
        self.known_version, self.local_value = self.shown_version + 1, None
        self.stale.set()


class Hub:
    """The topics watched in this process, each with its viewers; belongs to one event loop."""

    def __init__(self) -> None:
        self._rooms: dict[Topic, Room] = {}
        self._channel = ""
        self._tasks: list[asyncio.Task[None]] = []
        self._starting = asyncio.Lock()
        #: Changes of this process that have not been shown yet.
        self._local_changes: dict[Topic, Any] = {}
        self._local_lock = threading.Lock()
        #: Whether other processes are unreachable: then only the periodic checks find changes.
        self._is_late = False

    @property
    def room_count(self) -> int:
        """The number of topics watched in this process."""
        return len(self._rooms)

    async def join(self, topic: Topic, viewer: Viewer) -> None:
        """Add a viewer to the topic; its current value, if any, is then shown to all viewers."""
        await self._start()
        room = self._rooms.get(topic)
        if room is None:
            room = self._rooms[topic] = Room(topic)
            if room.source is not None:
                room.task = asyncio.create_task(self._serve(room, room.source))
        # Add the viewer before awaiting anything, so that another one leaving does not close it.
        room.viewers.add(viewer)
        if not room.listening:
            try:
                await get_channel_layer().group_add(topic.group, self._channel)
                room.listening = True
            except Exception:
                # The next viewer to join retries; until then the periodic check finds changes.
                logger.warning("could not subscribe to %s", topic.group, exc_info=True)
        # Read only after subscribing, so that no version is missed in between.
        room.shown_version = -1
        room.reread()
        if self._is_late:
            viewer.delayed(True)

    async def leave(self, topic: Topic, viewer: Viewer) -> None:
        """Remove the viewer from the topic; the last one ends its updates. Idempotent."""
        room = self._rooms.get(topic)
        if room is None:
            return
        room.viewers.discard(viewer)
        if room.viewers:
            return
        del self._rooms[topic]
        if room.task:
            # Break the reference cycle between task and room, which would keep the last value.
            room.task.cancel()
            room.task = None
        try:
            await get_channel_layer().group_discard(topic.group, self._channel)
        except Exception:
            logger.warning("could not unsubscribe from %s", topic.group, exc_info=True)

    def renderings(self, topic: Topic) -> Renderings:
        """Return the parts made of the topic for all its viewers."""
        room = self._rooms.get(topic)
        return Renderings() if room is None else room.renderings

    def refresh(self, topic: Topic) -> None:
        """Have the topic read again soon for its viewers, even if no newer version is known."""
        if room := self._rooms.get(topic):
            room.reread()

    def show_local_change(self, topic: Topic, change: object) -> None:
        """Show the topic's viewers a change made in this process; callable from any thread.

        :param change: what the topic's source makes its value from; None to have the topic read
        """
        with self._local_lock:
            is_first = not self._local_changes
            self._local_changes[topic] = change
        if is_first:
            self._loop.call_soon_threadsafe(self._show_local_changes)

    def _show_local_changes(self) -> None:
        """Make the values of the changed topics without a query, or have the topics read again."""
        with self._local_lock:
            changes, self._local_changes = self._local_changes, {}
        for topic, change in changes.items():
            room = self._rooms.get(topic)
            if room is None or room.source is None:
                continue
            make = room.source.make
            try:
                value = None if make is None or change is None else make(change)
            except Exception:
                logger.exception("could not make %s; reading it", topic.group)
                value = None
            if value is None:
                room.reread()
            elif value.version > room.shown_version:
                room.local_value = value
                room.stale.set()

    async def close(self) -> None:
        """Stop listening and end all tasks and rooms."""
        if announce.deliver_here == self.show_local_change:
            announce.deliver_here = None
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
        """Start listening and checking for missed versions, unless that has happened already."""
        async with self._starting:
            if self._channel:
                return
            self._loop = asyncio.get_running_loop()
            announce.use_loop(self._loop)
            announce.deliver_here = self.show_local_change
            self._channel = await get_channel_layer().new_channel("hub")
            self._tasks = [
                asyncio.create_task(self._listen()),
                asyncio.create_task(self._check_regularly()),
            ]

    async def _listen(self) -> None:
        """Handle messages from the channel layer until cancelled; failures are logged."""
        while True:
            try:
                message = await get_channel_layer().receive(self._channel)
            except asyncio.CancelledError:
                raise
            except Exception:
                logger.exception("receiving from the channel layer failed; trying again")
                await asyncio.sleep(1)
                continue
            try:
                self._handle(message)
            except Exception:
                # For example from a process of another version. Nothing may end this loop.
                logger.exception("could not handle a message")

    def _handle(self, message: Mapping[str, Any]) -> None:
        """Pass a note on to viewers, or have the topic read again if its version is newer or None.

        Versions that this process announced itself are ignored.
        """
        room = self._rooms.get(Topic(message["kind"], message["key"]))
        if room is None or message.get("origin") == announce.ORIGIN:
            return
        if room.source is None:
            for viewer in list(room.viewers):
                viewer.noted(room.topic, message["note"])
        elif message["version"] is None:
            room.reread()
        elif message["version"] > room.shown_version:
            room.known_version = max(room.known_version, message["version"])
            room.stale.set()

    async def _check_regularly(self) -> None:
        """Look for missed versions every `CHECK_SECONDS`, exchange pages and rejoin groups."""
        rejoined = asyncio.get_running_loop().time()
        while True:
            await asyncio.sleep(CHECK_SECONDS)
            try:
                await self._look_for_missed_versions()
                await self._exchange_pages()
                await self._report_gone_users()
                now = asyncio.get_running_loop().time()
                if now - rejoined > REJOIN_SECONDS:
                    rejoined = now
                    for topic in list(self._rooms):
                        await get_channel_layer().group_add(topic.group, self._channel)
            except asyncio.CancelledError:
                raise
            except Exception:
                logger.exception("checking for missed versions failed; trying again")

    async def _exchange_pages(self) -> None:
        """Exchange open pages; tell viewers if updates become late or are no longer."""
        try:
            is_late = await in_database(_exchange)()
            if is_late != self._is_late:
                self._is_late = is_late
                for viewer in {each for room in self._rooms.values() for each in room.viewers}:
                    viewer.delayed(is_late)
        except Exception:
            # Only counts are stale; that must not keep rooms from being joined again.
            logger.warning("could not exchange open pages", exc_info=True)

    async def _report_gone_users(self) -> None:
        """Report users without an open page to higher packages; nothing happens without any."""
        gone = open_pages().take_gone()
        if not gone:
            return
        try:
            await in_writer(users_gone)(gone)
        except Exception:
            # The tables find them with their next sweep.
            logger.exception("could not report that users have closed their pages")

    async def _look_for_missed_versions(self) -> None:
        """Have each topic read again that no longer exists or has a newer version than is shown."""
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
                if room is not None and (version is None or version > room.shown_version):
                    room.reread()

    def _show(self, room: Room, value: TopicValue | None) -> None:
        """Show the value to all viewers of the room, one after the other."""
        # A separate method, so that no viewer is referenced while waiting for the next value.
        for viewer in list(room.viewers):
            viewer.show(room.topic, value)

    async def _serve(self, room: Room, source: Source) -> None:
        """Show the room's viewers each newer value until cancelled, reading it if necessary.

        A failed reading is repeated after a second.
        """
        while True:
            await room.stale.wait()
            room.stale.clear()
            value, room.local_value = room.local_value, None
            if value is None or value.version < room.known_version:
                try:
                    value = await in_database(source.read)(room.topic.key)
                except Exception:
                    logger.exception("could not read %s; trying again", room.topic.group)
                    await asyncio.sleep(1)
                    room.reread()
                    continue
            elif value.version <= room.shown_version:
                continue
            if value is not None:
                room.shown_version = value.version
            self._show(room, value)
            if source.min_seconds:
                await asyncio.sleep(source.min_seconds)


def _exchange() -> bool:
    """Exchange open pages; return whether the shared cache is unavailable."""
    open_pages().exchange()
    return bool(getattr(cache, "is_away", False))


_hubs: WeakKeyDictionary[asyncio.AbstractEventLoop, Hub] = WeakKeyDictionary()


def hub() -> Hub:
    """Return the hub of the running event loop, which is made on the first call."""
    loop = asyncio.get_running_loop()
    if loop not in _hubs:
        _hubs[loop] = Hub()
    return _hubs[loop]
