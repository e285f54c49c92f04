"""A socket that watches topics: what all open pages of the club have in common.

It speaks the reader's language, notes that its person is about, and ends with the browser's
session. A socket outlives the request that opened it: whoever signs out, changes the password or
is deactivated is told of to every process (``games.live.users``); each socket looks again every
so often besides, for a message may be lost.
"""

import asyncio
import logging
import secrets
from collections.abc import Coroutine, Mapping
from typing import Any

from channels.consumer import get_handler_name
from channels.generic.websocket import AsyncWebsocketConsumer
from django.utils import translation

from accounts import limits, trace
from accounts import services as accounts
from accounts.caller import fingerprint, of_session
from accounts.models import User
from games.common import metrics
from games.common.database import in_database
from games.common.group_commit import in_writer
from games.common.languages import language_of
from games.live import presence
from games.live.hub import hub
from games.live.socket_limits import Quota, address_quota, socket_limits, user_quota
from games.live.topics import Shown, Topic
from games.live.users import ALERTS_CHANGED, is_session_valid, user_topic

logger = logging.getLogger(__name__)

#: The close code (of our own: 4000–4999) that tells a browser to sign in before it comes again.
SESSION_ENDED = 4401
#: The close code of a socket that would be one too many, or brings more than any hand can send.
TOO_MUCH = 4429


