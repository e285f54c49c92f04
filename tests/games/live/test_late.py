"""Pages warn that updates may be delayed while the shared cache is unavailable."""

import pytest

from games.common.database import in_database
from games.live import hub as live
from tests.sockets import Browser

pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.every_database]

LATE = "Updates may be a few seconds late."


@pytest.fixture
def shared_cache(monkeypatch):
    """The shared cache; the test decides whether it is available."""

    class Shared:
        is_away = False

    monkeypatch.setattr(live, "cache", Shared)
    return Shared


async def exchange_counts(away, shared_cache):
    shared_cache.is_away = away
    await live.hub()._exchange_pages()


async def test_pages_warn_of_late_updates_and_withdraw_the_warning(club, sockets, shared_cache):
    table = await in_database(club)()
    pages = [Browser(table.table.slug, table.key), Browser(table.table.slug), Browser()]
    for page in pages:
        await page.open()
    await exchange_counts(True, shared_cache)
    for page in pages:
        assert LATE in await page.read()
    await exchange_counts(True, shared_cache)
    for page in pages:
        assert await page.silent()
    await exchange_counts(False, shared_cache)
    for page in pages:
        assert await page.read() == '<p id="live-late" hx-swap-oob="innerHTML"></p>'


async def test_a_page_opened_while_updates_are_late_shows_the_warning_too(
    club, sockets, shared_cache
):
    table = await in_database(club)()
    first = Browser(table.table.slug)
    await first.open()
    await exchange_counts(True, shared_cache)
    late = Browser(table.table.slug, table.key)
    html = await late.open()
    while LATE not in html:
        html = await late.read()
