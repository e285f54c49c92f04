"""Rooms of the hub with a source and viewers of the test: no table, no browser, no database."""

import asyncio
from collections.abc import AsyncIterator, Collection, Iterator
from dataclasses import dataclass
from types import SimpleNamespace

import pytest
from channels.layers import get_channel_layer

from games.live import announce, open_pages, topics
from games.live import hub as live
from games.live.hub import Hub
from games.live.topics import Source, Topic
from tests.sockets import PATIENCE

pytestmark = pytest.mark.usefixtures("no_database")

SCORE = Topic("score", 7)


@dataclass(frozen=True)
class Score:
    version: int


class Scores:
    """A source with one topic that counts how often it is read."""

    def __init__(self) -> None:
        #: None: the topic no longer exists.
        self.newest: int | None = 1
        self.read_count = 0
        #: Errors of the next calls.
        self.faults: list[Exception] = []

    def read(self, key: int) -> Score | None:
        self.read_count += 1
        if self.faults:
            raise self.faults.pop()
        return None if self.newest is None else Score(self.newest)

    def versions(self, keys: Collection[int]) -> dict[int, int]:
        if self.faults:
            raise self.faults.pop()
        return {} if self.newest is None else dict.fromkeys(keys, self.newest)

    def make(self, change: int) -> Score:
        if self.faults:
            raise self.faults.pop()
        return Score(change)


class Watcher:
    """A viewer that keeps what it is shown."""

    def __init__(self) -> None:
        self._shown: asyncio.Queue[int | None] = asyncio.Queue()
        self.notes: asyncio.Queue[str] = asyncio.Queue()

    def show(self, topic: Topic, value: Score | None) -> None:
        self._shown.put_nowait(None if value is None else value.version)

    def noted(self, topic: Topic, note: str) -> None:
        self.notes.put_nowait(note)

    def delayed(self, is_late: bool) -> None:
        """Nothing here looks at it."""

    async def sees(self) -> int | None:
        """Return the version that is shown next."""
        return await asyncio.wait_for(self._shown.get(), PATIENCE)


@pytest.fixture
def scores(monkeypatch) -> Iterator[Scores]:
    made = Scores()
    monkeypatch.setattr(topics, "_sources", {})
    topics.register(SCORE.kind, Source(made.read, made.versions, made.make))
    return made


@pytest.fixture
async def hub(no_database, monkeypatch) -> AsyncIterator[Hub]:
    """The hub, which does not wait the second before it tries again."""

    async def sleep(seconds: float) -> None:
        await asyncio.sleep(0 if seconds == 1 else seconds)

    monkeypatch.setattr(live, "asyncio", SimpleNamespace(**vars(asyncio) | {"sleep": sleep}))
    yield live.hub()
    await live.hub().close()


@pytest.fixture
async def watcher(hub, scores) -> Watcher:
    """A viewer who has been shown the first version."""
    made = Watcher()
    await hub.join(SCORE, made)
    assert await made.sees() == 1
    return made


@pytest.fixture
def checks(monkeypatch) -> None:
    """Have the hub check for missed versions all the time."""
    monkeypatch.setattr(live, "CHECK_SECONDS", 0.001)


async def announced(version: int | None, origin: str = "another process") -> None:
    message = {"type": "topic.changed", **SCORE._asdict(), "version": version, "origin": origin}
    await get_channel_layer().group_send(SCORE.group, message)


# --- Reading


async def test_a_reading_that_fails_is_tried_again(hub, scores):
    scores.faults = [OSError(), OSError()]
    watcher = Watcher()
    await hub.join(SCORE, watcher)
    assert await watcher.sees() == 1
    assert scores.read_count == 3


async def test_a_topic_that_does_not_exist_is_shown_as_missing(hub, scores):
    scores.newest = None
    watcher = Watcher()
    await hub.join(SCORE, watcher)
    assert await watcher.sees() is None


async def test_a_topic_can_be_read_again_without_a_newer_version(hub, scores, watcher):
    hub.refresh(Topic("score", 8))  # without viewers
    hub.refresh(SCORE)
    assert await watcher.sees() == 1
    assert scores.read_count == 2


async def test_versions_between_two_updates_of_a_busy_topic_are_skipped(hub, scores, monkeypatch):
    waiting, pause_is_over = asyncio.Event(), asyncio.Event()

    async def sleep(seconds: float) -> None:
        assert seconds in (3, live.CHECK_SECONDS)
        if seconds == 3:
            waiting.set()
            await pause_is_over.wait()
        else:
            await asyncio.sleep(seconds)

    monkeypatch.setattr(live.asyncio, "sleep", sleep)
    topics.register(SCORE.kind, Source(scores.read, scores.versions, scores.make, min_seconds=3))
    watcher = Watcher()
    await hub.join(SCORE, watcher)
    assert await watcher.sees() == 1
    await asyncio.wait_for(waiting.wait(), PATIENCE)
    for version in (2, 3):
        hub.show_local_change(SCORE, version)
        await asyncio.sleep(0)
    pause_is_over.set()
    assert await watcher.sees() == 3


# --- Changes of this process


async def test_a_change_of_this_process_is_shown_without_a_reading(hub, scores, watcher):
    hub.show_local_change(SCORE, 2)
    assert await watcher.sees() == 2
    assert scores.read_count == 1


