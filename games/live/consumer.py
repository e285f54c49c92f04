"""A socket that watches topics: what all open pages of the club have in common.

It speaks the reader's language, notes that its person is about, and ends with the browser's
session. A socket outlives the request that opened it: whoever signs out, changes the password or
is deactivated is told of to every process (``games.live.people``); each socket looks again every
so often besides, for a message may be lost.
"""

import asyncio
import logging
import secrets
from typing import Any

from channels.generic.websocket import AsyncWebsocketConsumer
from django.utils import translation
from limits import parse
from limits.storage import MemoryStorage
from limits.strategies import FixedWindowRateLimiter

from accounts import services as accounts
from accounts.caller import fingerprint, of_session
from accounts.models import User
from games.common.database import in_database
from games.common.languages import language_of
from games.live import presence
from games.live.hub import hub
from games.live.people import CALLED, person
from games.live.topics import Shown, Topic

logger = logging.getLogger(__name__)

#: The close code (of our own: 4000–4999) that tells a browser to sign in before it comes again.
SESSION_ENDED = 4401
#: Faster than any hand; a flood above it is answered by closing.
MESSAGE_RATE = parse("40/second")

_flood = FixedWindowRateLimiter(MemoryStorage())


class LiveConsumer(AsyncWebsocketConsumer):  # type: ignore[misc]
    """One open page of somebody, who may be unknown."""

    #: The hub listens for all browsers of the process; a channel of their own would cost each of
    #: them a subscription. No layer has this name.
    channel_layer_alias = "none"

    async def __call__(self, scope: Any, receive: Any, send: Any) -> None:
        """Serve the browser in its language, and leave no trace behind however it ends."""
        self.user: User | None = scope["user"] if scope["user"].pk else None
        self.session_key: str | None = scope["session"].session_key
        self.caller = of_session(self.user, self.session_key)
        self._topics: set[Topic] = set()
        self._newest: dict[Topic, Shown | None] = {}
        self._news = asyncio.Event()
        self._tasks: list[asyncio.Task[Any]] = []
        self._flood_key = secrets.token_hex(8)
        # What has happened to the person, and how much of that was looked at.
        self._doubts, self._settled = 1, 0
        self._ended = self._closed = False
        self._looking = asyncio.Lock()
        try:
            with translation.override(language_of(scope)):
                await super().__call__(scope, receive, send)
        finally:
            await self.leave()

    async def disconnect(self, code: int) -> None:
        await self.leave()

    async def leave(self) -> None:
        """Stop what goes on for the browser; a second time changes nothing."""
        for task in self._tasks:
            task.cancel()
        topics, self._topics = self._topics, set()
        for topic in topics:
            await hub().leave(topic, self)

    # --- Topics

    async def watch(self, topic: Topic) -> None:
        """Watch the topic from now on, beginning with how it is."""
        if not self._topics:
            self._tasks.append(asyncio.create_task(self._show_newest()))
        self._topics.add(topic)
        await hub().join(topic, self)

    def show(self, topic: Topic, value: Shown) -> None:
        """Take the newest value; an older one that was not shown yet is skipped."""
        self._newest[topic] = value
        self._news.set()

    def gone(self, topic: Topic) -> None:
        self._newest[topic] = None
        self._news.set()

    async def shown(self, topic: Topic, value: Any) -> None:
        """Show the browser what is new; for the page in question."""

    async def missing(self, topic: Topic) -> None:
        """Tell the browser that the topic is no longer there; for the page in question."""

    async def _show_newest(self) -> None:
        while True:
            await self._news.wait()
            self._news.clear()
            news, self._newest = self._newest, {}
            for topic, value in news.items():
                try:
                    if value is None:
                        await self.missing(topic)
                    else:
                        await self.shown(topic, value)
                except asyncio.CancelledError:
                    raise
                except Exception:
                    logger.exception("%s could not be shown", topic.group)

    # --- The person

    async def attend(self) -> bool:
        """Note from now on that the person is about; tell whether the browser is theirs."""
        if self.user is None:
            return True
        # First, so that nothing falls between the look and the listening.
        await self.watch(person(self.user.pk))
        self._tasks.append(asyncio.create_task(presence.stay(self._look_again)))
        return await self.still_signed_in()

    def here(self) -> None:
        """Note that the person is about."""
        assert self.user is not None
        accounts.seen(self.user)

    def noted(self, topic: Topic, note: str) -> None:
        """Take that something happened to the person (``games.live.people.person``)."""
        if note == CALLED:
            self._tasks.append(asyncio.create_task(self._show_call()))
            return
        if not note:
            self._doubts += 1
        elif self.session_key and note == fingerprint(self.session_key):
            self._ended = True
        else:
            return
        self._tasks.append(asyncio.create_task(self._close_if_ended()))

    async def called(self) -> None:
        """Show the person where they are wanted, or that they no longer are; for the page."""

    async def _show_call(self) -> None:
        try:
            if await self.still_signed_in():
                await self.called()
        except Exception:
            logger.exception("somebody could not be told where they are wanted")

    async def still_signed_in(self) -> bool:
        """Tell whether the browser may still be shown what is the person's, or close it.

        Costs a look at the database only after something has happened to the person.
        """
        if self.user is None or (self._settled == self._doubts and not self._ended):
            return True
        async with self._looking:
            while not self._ended and self._settled != self._doubts:
                doubts = self._doubts
                if not await in_database(self._look)():
                    self._ended = True
                self._settled = doubts
            if self._ended and not self._closed:
                self._closed = True
                await self.close(SESSION_ENDED)
        return not self._ended

    def _look(self) -> bool:
        """Tell whether the session is the person's; note in the same thread that they are about."""
        if self.caller.person() is None:
            return False
        self.here()
        return True

    async def _look_again(self) -> None:
        self._doubts += 1
        if await self.still_signed_in():
            await self.called()

    async def _close_if_ended(self) -> None:
        try:
            await self.still_signed_in()
        except Exception:
            # It is in doubt as before, and nothing is shown until a look succeeds.
            logger.exception("whether somebody is still signed in could not be found out")

    # --- Too much

    def is_flood(self) -> bool:
        """Count this message and tell whether the browser sends more than any hand can."""
        return not _flood.hit(MESSAGE_RATE, self._flood_key)
