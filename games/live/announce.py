"""The only module that sends to a channel layer.

A message says no more than "topic T is now at version V", or a short note of something that has
no version: whoever hears it reads the rest from the database. It may be lost; the hub of each
process finds a missed version by itself (``games.live.hub``).
"""

import asyncio
import logging
import threading
from typing import Any

from channels.layers import get_channel_layer
from django.db import transaction

from games.live.topics import Topic

logger = logging.getLogger(__name__)

_lock = threading.Lock()
_loop: asyncio.AbstractEventLoop | None = None


def changed(topic: Topic, version: int | None = None) -> None:
    """Tell every process of the topic's new version, once the transaction is committed.

    :param version: None for a topic that is to be looked at again in any case
    """
    message = {"type": "topic.changed", **topic._asdict(), "version": version}
    transaction.on_commit(lambda: _send(topic.group, message))


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
    global _loop
    _loop = None


def _sending_loop() -> asyncio.AbstractEventLoop:
    """Return the web server's loop, or one in a thread of our own where only a worker runs."""
    global _loop
    with _lock:
        if _loop is None or _loop.is_closed():
            _loop = asyncio.new_event_loop()
            threading.Thread(target=_loop.run_forever, name="announce", daemon=True).start()
        return _loop


def _send(to: str, message: dict[str, Any]) -> None:
    async def send() -> None:
        try:
            await get_channel_layer().group_send(to, message)
        except Exception:
            # What it tells of is committed; those who did not hear of it will see it with the
            # next look of their process's hub.
            logger.warning("announcement lost: %s", message, exc_info=True)

    asyncio.run_coroutine_threadsafe(send(), _sending_loop())
