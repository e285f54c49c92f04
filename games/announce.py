"""The only room that sends to a channel layer.

A message says no more than "table T is now at version V": whoever hears it reads the table from
the database. It may be lost; the hub of each process finds a missed version by itself
(``games.live``).
"""

import asyncio
import logging
import threading
from typing import Any

from channels.layers import get_channel_layer
from django.db import transaction

logger = logging.getLogger(__name__)

_lock = threading.Lock()
_loop: asyncio.AbstractEventLoop | None = None


#: The group that hears of open tables.
LOBBY = "table.0"


def group(table_id: int) -> str:
    """The group that hears of the table; table 0 is the lobby."""
    return f"table.{table_id}"


def table_changed(table_id: int, version: int) -> None:
    """Tell every process, once the surrounding transaction is committed."""
    message = {"type": "table.changed", "table": table_id, "version": version}
    transaction.on_commit(lambda: _send(group(table_id), message))


def lobby_changed() -> None:
    """Tell every process that open tables came, went or filled, once that is committed."""
    transaction.on_commit(lambda: _send(LOBBY, {"type": "lobby.changed", "table": 0, "version": 0}))


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
    """The web server's loop, or a loop of our own in a thread (a process with only a worker)."""
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
            # The move is committed; those who did not hear of it will see it with the next
            # look of their process's hub.
            logger.warning("announcement lost: %s", message, exc_info=True)

    asyncio.run_coroutine_threadsafe(send(), _sending_loop())
