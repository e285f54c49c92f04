"""A socket that watches topics: the common base of all open pages.

It uses the reader's language, keeps the user online, and ends with the browser's session. A socket
outlives the request that opened it: sign-out, a changed password and deactivation are announced to
every process (``games.live.users``), and each socket also checks periodically, because a message
may be lost.
"""

import asyncio
import contextlib
import logging
import secrets
from collections.abc import Coroutine, Hashable, Mapping
from datetime import timedelta
from typing import Any, NamedTuple, TypeVar

from channels.consumer import get_handler_name
from channels.exceptions import StopConsumer
from channels.generic.websocket import AsyncWebsocketConsumer
from django.utils import translation

from accounts import limits, log_context
from accounts import services as accounts
from accounts.caller import fingerprint, of_session
from accounts.models import User
from games.common import metrics
from games.common.database import in_database
from games.common.group_commit import in_writer
from games.common.languages import language_of, language_of_page
from games.live import presence
from games.live.hub import hub
from games.live.open_pages import open_pages
from games.live.parts import Maker, Parts, Renderings, ShownPage
from games.live.socket_limits import Quota, address_quota, socket_limits, user_quota
from games.live.topics import Topic, TopicValue
from games.live.users import ALERTS_CHANGED, LANGUAGE_CHOSEN, is_session_valid, user_topic

logger = logging.getLogger(__name__)

V = TypeVar("V")
A = TypeVar("A", bound=Hashable)

#: Close codes (application range 4000–4999). After the first, a browser signs in before
#: reconnecting; after the other three, it doesn't reconnect.
SESSION_ENDED, NOT_YOURS, NOT_FOUND, TABLE_CLOSED = 4401, 4403, 4404, 4410
#: Close code of a page in another language than the user chose: the browser loads it again.
LANGUAGE_CHANGED = 4205
#: Close code of a socket above the limit, or with more messages than a user could send.
TOO_MUCH = 4429
#: A page opened or closed within this time after its user was last seen doesn't store that again.
SEEN_JUST_NOW = timedelta(seconds=5)
#: Extension of the ASGI scope: a function that sends a text at once and returns whether it could.
SEND_TEXT = "club.send_text"


class Message(NamedTuple):
    """A message to a browser: HTML, maybe none, and the code with which the socket then closes."""

    html: str = ""
    close: int | None = None


