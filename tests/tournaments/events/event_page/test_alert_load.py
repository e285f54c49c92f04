"""What the sockets of alerts cost: statements of the database, and memory."""

import asyncio
import gc
import tracemalloc

import pytest
from django.db.backends.utils import CursorWrapper

from games.common.database import in_database
from games.common.group_commit import in_writer
from games.live import hub as live
from games.live.users import alerts_changed
from games.screens.alerts import AlertConsumer
from tests.sockets import Browser
from tests.tournaments.clubs.people import crew as found_crew
from tests.tournaments.events.evening import Evening
from tests.tournaments.events.event_page.test_live import key_of, well
from tournaments.events.rounds import publication

#: Number of pages over which memory is averaged.
PAGES = 20

pytestmark = pytest.mark.django_db(transaction=True)


@pytest.fixture
async def evening(sockets, queued, monkeypatch) -> Evening:
    """An event with a proposed first round; no socket checks anything on its own."""
    monkeypatch.setattr(live, "CHECK_SECONDS", 3600)
    return await in_database(lambda: Evening.of(found_crew()).started())()


@pytest.fixture
def statements(monkeypatch) -> list[str]:
    """All statements of all threads from now on, without those of transactions."""
    made: list[str] = []
    execute = CursorWrapper.execute

    def execute_and_note(self, sql, params=None):
        if not sql.startswith(("BEGIN", "COMMIT", "SAVEPOINT", "RELEASE")):
            made.append(sql)
        return execute(self, sql, params)

    monkeypatch.setattr(CursorWrapper, "execute", execute_and_note)
    return made


async def idle() -> None:
    """Wait until all work of sockets that has been started is done."""
    for _round in range(20):
        await in_database(lambda: None)()
        await in_writer(lambda: None)()
        await asyncio.sleep(0)


async def opened(key: str | None) -> Browser:
    """Open a page that has only the socket of alerts, and wait until it has all it needs."""
    browser = Browser(path="/ws/calls/", key=key)
    assert await browser.connect()
    await idle()
    return browser


async def prepare_statements(evening) -> None:
    """Have another player's page build what a process builds once."""
    await (await opened(await key_of(evening.people[1].user))).close()


@pytest.mark.every_database
async def test_a_page_without_an_alert_costs_four_statements_and_one_for_each_note(
    evening, statements
):
    await prepare_statements(evening)
    user = evening.people[0].user
    key = await key_of(user)
    statements.clear()
    browser = await opened(key)
    # The user, the session, all hints in one, and when the user was seen, if not just now. The
    # session's data come from the cache.
    assert len(statements) <= 4, statements
    statements.clear()
    await in_database(alerts_changed)(user.pk)
    await idle()
    assert len(statements) <= 1, statements
    assert await browser.silent()


@pytest.mark.every_database
async def test_an_alert_costs_three_statements_more(evening, statements):
    await well(evening, publication.publish_round)
    await prepare_statements(evening)
    user = evening.people[0].user
    key = await key_of(user)
    # The round's own notices may still be under way.
    await idle()
    statements.clear()
    browser = await opened(key)
    assert "data-url" in await browser.read()
    # The table, and whether an organizer called the player to it, now or before.
    assert len(statements) <= 7, statements
    # The same alert is not sent again.
    statements.clear()
    await in_database(alerts_changed)(user.pk)
    await idle()
    assert len(statements) <= 3, statements
    assert await browser.silent()


async def test_the_regular_report_of_a_page_costs_three_statements(
    evening, statements, monkeypatch
):
    await prepare_statements(evening)
    user = evening.people[0].user
    consumers: list[AlertConsumer] = []
    attend = AlertConsumer.attend

    async def attend_and_note(self) -> bool:
        consumers.append(self)
        return await attend(self)

    monkeypatch.setattr(AlertConsumer, "attend", attend_and_note)
    await opened(await key_of(user))
    statements.clear()
    await consumers[0]._check_and_report()
    await idle()
    # The session, the time when the user was last seen, and all hints in one.
    assert len(statements) <= 3, statements


async def test_a_page_takes_at_most_48_kib_of_memory(evening):
    await prepare_statements(evening)
    keys = [await key_of(evening.people[0].user) for _page in range(PAGES)]
    gc.collect()
    tracemalloc.start()
    try:
        before = tracemalloc.get_traced_memory()[0]
        pages = [await opened(key) for key in keys]
        gc.collect()
        taken = tracemalloc.get_traced_memory()[0] - before
    finally:
        tracemalloc.stop()
    # About 30 KiB, of which a third is the test's own end of the socket.
    assert taken / len(pages) < 48 * 1024
