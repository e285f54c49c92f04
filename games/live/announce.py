"""The only module that sends to a channel layer.

A message says no more than "topic T is now at version V", or a short note of something that has
no version: whoever hears it reads the rest from the database. It may be lost; the hub of each
process finds a missed version by itself (``games.live.hub``).
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

#: Takes a topic that was changed in this process, which has viewers, with its newest value where
#: that is at hand: then nobody here reads it again. Called after the commit, from any thread.
hand: Callable[[Topic, Any], None] | None = None
#: Says in a message which process sends it: its own viewers have been told already.
ORIGIN = secrets.token_hex(8)

#: It is said at most once in so many seconds that messages are lost.
SAID_AGAIN = 30.0

_said_at = -SAID_AGAIN
_lock = threading.Lock()
_loop: asyncio.AbstractEventLoop | None = None
#: Messages, and the groups that they are for.
_unsent: list[tuple[str, dict[str, Any]]] = []


def changed(topic: Topic, version: int | None = None, *, value: Any = None) -> None:
    """Tell every process of the topic's new version, once the transaction is committed.

    :param version: None for a topic that is to be looked at again in any case
    :param value: what there is at that version, for this process alone
    """
    message = {
        "type": "topic.changed",
        **topic._asdict(),
        "version": version,
        "origin": ORIGIN,
    }

    def tell() -> None:
        if hand is not None:
            hand(topic, value)
            if settings.EMBEDDED:
                # There is no other process.
                return
        _send(topic.group, message)

    # robust: it is committed, and an error here must not tell anybody otherwise.
    transaction.on_commit(tell, robust=True)


def note(topic: Topic, text: str = "") -> None:
    """Pass on a note about a topic that has no value, once the transaction is committed."""
    message = {"type": "topic.noted", **topic._asdict(), "note": text}
    transaction.on_commit(lambda: _send(topic.group, message))


def use_loop(loop: asyncio.AbstractEventLoop) -> None:
    """Send from this loop: the one of the web server, where there is one in this process.

    The in-memory layer's queues belong to one loop, and a connection to Redis does too.
    """
    global _loop
    _loop = loop


def forget_loop() -> None:
    """Find a loop anew with the next announcement; for tests, whose loops come and go."""
    global _loop, hand
    _loop = hand = None
    _unsent.clear()


def _sending_loop() -> asyncio.AbstractEventLoop:
    """Return the web server's loop, or one in a thread of our own where only a worker runs."""
    global _loop
    with _lock:
        if _loop is None or _loop.is_closed():
            _loop = asyncio.new_event_loop()
            threading.Thread(target=_loop.run_forever, name="announce", daemon=True).start()
        return _loop


def _send(to: str, message: dict[str, Any]) -> None:
    """Send the message soon, together with what else there is to send by then."""
    with _lock:
        is_first = not _unsent
        _unsent.append((to, message))
    if is_first:
        asyncio.run_coroutine_threadsafe(_send_all(), _sending_loop())


async def _send_all() -> None:
    with _lock:
        messages = _unsent[:]
        _unsent.clear()
    for to, message in messages:
        try:
            await get_channel_layer().group_send(to, message)
        except Exception as error:
            # What it tells of is committed; those who did not hear of it will see it with the
            # next look of their process's hub.
            _say_lost(message, error)


def _say_lost(message: dict[str, Any], error: Exception) -> None:
    """Say that a message was lost; not of each of them while what processes share is away."""
    global _said_at
    now = time.monotonic()
    if now - _said_at >= SAID_AGAIN:
        _said_at = now
        logger.warning("announcements are lost, first %s: %r", message, error)
