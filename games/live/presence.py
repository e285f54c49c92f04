"""Keeps a user online while a page is open."""

import asyncio
import logging
from collections.abc import Awaitable, Callable

logger = logging.getLogger(__name__)

#: Seconds between two reports; well below the time after which a user counts as away.
EVERY = 45.0


async def stay(note: Callable[[], Awaitable[None]]) -> None:
    """Call `note` every `EVERY` seconds until cancelled; first after one interval."""
    while True:
        await asyncio.sleep(EVERY)
        try:
            await note()
        except Exception:
            logger.exception("could not store that a user is online")
