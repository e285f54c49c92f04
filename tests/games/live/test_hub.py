"""Rooms shared by browsers: opening, updates, repair of lost messages, and closing."""

import asyncio
import gc
import weakref

import pytest
from channels.layers import get_channel_layer

from games.common.database import in_database
from games.live import announce
from games.live import hub as live
from games.screens.table import consumer
from games.tables.topics import table_topic
from tests.sockets import PATIENCE, Browser

pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.every_database]


async def test_the_periodic_check_makes_up_for_a_lost_announcement(table, monkeypatch):
    """The layer drops everything; the periodic check finds the new version."""
    monkeypatch.setattr(live, "CHECK_SECONDS", 0.05)
    monkeypatch.setattr(announce, "changed", lambda *_, **__: None)
    browser = Browser(table.table.slug, table.key)
    await browser.open()
    await in_database(table.step)()
    assert f'data-version="{table.table.version}"' in await browser.read()


async def test_a_browser_that_connects_without_a_channel_layer_is_shown_the_table(
    table, monkeypatch
):
    async def away(*_):
        raise ConnectionError

    monkeypatch.setattr(live, "CHECK_SECONDS", 0.05)
    monkeypatch.setattr(get_channel_layer(), "group_add", away)
    browser = Browser(table.table.slug, table.key)
    assert "data-version=" in await browser.open()
    await in_database(table.step)()
    assert f'data-version="{table.table.version}"' in await browser.read()


async def test_a_failed_announcement_does_not_hold_back_the_others(monkeypatch):
    told = []

    async def group_send(group, message):
        if group == "lost":
            raise ConnectionError
        told.append(group)

    monkeypatch.setattr(get_channel_layer(), "group_send", group_send)
    monkeypatch.setattr(announce, "_unsent", [("lost", {}), ("kept", {})])
    await announce._send_all()
    assert told == ["kept"]


async def test_rooms_are_rejoined_even_if_the_cache_fails(table, monkeypatch):
    def broken(*_):
        raise ConnectionError

    monkeypatch.setattr(live, "CHECK_SECONDS", 0.01)
    monkeypatch.setattr(live, "REJOIN_SECONDS", -1)
    monkeypatch.setattr(live.open_pages(), "exchange", broken)
    layer = get_channel_layer()
    joined, join = [], layer.group_add

    async def group_add(group, channel):
        joined.append(group)
        await join(group, channel)
        if joined.count(group) == 2:
            anew.set()

    anew = asyncio.Event()
    monkeypatch.setattr(layer, "group_add", group_add)
    browser = Browser(table.table.slug, table.key)
    await browser.open()
    await asyncio.wait_for(anew.wait(), PATIENCE)
    await browser.close()


async def test_an_unknown_message_does_not_stop_the_hub_from_listening(table, monkeypatch):
    monkeypatch.setattr(live, "CHECK_SECONDS", 3600)
    browser = Browser(table.table.slug, table.key)
    await browser.open()
    group = table_topic(table.table.pk).group
    await get_channel_layer().group_send(group, {"type": "table.changed", "table": 1})
    await in_database(table.step)()
    assert f'data-version="{table.table.version}"' in await browser.read()


async def test_a_page_says_that_its_table_was_deleted(table, monkeypatch):
    monkeypatch.setattr(live, "CHECK_SECONDS", 0.05)
    browser = Browser(table.table.slug, table.key)
    await browser.open()
    await in_database(table.table.delete)()
    assert "This table was closed." in await browser.read()


async def test_a_consumer_that_fails_is_removed_from_its_rooms(table, monkeypatch):
    def broken(*_):
        raise RuntimeError("broken")

    browser = Browser(table.table.slug, table.key)
    await browser.open()
    monkeypatch.setattr(consumer, "hints", broken)
    await browser.send(do="hint")
    with pytest.raises(RuntimeError, match="broken"):
        await browser.broken()
    assert live.hub().room_count == 0


async def test_a_browser_leaving_while_another_joins_does_not_close_the_room(table, monkeypatch):
    """The subscription is slow; meanwhile a second browser joins and leaves."""
    layer = get_channel_layer()
    slow, listen = asyncio.Event(), layer.group_add

    async def group_add(*arguments):
        await slow.wait()
        await listen(*arguments)

    monkeypatch.setattr(layer, "group_add", group_add)
    first, second = (Browser(table.table.slug, table.key) for _ in range(2))
    assert await first.connect()
    assert await second.connect()
    await second.close()
    slow.set()
    assert 'id="board"' in await first.read()
    assert live.hub().room_count == 3  # the table, its chat and the person


async def test_the_last_browser_to_leave_closes_the_room(table):
    browser = Browser(table.table.slug, table.key)
    await browser.open()
    assert live.hub().room_count == 3  # the table, its chat and the person
    await browser.close()
    assert live.hub().room_count == 0


async def test_a_closed_room_leaves_no_reference_cycles(table):
    """The garbage collector runs seldom, and the last value is large."""
    browser = Browser(table.table.slug, table.key)
    gc.collect()
    gc.disable()
    try:
        await browser.open()
        room_count = list(live.hub()._rooms.values())
        tasks = [room.task for room in room_count if room.task]
        assert tasks
        await browser.close()
        await asyncio.wait(tasks, timeout=PATIENCE)
        left = [weakref.ref(room) for room in room_count]
        del room_count, tasks
        assert [room() for room in left] == [None] * len(left)
    finally:
        gc.enable()
