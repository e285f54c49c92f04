"""What an open page says of its person by being open: that they are about."""

import asyncio
import logging
from collections.abc import Awaitable, Callable

logger = logging.getLogger(__name__)

#: Seconds between two notes; well below the minutes after which somebody counts as away.
EVERY = 45.0


async def stay(note: Callable[[], Awaitable[None]]) -> None:
    """Make the note every so often until it is cancelled; the first one after a while."""
    while True:
        await asyncio.sleep(EVERY)
        try:
            await note()
        except Exception:
            logger.exception("somebody who is there could not be noted")