class LiveConsumer(AsyncWebsocketConsumer):  # type: ignore[misc]
    """One open page of a user or an anonymous visitor."""

    #: The hub listens for all browsers of the process; a separate channel would cost each browser a
    #: subscription. No layer has this name.
    channel_layer_alias = "none"

    async def __call__(self, scope: Any, receive: Any, send: Any) -> None:
        """Serve the browser in its language; close at once above the limit of open sockets."""
        # Unwrap the lazy user of the scope.
        user = getattr(scope["user"], "_wrapped", scope["user"]) if scope["user"].pk else None
        self.user: User | None = user
        self.session_key: str | None = scope["session"].session_key
        self.caller = of_session(self.user, self.session_key)
        self._topics: set[Topic] = set()
        self._renderings: dict[Topic, Renderings] = {}
        self._tasks: set[asyncio.Task[Any]] = set()
        #: Values to show once it is checked that the browser may still see them.
        self._pending: dict[Topic, TopicValue | None] = {}
        self.page = ShownPage()
        self._reader_language = language_of(scope, user)
        self.language = language_of_page(scope) or self._reader_language
        log_context.person_id.set(None if user is None else user.pk)
        #: Identifies this page.
        self._key = secrets.token_hex(8)
        #: Quotas that the socket and its messages count against.
        self._quotas = _quotas(user, limits.address_of_socket(scope))
        # Number of events that may have ended the session, and how many of them were checked.
        self._access_changes, self._checked_changes = 1, 0
        self._ended = self._closed = self._is_gone = False
        #: Whether the page is counted as an open one of its user.
        self._is_open = False
        self._check_lock = asyncio.Lock()
        self._send_text = scope.get("extensions", {}).get(SEND_TEXT)
        self._has_sent = False
        if not socket_limits().open(self._quotas):
            metrics.turned_away.inc()
            await _reject(receive, send)
            return
        counted = metrics.sockets.labels(type(self).__name__)
        counted.inc()
        try:
            with translation.override(self.language):
                self.scope, self.base_send = scope, self._sender(send)
                await self._handle_messages(receive)
        finally:
            socket_limits().close(self._quotas)
            counted.dec()
            await self.leave()
            # Break the reference cycle, so that memory is freed without the garbage collector.
            self.base_send = _discard

    def _sender(self, send: Any) -> Any:
        """Return `send`, wrapped so that it notes that the browser has left instead of failing."""

        async def send_or_note_departure(message: Mapping[str, Any]) -> None:
            """Send the message, or note that the browser has left; the disconnect follows soon."""
            try:
                await send(message)
            except ConnectionError:
                self._is_gone = True

        return send_or_note_departure

    async def _handle_messages(self, receive: Any) -> None:
        """Handle the browser's messages one after the other until it has left."""
        with contextlib.suppress(StopConsumer):
            while True:
                await self.dispatch(await receive())
                # The next message may be waiting; a browser that floods must not stop all others.
                await asyncio.sleep(0)

    async def dispatch(self, message: Mapping[str, Any]) -> None:
        """Call the handler of a message directly, without the database clean-up of Channels.

        Channels would hop to another thread for it; everything here that uses the database
        (``in_database``) does that itself.
        """
        await getattr(self, get_handler_name(message))(message)

    async def disconnect(self, code: int) -> None:
        """Stop the page's tasks and updates after the browser has left."""
        await self.leave()

    async def leave(self) -> None:
        """Cancel the page's tasks, and stop counting it and watching its topics; idempotent."""
        for task in list(self._tasks):
            task.cancel()
        if self._is_open and self.user is not None:
            self._is_open = False
            open_pages().close(self.user.pk)
        topics, self._topics = self._topics, set()
        for topic in topics:
            await hub().leave(topic, self)

    # --- Topics

    async def watch(self, topic: Topic) -> None:
        """Watch the topic, starting with its current value."""
        self._topics.add(topic)
        await hub().join(topic, self)

    def show(self, topic: Topic, value: TopicValue | None) -> None:
        """Show the browser the newest value; None if the topic no longer exists.

        Never blocks: what has to wait, for example for the database, runs in a task, which then
        shows the value that is newest by then.
        """
        if topic not in self._topics or self._is_gone:
            return
        if self._pending or value is None or self._is_check_due or not self._can_send_at_once:
            message = None
        else:
            message = self._message_in_language(topic, value)
        if message is None:
            if not self._pending:
                self._spawn(self._show_pending())
            self._pending[topic] = value
            return
        if message.html:
            self._is_gone = not self._send_text(message.html)
        if message.close is not None:
            self._spawn(self.close(message.close))

    def _message_in_language(self, topic: Topic, value: TopicValue) -> Message | None:
        """Call `message_for` in the page's language; log errors, and send nothing then."""
        try:
            # The task that brings it may serve readers of other languages too.
            if translation.get_language() == self.language:
                return self.message_for(topic, value)
            with translation.override(self.language):
                return self.message_for(topic, value)
        except Exception:
            logger.exception("%s could not be shown", topic.group)
            return Message()

    async def _show_pending(self) -> None:
        """Show the pending values of all topics, one after the other, until none is left."""
        while self._pending:
            topic, value = next(iter(self._pending.items()))
            await self._show(topic, value)
            if self._pending[topic] is value:
                del self._pending[topic]

    async def _show(self, topic: Topic, value: TopicValue | None) -> None:
        """Show the value in the page's language if the topic is still watched; log errors."""
        if topic not in self._topics or self._is_gone:
            return
        try:
            with translation.override(self.language):
                if value is None:
                    await self.missing(topic)
                elif not await self.still_signed_in():
                    return
                elif (message := self.message_for(topic, value)) is None:
                    await self.shown(topic, value)
                else:
                    await self.send_message(message)
        except Exception:
            logger.exception("%s could not be shown", topic.group)

    def _spawn(self, work: Coroutine[Any, Any, None]) -> asyncio.Task[None]:
        """Run a task alongside the messages while the browser is connected."""
        task = asyncio.create_task(work)
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)
        return task

    def message_for(self, topic: Topic, value: Any) -> Message | None:
        """Return what the browser needs for the topic's new value; for pages to override.

        None, with nothing noted, has `shown` called, which may wait for the database.
        """
        return None

    async def shown(self, topic: Topic, value: Any) -> None:
        """Send the browser what has changed with the topic's new value; for pages to override."""

    async def missing(self, topic: Topic) -> None:
        """Tell the browser that the topic no longer exists; for pages to override."""

    # --- Parts

    def renderings(self, topic: Topic) -> Renderings:
        """Return the parts made of a watched topic for all its viewers."""
        known = self._renderings.get(topic)
        if known is None:
            known = self._renderings[topic] = hub().renderings(topic)
        return known

    def parts(self, topic: Topic, value: V, audience: A, make: Maker[V, A]) -> Parts:
        """Return the parts of the topic's value for the audience, made once for all its viewers.

        :param make: makes them in the page's language
        """
        return self.renderings(topic).parts(value, self.language, audience, make)

    async def news_in_thread(
        self, region: str, topic: Topic, value: V, audience: A, make: Maker[V, A]
    ) -> str:
        """Return the news of the region's `parts`, all of it made in a database thread."""
        parts, html = (
            await hub()
            .renderings(topic)
            .news_in_thread(value, self.language, audience, make, self.page.parts(region))
        )
        self.page.regions[region] = parts
        return html

    # --- Sending

    async def send(
        self, text_data: str | None = None, bytes_data: bytes | None = None, close: Any = False
    ) -> None:
        """Send the browser a message, if possible directly."""
        if text_data and self._can_send_at_once and not close:
            self._is_gone = not self._send_text(text_data)
            return
        self._has_sent = True
        await super().send(text_data, bytes_data, close)

    async def send_message(self, message: Message) -> None:
        """Send the message's HTML, if any, and close the socket if the message has a code."""
        if message.html:
            await self.send(text_data=message.html)
        if message.close is not None:
            await self.close(message.close)

    @property
    def _can_send_at_once(self) -> bool:
        """Return whether texts can go past the layers of the server.

        The first message cannot: it ends the opening of the socket (``ConnectionThrottle``).
        """
        return self._has_sent and self._send_text is not None

    # --- The user

    async def attend(self) -> bool:
        """Watch the user's topic and keep the user online; return whether the socket stays open.

        It is closed if the session is invalid or the page is in a language that its reader no
        longer wants. For an anonymous visitor, do nothing else.
        """
        if self.language != self._reader_language:
            await self.close(LANGUAGE_CHANGED)
            return False
        if self.user is None:
            return True
        # Watch first, so that nothing is missed between the check and the subscription.
        await self.watch(user_topic(self.user.pk))
        self._spawn(presence.report_regularly(self._check_and_report))
        if not await self.still_signed_in():
            return False
        self._is_open = True
        open_pages().open(self.user.pk)
        # The page does not wait for the disk.
        self._spawn(self._note_presence())
        return True

    def mark_present(self) -> None:
        """Store that the user is online now, even if they were seen shortly before.

        A later report than that of a closed page is the sign that its user is back.
        """
        assert self.user is not None
        accounts.mark_seen(self.user, SEEN_JUST_NOW)

    def noted(self, topic: Topic, note: str) -> None:
        """Act on a note about the user (``games.live.users``): an alert, a language, a session.

        The end of another session of the user is ignored.
        """
        if note == ALERTS_CHANGED:
            self._spawn(self._show_alert())
            return
        if note.startswith(LANGUAGE_CHOSEN):
            chosen = note.removeprefix(LANGUAGE_CHOSEN) or language_of(self.scope)
            if chosen != self.language:
                self._spawn(self.close(LANGUAGE_CHANGED))
            return
        if not note:
            self._access_changes += 1
        elif self.session_key and note == fingerprint(self.session_key):
            self._ended = True
        else:
            return
        self._spawn(self._close_if_ended())

    def delayed(self, is_late: bool) -> None:
        """Handle that others' updates become late, or no longer are; for pages to override."""

    async def show_current_alert(self) -> None:
        """Send the browser the user's current alert; pages that show alerts override it."""

    async def _show_alert(self) -> None:
        """Show the user's current alert if the browser's session is valid; log errors."""
        try:
            if await self.still_signed_in():
                await self.show_current_alert()
        except Exception:
            logger.exception("could not show the alerts of a user")

    @property
    def _is_check_due(self) -> bool:
        """Return whether the session may have ended since it was last checked, or has ended."""
        return self.user is not None and (
            self._checked_changes != self._access_changes or self._ended
        )

    async def still_signed_in(self) -> bool:
        """Return whether the browser may still see the user's data; otherwise close the socket.

        Reads the database only if a check is due; always true for an anonymous visitor.
        """
        if not self._is_check_due:
            return True
        async with self._check_lock:
            while not self._ended and self._checked_changes != self._access_changes:
                changes = self._access_changes
                if not await in_database(is_session_valid)(self.caller):
                    self._ended = True
                self._checked_changes = changes
            if self._ended and not self._closed:
                self._closed = True
                await self.close(SESSION_ENDED)
        return not self._ended

    async def _note_presence(self) -> None:
        """Store that the user is online, in a group commit."""
        try:
            await in_writer(self.mark_present)()
        except Exception:
            logger.exception("could not store that a user is online")

    async def _check_and_report(self) -> None:
        """Check the session; if it is valid, store that the user is online and show the alert."""
        self._access_changes += 1
        if await self.still_signed_in():
            await self._note_presence()
            await self.show_current_alert()

    async def _close_if_ended(self) -> None:
        """Check the browser's session, which closes the socket if it has ended; log errors."""
        try:
            await self.still_signed_in()
        except Exception:
            # It stays unchecked, and nothing is shown until a check succeeds.
            logger.exception("could not check whether a user is still signed in")

    # --- Limits

    def is_flood(self) -> bool:
        """Count a message now; return whether the user or the address exceeds the message rate."""
        return socket_limits().is_flood(self._quotas, asyncio.get_running_loop().time())


async def _discard(message: Mapping[str, Any]) -> None:
    """Discard the message: what sends to the browser once the connection has ended."""


def _quotas(user: User | None, address: str) -> tuple[Quota, ...]:
    """Return the quotas that a socket counts against: its user, if known, and its address."""
    own = () if user is None else (user_quota(user.pk),)
    return (*own, address_quota(address))


async def _reject(receive: Any, send: Any) -> None:
    """Accept the socket and close it with `TOO_MUCH`, after which browsers do not reconnect."""
    await receive()
    # A rejected handshake has no code, so the browser would retry again and again.
    await send({"type": "websocket.accept"})
    await send({"type": "websocket.close", "code": TOO_MUCH})
