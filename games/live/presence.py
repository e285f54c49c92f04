"""Keeps a user online while a page is open, and reports users whose pages are closed."""

import asyncio
import logging
from collections.abc import Awaitable, Callable

from games.common.slots import Slot

logger = logging.getLogger(__name__)

#: Seconds between two reports; well below the time after which a user counts as away.
REPORT_SECONDS = 45.0

#: Takes the ids of users whose last page was closed some seconds ago (``games.live.open_pages``).
users_gone: Slot[[frozenset[int]], None] = Slot("what happens when users have no page open")


async def report_regularly(report: Callable[[], Awaitable[None]]) -> None:
    """Call `report` every `REPORT_SECONDS` until cancelled, not at once; log its errors."""
    while True:
        await asyncio.sleep(REPORT_SECONDS)
        try:
            await report()
        except Exception:
            logger.exception("could not store that a user is online")
