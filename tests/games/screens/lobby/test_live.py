"""The lobby's socket."""

import asyncio

import pytest

from accounts.models import User
from games.common.database import in_database
from games.live import announce
from games.live import hub as live
from games.live.users import user_topic
from games.screens.lobby.state import MIN_SECONDS
from tests.players import listed_table
from tests.rigging import signed_in
from tests.sockets import Browser

pytestmark = pytest.mark.django_db


@pytest.mark.django_db(transaction=True)
async def test_an_open_lobby_shows_a_new_table(sockets):
    browser = Browser()
    assert 'id="lobby"' in await browser.open()
    table = await in_database(listed_table)()
    assert table.get_absolute_url() in await browser.read()
    await browser.send_raw("whatever")
    assert await browser.silent()
    await browser.close()
    assert live.hub().room_count == 0


@pytest.mark.django_db(transaction=True)
async def test_a_browser_gets_the_whole_list_first_and_then_only_changes(sockets, rests):
    tables = [await in_database(listed_table)() for _ in range(3)]
    early, late = Browser(), Browser()
    assert await early.open() == await _opened(late, rests)
    new = await in_database(listed_table)()
    rests.go_on()
    said = await early.read()
    assert said == await late.read()
    assert new.slug in said
    assert not any(table.slug in said.replace(f"#open-{table.slug}", "") for table in tables)
    # A new connection gets the whole list.
    again = Browser()
    shown = await _opened(again, rests)
    assert all(table.slug in shown for table in [*tables, new])
    for browser in (early, late, again):
        await browser.close()


@pytest.mark.django_db(transaction=True)
async def test_browsers_get_at_most_two_updates_a_second(sockets, rests):
    browser = Browser()
    await browser.open()
    assert rests.seconds == 0.5
    tables = [await in_database(listed_table)() for _ in range(3)]
    assert await browser.silent()
    rests.go_on()
    said = await browser.read()
    assert all(table.slug in said for table in tables)
    assert await browser.silent()
    await browser.close()


@pytest.mark.django_db(transaction=True)
async def test_a_lobby_shows_nothing_while_it_checks_the_session(sockets, rests, monkeypatch):
    user = await in_database(User.objects.create_user)("ann")
    key = await in_database(signed_in)(user)
    visitor, browser = Browser(), Browser(key=key)
    await visitor.open()
    await _opened(browser, rests)
    checking, go_on = asyncio.Event(), asyncio.Event()

    def slow(function):
        async def check(*given):
            checking.set()
            await go_on.wait()
            return await in_database(function)(*given)

        return check

    monkeypatch.setattr("games.live.consumer.in_database", slow)
    await in_database(announce.note)(user_topic(user.pk))
    await asyncio.wait_for(checking.wait(), 5)
    table = await in_database(listed_table)()
    rests.go_on()
    while table.slug not in await visitor.read():
        rests.go_on()
    assert await browser.silent()
    go_on.set()
    while table.slug not in await browser.read():
        rests.go_on()
    for each in (visitor, browser):
        await each.close()


class Rests:
    """The hub's pauses between two readings of the lobby, which the test ends."""

    def __init__(self) -> None:
        self._over = asyncio.Event()
        self.seconds = 0.0

    async def rest(self, seconds: float) -> None:
        self.seconds = seconds
        await self._over.wait()
        self._over.clear()

    def go_on(self) -> None:
        self._over.set()


@pytest.fixture
async def rests(monkeypatch) -> Rests:
    sleep, held = asyncio.sleep, Rests()

    async def slept(seconds: float, *more: object) -> None:
        await (held.rest(seconds) if seconds == MIN_SECONDS else sleep(seconds))

    monkeypatch.setattr(live.asyncio, "sleep", slept)
    return held


async def _opened(browser: Browser, rests: Rests) -> str:
    """Open a page while the hub pauses; return its first message."""
    assert await browser.connect()
    rests.go_on()
    return await browser.read()