async def test_an_older_change_of_this_process_is_not_shown(hub, scores, watcher):
    hub.show_local_change(SCORE, 3)
    assert await watcher.sees() == 3
    hub.show_local_change(SCORE, 2)
    await asyncio.sleep(0)
    hub.show_local_change(SCORE, 4)
    assert await watcher.sees() == 4


async def test_changes_of_several_topics_come_together(hub, scores, watcher):
    hub.show_local_change(Topic("score", 8), 5)  # without viewers
    hub.show_local_change(SCORE, 2)
    assert await watcher.sees() == 2


@pytest.mark.parametrize("change", [None, 2])
async def test_a_change_from_which_no_value_can_be_made_is_read(hub, scores, watcher, change):
    scores.newest = 2
    scores.faults = [] if change is None else [KeyError("of another version")]
    hub.show_local_change(SCORE, change)
    assert await watcher.sees() == 2
    assert scores.read_count == 2


async def test_a_change_that_comes_while_a_newer_version_is_read_is_not_shown(hub, scores):
    read = scores.read

    def read_slowly(key: int) -> Score | None:
        hub.show_local_change(SCORE, 2)
        return read(key)

    scores.newest = 3
    topics.register(SCORE.kind, Source(read_slowly, scores.versions, scores.make))
    watcher = Watcher()
    await hub.join(SCORE, watcher)
    assert await watcher.sees() == 3
    hub.show_local_change(SCORE, 4)
    assert await watcher.sees() == 4


# --- Messages of other processes


async def test_only_newer_versions_of_other_processes_are_read(hub, scores, watcher):
    scores.newest = 2
    await announced(1)
    await announced(9, announce.ORIGIN)
    await announced(2)
    assert await watcher.sees() == 2
    await announced(None)
    assert await watcher.sees() == 2
    assert scores.read_count == 3


@pytest.mark.usefixtures("checks")
async def test_notes_about_a_topic_without_values_reach_its_viewers(hub, scores, watcher):
    bell = Topic("bell", 7)
    await hub.join(bell, watcher)
    message = {"type": "topic.noted", **bell._asdict(), "note": "dinner"}
    await get_channel_layer().group_send(bell.group, message)
    assert await asyncio.wait_for(watcher.notes.get(), PATIENCE) == "dinner"
    # A value of it is ignored, and the periodic check of the other topic goes on beside it.
    hub.show_local_change(bell, 9)
    scores.newest = 2
    assert await watcher.sees() == 2


async def test_listening_goes_on_after_a_failure_of_the_channel_layer(hub, scores, monkeypatch):
    layer, faults = get_channel_layer(), [ConnectionError()]
    receive = layer.receive

    async def fail_once(channel: str) -> object:
        if faults:
            raise faults.pop()
        return await receive(channel)

    monkeypatch.setattr(layer, "receive", fail_once)
    watcher = Watcher()
    await hub.join(SCORE, watcher)
    assert await watcher.sees() == 1
    scores.newest = 2
    await announced(2)
    assert await watcher.sees() == 2
    assert not faults


# --- The periodic check


@pytest.mark.usefixtures("checks")
async def test_the_periodic_check_goes_on_after_a_failure(hub, scores, watcher):
    scores.newest, scores.faults = 2, [OSError()]
    assert await watcher.sees() == 2


@pytest.mark.usefixtures("checks")
async def test_the_periodic_check_finds_that_a_topic_no_longer_exists(hub, scores, watcher):
    scores.newest = None
    assert await watcher.sees() is None


@pytest.mark.usefixtures("checks")
async def test_users_without_a_page_are_reported_even_after_a_failure(hub, scores, monkeypatch):
    reported: asyncio.Queue[frozenset[int]] = asyncio.Queue()
    loop = asyncio.get_running_loop()

    def report(gone: frozenset[int]) -> None:
        loop.call_soon_threadsafe(reported.put_nowait, gone)
        if gone == {3}:
            raise OSError

    monkeypatch.setattr(open_pages, "GONE_SECONDS", 0)
    monkeypatch.setattr(live, "users_gone", report)
    pages = open_pages.OpenPages()
    monkeypatch.setattr(live, "open_pages", lambda: pages)
    for user_id in (3, 4):
        pages.open(user_id)
    pages.close(3)
    await hub.join(SCORE, Watcher())
    assert await asyncio.wait_for(reported.get(), PATIENCE) == {3}
    pages.close(4)
    assert await asyncio.wait_for(reported.get(), PATIENCE) == {4}


# --- Leaving


async def test_a_viewer_who_leaves_twice_is_gone_once(hub, scores, watcher):
    other = Watcher()
    await hub.join(SCORE, other)
    for _ in range(2):
        await hub.leave(SCORE, watcher)
    assert hub.room_count == 1
    assert await other.sees() == 1
    await hub.leave(SCORE, other)
    await hub.leave(SCORE, other)
    assert hub.room_count == 0


async def test_a_room_closes_even_if_the_channel_layer_fails(hub, scores, watcher, monkeypatch):
    async def away(*_: str) -> None:
        raise ConnectionError

    monkeypatch.setattr(get_channel_layer(), "group_discard", away)
    await hub.leave(SCORE, watcher)
    assert hub.room_count == 0


async def test_parts_are_shared_only_while_a_topic_has_viewers(hub, scores, watcher):
    assert hub.renderings(SCORE) is hub.renderings(SCORE)
    await hub.leave(SCORE, watcher)
    assert hub.renderings(SCORE) is not hub.renderings(SCORE)