class LiveConsumer(AsyncWebsocketConsumer):  # type: ignore[misc]
    """One open page of somebody, who may be unknown."""

    #: The hub listens for all browsers of the process; a channel of their own would cost each of
    #: them a subscription. No layer has this name.
    channel_layer_alias = "none"

    async def __call__(self, scope: Any, receive: Any, send: Any) -> None:
        """Serve the browser in its language, and leave no trace behind however it ends."""
        # What the scope has looks the person up at every question.
        user = getattr(scope["user"], "_wrapped", scope["user"]) if scope["user"].pk else None
        self.user: User | None = user
        self.session_key: str | None = scope["session"].session_key
        self.caller = of_session(self.user, self.session_key)
        self._topics: set[Topic] = set()
        self._tasks: set[asyncio.Task[Any]] = set()
        #: What is to be shown when it is known whether the browser may still see it.
        self._pending: dict[Topic, Shown | None] = {}
        self.language = language_of(scope)
        trace.person_id.set(None if user is None else user.pk)
        #: Tells this page from others.
        self._key = secrets.token_hex(8)
        #: For whom the socket and its messages are counted.
        self._quotas = _quotas(user, limits.address_of_socket(scope))
        # What has happened to the person, and how much of that was looked at.
        self._doubts, self._settled = 1, 0
        self._ended = self._closed = self._is_gone = False
        self._looking = asyncio.Lock()
        if not socket_limits().open(self._quotas):
            metrics.turned_away.inc()
            await _turn_away(receive, send)
            return
        counted = metrics.sockets.labels(type(self).__name__)
        counted.inc()
        try:
            with translation.override(self.language):
                await super().__call__(scope, receive, self._while_there(send))
        finally:
            socket_limits().close(self._quotas)
            counted.dec()
            await self.leave()
            # What sends knows this consumer: together they would stay until circles are looked for.
            self.base_send = _unheard

    def _while_there(self, send: Any) -> Any:
        """Return what sends as long as the browser is there; that it left is heard soon after."""

        async def sent(message: Mapping[str, Any]) -> None:
            try:
                await send(message)
            except ConnectionError:
                self._is_gone = True

        return sent

    async def dispatch(self, message: Mapping[str, Any]) -> None:
        """Call the handler of a message.

        Channels would hop to another thread before each one, to look after connections to the
        database; whatever here asks the database (``in_database``) does so itself.
        """
        await getattr(self, get_handler_name(message))(message)

    async def disconnect(self, code: int) -> None:
        await self.leave()

    async def leave(self) -> None:
        """Stop what goes on for the browser; a second time changes nothing."""
        for task in list(self._tasks):
            task.cancel()
        topics, self._topics = self._topics, set()
        for topic in topics:
            await hub().leave(topic, self)

    # --- Topics

    async def watch(self, topic: Topic) -> None:
        """Watch the topic from now on, beginning with how it is."""
        self._topics.add(topic)
        await hub().join(topic, self)

    async def show(self, topic: Topic, value: Shown | None) -> None:
        """Show the browser the newest value; None where the topic is no longer there.

        Holds up nobody: what would have to wait for the database happens by itself, and shows then
        what is the newest.
        """
        if self._pending or value is None or self._is_doubted:
            if not self._pending:
                self._spawn(self._show_pending())
            self._pending[topic] = value
        else:
            await self._show(topic, value)

    async def _show_pending(self) -> None:
        while self._pending:
            topic, value = next(iter(self._pending.items()))
            await self._show(topic, value)
            if self._pending[topic] is value:
                del self._pending[topic]

    async def _show(self, topic: Topic, value: Shown | None) -> None:
        if topic not in self._topics or self._is_gone:
            return
        try:
            # Whoever brings it may serve readers of other languages, too.
            if translation.get_language() == self.language:
                await self._show_in_own_language(topic, value)
            else:
                with translation.override(self.language):
                    await self._show_in_own_language(topic, value)
        except Exception:
            logger.exception("%s could not be shown", topic.group)

    async def _show_in_own_language(self, topic: Topic, value: Shown | None) -> None:
        if value is None:
            await self.missing(topic)
        else:
            await self.shown(topic, value)

    def _spawn(self, work: Coroutine[Any, Any, None]) -> asyncio.Task[None]:
        """Let something happen beside the messages, as long as the browser is there."""
        task = asyncio.create_task(work)
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)
        return task

    async def shown(self, topic: Topic, value: Any) -> None:
        """Show the browser what is new; for the page in question."""

    async def missing(self, topic: Topic) -> None:
        """Tell the browser that the topic is no longer there; for the page in question."""

    # --- The person

    async def attend(self) -> bool:
        """Note from now on that the person is about; tell whether the browser is theirs."""
        if self.user is None:
            return True
        # First, so that nothing falls between the look and the listening.
        await self.watch(user_topic(self.user.pk))
        self._spawn(presence.stay(self._look_again))
        if not await self.still_signed_in():
            return False
        # The page need not wait for the disk.
        self._spawn(self._note_presence())
        return True

    def here(self) -> None:
        """Note that the person is about."""
        assert self.user is not None
        accounts.seen(self.user)

    def noted(self, topic: Topic, note: str) -> None:
        """Take that something happened to the person (``games.live.users.user_topic``)."""
        if note == ALERTS_CHANGED:
            self._spawn(self._show_call())
            return
        if not note:
            self._doubts += 1
        elif self.session_key and note == fingerprint(self.session_key):
            self._ended = True
        else:
            return
        self._spawn(self._close_if_ended())

    def delayed(self, is_late: bool) -> None:
        """Take that live updates come late from now on, or no longer; for the page."""

    async def called(self) -> None:
        """Show the person where they are wanted, or that they no longer are; for the page."""

    async def _show_call(self) -> None:
        try:
            if await self.still_signed_in():
                await self.called()
        except Exception:
            logger.exception("somebody could not be told where they are wanted")

    @property
    def _is_doubted(self) -> bool:
        """Whether something has happened to the person that was not looked at."""
        return self.user is not None and (self._settled != self._doubts or self._ended)

    async def still_signed_in(self) -> bool:
        """Tell whether the browser may still be shown what is the person's, or close it.

        Costs a look at the database only after something has happened to the person.
        """
        if not self._is_doubted:
            return True
        async with self._looking:
            while not self._ended and self._settled != self._doubts:
                doubts = self._doubts
                if not await in_database(is_session_valid)(self.caller):
                    self._ended = True
                self._settled = doubts
            if self._ended and not self._closed:
                self._closed = True
                await self.close(SESSION_ENDED)
        return not self._ended

    async def _note_presence(self) -> None:
        """Note that the person is about, together with what else is to be written."""
        try:
            await in_writer(self.here)()
        except Exception:
            logger.exception("somebody who is there could not be noted")

    async def _look_again(self) -> None:
        self._doubts += 1
        if await self.still_signed_in():
            await self._note_presence()
            await self.called()

    async def _close_if_ended(self) -> None:
        try:
            await self.still_signed_in()
        except Exception:
            # It is in doubt as before, and nothing is shown until a look succeeds.
            logger.exception("whether somebody is still signed in could not be found out")

    # --- Too much

    def is_flood(self) -> bool:
        """Count this message; tell whether the person, or the address, sends more than may be."""
        return socket_limits().is_flood(self._quotas, asyncio.get_running_loop().time())


async def _unheard(message: Mapping[str, Any]) -> None:
    """Send to nobody."""


def _quotas(user: User | None, address: str) -> tuple[Quota, ...]:
    """Return for whom a socket is counted: its person, if that is known, and its address."""
    own = () if user is None else (user_quota(user.pk),)
    return (*own, address_quota(address))


async def _turn_away(receive: Any, send: Any) -> None:
    """Close a socket with a code that browsers do not come again after."""
    await receive()
    # A handshake that is refused has no code, and would be tried again and again.
    await send({"type": "websocket.accept"})
    await send({"type": "websocket.close", "code": TOO_MUCH})
