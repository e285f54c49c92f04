"""A table for those who watch it live."""

import pytest

from games.common.database import in_database


@pytest.fixture
async def table(club, sockets):
    """A table where the person is on turn, and which browsers may watch."""
    opened = await in_database(club)(deals=2)
    while (await in_database(opened.bots_until_own_turn)()).table.turn != 0:
        opened = await in_database(club)(deals=2)
    return opened
