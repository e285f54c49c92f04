"""A user with an open page is online."""

import asyncio

import pytest

from accounts import services as accounts
from accounts.models import User
from games.common.database import in_database
from games.live import presence
from games.tables.models import Seat
from tests.players import listed_table
from tests.sockets import Browser

pytestmark = [pytest.mark.django_db, pytest.mark.every_database]


@pytest.mark.django_db(transaction=True)
@pytest.mark.parametrize("room", ["lobby", "table"])
async def test_a_user_with_an_open_page_is_reported_as_seen(sockets, sign_in, monkeypatch, room):
    monkeypatch.setattr(presence, "REPORT_SECONDS", 0.01)
    table = await in_database(listed_table)()
    key = await in_database(sign_in)(table.host)
    browser = Browser(table.slug if room == "table" else "", key)
    await browser.open()

    def forgotten() -> None:
        seat = Seat.objects.filter(user=table.host)
        seat.update(seen_at=None)

    def is_noted() -> bool:
        return Seat.objects.filter(user=table.host, seen_at__isnull=False).exists()

    loop, noted = asyncio.get_running_loop(), asyncio.Queue()

    def note(user: User, _min_age: object) -> None:
        loop.call_soon_threadsafe(noted.put_nowait, user)

    monkeypatch.setattr(accounts, "mark_seen", note)
    await in_database(forgotten)()
    async with asyncio.timeout(5):
        # By the third note, what goes with the second is done; the first may have been under way.
        assert [await noted.get() for _ in range(3)] == [table.host] * 3
    assert await in_database(is_noted)() == (room == "table")
    await browser.close()
