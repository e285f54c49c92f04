"""Announcements on the channel layer; no other module sends to it.

A message says only that a topic is now at a version, or carries a short note for a topic without
versions; receivers read the rest from the database. A message may be lost; the hub of each process
detects missed versions (``games.live.hub``).
"""

import asyncio
import logging
import secrets
import threading
import time
from collections.abc import Callable
from typing import Any

from channels.layers import get_channel_layer
from django.conf import settings
from django.db import transaction

from games.live.topics import Topic

logger = logging.getLogger(__name__)

#: Called after the commit, from any thread, with a topic changed in this process and its newest
#: value if known, so that this process need not read it. Set by the hub; None without viewers.
deliver_here: Callable[[Topic, Any], None] | None = None
#: Identifies the sending process in a message; its own viewers have the change already.
ORIGIN = secrets.token_hex(8)

#: Minimum seconds between two log entries about lost messages.
LOG_SECONDS = 30.0

_logged_at = -LOG_SECONDS
_lock = threading.Lock()
_loop: asyncio.AbstractEventLoop | None = None
#: Groups and the messages for them.
_unsent: list[tuple[str, dict[str, Any]]] = []


def changed(topic: Topic, version: int | None = None, *, value: Any = None) -> None:
    """Announce the topic's new version to every process once the transaction is committed.

    A version of None has the topic read again in any case.

    :param value: the value at that version, for this process only
    """
    message = {
        "type": "topic.changed",
        **topic._asdict(),
        "version": version,
        "origin": ORIGIN,
    }

    def deliver() -> None:
        """Pass the value to this process's hub, and send the message if other processes exist."""
        if deliver_here is not None:
            deliver_here(topic, value)
            if settings.EMBEDDED:
                # No other process exists.
                return
        _send(topic.group, message)

    # robust: the change is committed, so an error here must not reach the caller.
    transaction.on_commit(deliver, robust=True)


def note(topic: Topic, text: str = "") -> None:
    """Send a short text about a topic without a value to its viewers, after the commit."""
    message = {"type": "topic.noted", **topic._asdict(), "note": text}
    transaction.on_commit(lambda: _send(topic.group, message))


def use_loop(loop: asyncio.AbstractEventLoop) -> None:
    """Send from this event loop from now on: that of the web server, if this process has one.

    The queues of the in-memory layer belong to one loop, and so does a connection to Redis.
    """
    global _loop
    _loop = loop


def forget_loop() -> None:
    """Forget the event loop, the hub's callback and unsent messages; for tests with own loops."""
    global _loop, deliver_here
    _loop = deliver_here = None
    _unsent.clear()


def _sending_loop() -> asyncio.AbstractEventLoop:
    """Return the event loop to send from: the web server's, or one in a new thread elsewhere."""
    global _loop
    with _lock:
        if _loop is None or _loop.is_closed():
            _loop = asyncio.new_event_loop()
            threading.Thread(target=_loop.run_forever, name="announce", daemon=True).start()
        return _loop


def _send(group: str, message: dict[str, Any]) -> None:
    """Queue the message for the group; it is sent soon, together with others queued by then."""
    with _lock:
        is_first = not _unsent
        _unsent.append((group, message))
    if is_first:
        asyncio.run_coroutine_threadsafe(_send_all(), _sending_loop())


async def _send_all() -> None:
    """Send all queued messages through the channel layer, and log those that fail."""
    with _lock:
        messages = _unsent[:]
        _unsent.clear()
    for group, message in messages:
        try:
            await get_channel_layer().group_send(group, message)
        except Exception as error:
            # The change is committed; other processes find it with the next check of their hub.
            _log_lost(message, error)


def _log_lost(message: dict[str, Any], error: Exception) -> None:
    """Log a message that could not be sent, at most once in `LOG_SECONDS`."""
    global _logged_at
    now = time.monotonic()
    if now - _logged_at >= LOG_SECONDS:
        _logged_at = now
        logger.warning("announcements lost, first %s: %r", message, error)
