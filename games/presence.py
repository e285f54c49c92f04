"""What an open page says of its person by being open: that they are about."""

import asyncio
import logging
from collections.abc import Callable

from config.database import in_database

logger = logging.getLogger(__name__)

#: Seconds between two notes; well below the minutes after which somebody counts as away.
EVERY = 45.0


async def stay(*notes: Callable[[], None]) -> None:
    """Make the notes every so often until it is cancelled; the first ones after a while."""
    while True:
        await asyncio.sleep(EVERY)
        for note in notes:
            try:
                await in_database(note)()
            except Exception:
                logger.exception("somebody who is there could not be noted")
