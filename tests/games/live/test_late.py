"""Pages warn that updates may be delayed while the shared cache is unavailable."""

import pytest

from games.common.database import in_database
from games.live import hub as live
from tests.sockets import Browser

pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.every_database]

LATE = "Updates may be a few seconds late."


@pytest.fixture
def shared(monkeypatch):
    """The shared cache; the test decides whether it is available."""

    class Shared:
        is_away = False

    monkeypatch.setattr(live, "cache", Shared)
    return Shared


async def look(away, shared):
    shared.is_away = away
    await live.hub()._exchange_spectator_counts()


async def test_pages_say_that_updates_may_be_late_and_that_they_no_longer_are(
    club, sockets, shared
):
    table = await in_database(club)()
    pages = [Browser(table.table.slug, table.key), Browser(table.table.slug), Browser()]
    for page in pages:
        await page.open()
    await look(True, shared)
    for page in pages:
        assert LATE in await page.read()
    await look(True, shared)
    for page in pages:
        assert await page.silent()
    await look(False, shared)
    for page in pages:
        assert await page.read() == '<p id="live-late" hx-swap-oob="innerHTML"></p>'


async def test_who_comes_meanwhile_is_told_as_well(club, sockets, shared):
    table = await in_database(club)()
    first = Browser(table.table.slug)
    await first.open()
    await look(True, shared)
    late = Browser(table.table.slug, table.key)
    html = await late.open()
    while LATE not in html:
        html = await late.read()
