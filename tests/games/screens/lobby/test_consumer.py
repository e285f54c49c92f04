"""The lobby as a live list."""

import pytest

from games.common.database import in_database
from games.live import hub as live
from tests.players import listed_table
from tests.sockets import Browser

pytestmark = pytest.mark.django_db


@pytest.mark.django_db(transaction=True)
async def test_the_lobby_is_live(sockets):
    browser = Browser()
    assert 'id="lobby"' in await browser.open()
    table = await in_database(listed_table)()
    assert table.get_absolute_url() in await browser.read()
    await browser.send_raw("whatever")
    assert await browser.silent()
    await browser.close()
    assert live.hub().rooms == 0
