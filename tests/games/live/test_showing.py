"""Values of topics on their way to one page: no table, no browser, no database."""

import asyncio
from collections.abc import AsyncIterator, Awaitable, Callable
from types import SimpleNamespace

import pytest
from channels.testing import WebsocketCommunicator
from django.contrib.auth.models import AnonymousUser
from django.contrib.sessions.backends.db import SessionStore
from django.utils import translation

from accounts.caller import fingerprint
from accounts.models import User
from games.live import consumer, presence
from games.live.consumer import SEND_TEXT, SESSION_ENDED, TABLE_CLOSED, LiveConsumer, Message
from games.live.hub import hub
from games.live.topics import Topic
from games.live.users import ALERTS_CHANGED, user_topic
from tests.sockets import PATIENCE, SILENCE

pytestmark = pytest.mark.usefixtures("no_database")

#: Without a source: only the test shows its values.
SCORE = Topic("score", 7)
KEY = "k" * 32


class Score:
    def __init__(self, version: int) -> None:
        self.version = version


class Page(LiveConsumer):
    """A page that shows the version of the score, and the browser's side of its socket."""

    def __init__(self, user: User | None = None) -> None:
        super().__init__()
        self._browser = WebsocketCommunicator(self, "/")
        self._browser.scope |= {
            "user": user or AnonymousUser(),
            "session": SessionStore(KEY),
            "extensions": {SEND_TEXT: self._send_at_once},
        }
        #: Texts that went past the layers of the server.
        self.sent_at_once: list[str] = []
        self.has_left = False
        #: Replaces the message of a value.
        self.answer: Callable[[Score], Message | None] = lambda value: Message(str(value.version))
        self.shown_later: Callable[[Score], Awaitable[None]] | None = None
        self.alerts: asyncio.Queue[str] = asyncio.Queue()
        self._is_connected = asyncio.Event()

    # --- The server

    async def connect(self) -> None:
        await self.accept()
        if await self.attend():
            await self.watch(SCORE)
        self._is_connected.set()

    def message_for(self, topic: Topic, value: Score) -> Message | None:
        return self.answer(value)

    async def shown(self, topic: Topic, value: Score) -> None:
        await super().shown(topic, value)
        if self.shown_later:
            await self.shown_later(value)

    async def missing(self, topic: Topic) -> None:
        await super().missing(topic)
        await self.send("missing")

    async def show_current_alert(self) -> None:
        await super().show_current_alert()
        self.alerts.put_nowait("alert")

    def _send_at_once(self, text: str) -> bool:
        self.sent_at_once.append(text)
        return not self.has_left

    # --- The browser

    async def open(self) -> None:
        assert (await self._browser.connect(timeout=PATIENCE))[0]
        await asyncio.wait_for(self._is_connected.wait(), PATIENCE)

    async def reads(self) -> str:
        return str(await self._browser.receive_from(timeout=PATIENCE))

    async def close_code(self) -> int:
        output = await self._browser.receive_output(timeout=PATIENCE)
        assert output["type"] == "websocket.close"
        return int(output["code"])

    async def reads_nothing(self) -> bool:
        return bool(await self._browser.receive_nothing(timeout=SILENCE))

    async def leave_for_good(self) -> None:
        await self._browser.disconnect(timeout=PATIENCE)


@pytest.fixture
async def page() -> AsyncIterator[Page]:
    """A visitor's page that has read nothing yet."""
    made = Page()
    await made.open()
    yield made
    await made.leave_for_good()
    await hub().close()


@pytest.fixture
async def shown_page(page) -> Page:
    """A page that has read the first score, so that further ones can be sent at once."""
    page.show(SCORE, Score(1))
    assert await page.reads() == "1"
    return page


# --- At once


async def test_all_but_the_first_value_are_sent_at_once(shown_page):
    shown_page.show(SCORE, Score(2))
    shown_page.show(SCORE, Score(3))
    assert shown_page.sent_at_once == ["2", "3"]


async def test_nothing_is_made_for_a_browser_that_did_not_take_the_last_text(shown_page):
    shown_page.has_left = True
    shown_page.show(SCORE, Score(2))
    shown_page.answer = lambda _value: pytest.fail("the page is closed")
    shown_page.show(SCORE, Score(3))
    assert shown_page.sent_at_once == ["2"]


async def test_a_value_can_close_the_page_without_a_text(shown_page):
    shown_page.answer = lambda _value: Message(close=TABLE_CLOSED)
    shown_page.show(SCORE, Score(2))
    assert await shown_page.close_code() == TABLE_CLOSED
    assert shown_page.sent_at_once == []


async def test_a_value_that_cannot_be_shown_at_once_does_not_stop_later_ones(shown_page, caplog):
    answer, shown_page.answer = shown_page.answer, broken
    shown_page.show(SCORE, Score(2))
    assert "topic.score.7 could not be shown" in caplog.text
    shown_page.answer = answer
    shown_page.show(SCORE, Score(3))
    assert shown_page.sent_at_once == ["3"]


async def test_a_value_is_shown_in_the_pages_language(shown_page):
    shown_page.answer = lambda _value: Message(str(translation.get_language()))
    for language in ("de", "en"):
        with translation.override(language):
            shown_page.show(SCORE, Score(2))
    assert shown_page.sent_at_once == ["en", "en"]


async def test_a_topic_that_is_not_watched_is_not_shown(shown_page):
    shown_page.show(Topic("score", 8), Score(2))
    shown_page.show(SCORE, Score(3))
    assert shown_page.sent_at_once == ["3"]


def broken(_value: Score) -> Message:
    raise RuntimeError


# --- Later


async def test_a_value_can_close_the_page_before_anything_was_read(page):
    page.answer = lambda _value: Message("closed", TABLE_CLOSED)
    page.show(SCORE, Score(1))
    assert await page.reads() == "closed"
    assert await page.close_code() == TABLE_CLOSED


async def test_a_topic_that_no_longer_exists_is_shown_as_missing(page):
    page.show(SCORE, None)
    assert await page.reads() == "missing"


async def test_a_value_that_cannot_be_shown_does_not_stop_later_ones(page, caplog):
    answer, has_failed = page.answer, asyncio.Event()

    def fail_once(value: Score) -> Message | None:
        if has_failed.is_set():
            return answer(value)
        has_failed.set()
        raise RuntimeError

    page.answer = fail_once
    page.show(SCORE, Score(1))
    await asyncio.wait_for(has_failed.wait(), PATIENCE)
    page.show(SCORE, Score(2))
    assert await page.reads() == "2"
    assert "topic.score.7 could not be shown" in caplog.text


async def show_slowly(page: Page, *versions: int) -> None:
    """Have the page show the first version, while the others come, and all without a message."""
    begun, go_on = asyncio.Event(), asyncio.Event()

    async def slowly(value: Score) -> None:
        begun.set()
        await go_on.wait()
        await page.send(str(value.version))

    page.answer, page.shown_later = lambda _value: None, slowly
    first, *others = versions
    page.show(SCORE, Score(first))
    await asyncio.wait_for(begun.wait(), PATIENCE)
    for version in others:
        page.show(SCORE, Score(version))
    go_on.set()


async def test_values_that_come_while_another_is_shown_are_skipped_but_for_the_newest(page):
    await show_slowly(page, 1, 2, 3)
    assert await page.reads() == "1"
    await asyncio.sleep(0)
    assert page.sent_at_once == ["3"]


async def test_a_value_that_waits_is_not_shown_to_a_browser_that_has_left(shown_page):
    shown_page.has_left = True
    await show_slowly(shown_page, 2, 3)
    assert await shown_page.reads_nothing()
    assert shown_page.sent_at_once == ["2"]


# --- The user


@pytest.fixture
def member(monkeypatch) -> User:
    """A user whose sessions are valid, and of whom nothing is stored."""
    monkeypatch.setattr(consumer, "is_session_valid", lambda _caller: True)
    monkeypatch.setattr(consumer.accounts, "mark_seen", lambda _user, _min_age: None)
    return User(pk=7, username="ada")


@pytest.fixture
async def own_page(member) -> AsyncIterator[Page]:
    """A page of the user."""
    made = Page(member)
    await made.open()
    yield made
    await made.leave_for_good()
    await hub().close()


async def test_a_page_of_an_ended_session_is_closed_and_shown_nothing(member, monkeypatch):
    monkeypatch.setattr(consumer, "is_session_valid", lambda _caller: False)
    page = Page(member)
    await page.open()
    assert await page.close_code() == SESSION_ENDED
    page.show(SCORE, Score(1))
    assert await page.reads_nothing()
    await hub().close()


async def test_a_changed_alert_is_shown_even_after_one_that_failed(own_page, caplog):
    faults = [RuntimeError()]
    show = own_page.show_current_alert

    async def fail_once() -> None:
        if faults:
            raise faults.pop()
        await show()

    own_page.show_current_alert = fail_once
    for _ in range(2):
        own_page.noted(user_topic(7), ALERTS_CHANGED)
    assert await asyncio.wait_for(own_page.alerts.get(), PATIENCE) == "alert"
    assert "could not show the alerts of a user" in caplog.text


async def test_nothing_is_shown_while_the_session_cannot_be_checked(own_page, monkeypatch, caplog):
    loop, failed = asyncio.get_running_loop(), asyncio.Queue[None]()

    def fail(_caller: object) -> bool:
        loop.call_soon_threadsafe(failed.put_nowait, None)
        raise OSError

    monkeypatch.setattr(consumer, "is_session_valid", fail)
    own_page.noted(user_topic(7), "")
    own_page.show(SCORE, Score(1))
    own_page.noted(user_topic(7), ALERTS_CHANGED)
    for _ in range(3):
        await asyncio.wait_for(failed.get(), PATIENCE)
    assert await own_page.reads_nothing()
    assert own_page.alerts.empty()
    assert "could not check whether a user is still signed in" in caplog.text
    monkeypatch.setattr(consumer, "is_session_valid", lambda _caller: True)
    own_page.show(SCORE, Score(2))
    assert await own_page.reads() == "2"


async def test_only_the_end_of_its_own_session_closes_a_page(own_page):
    own_page.noted(user_topic(7), fingerprint("another"))
    own_page.show(SCORE, Score(1))
    assert await own_page.reads() == "1"
    own_page.noted(user_topic(7), fingerprint(KEY))
    # Values and alerts that come before the socket is closed are not shown.
    own_page.show(SCORE, Score(2))
    own_page.noted(user_topic(7), ALERTS_CHANGED)
    assert await own_page.close_code() == SESSION_ENDED
    assert own_page.alerts.empty()
    assert own_page.sent_at_once == []


async def test_a_page_stays_open_if_its_user_cannot_be_stored_as_online(member, monkeypatch):
    def fail(_user: User, _min_age: object) -> None:
        raise OSError

    logged: asyncio.Queue[str] = asyncio.Queue()
    monkeypatch.setattr(consumer, "logger", SimpleNamespace(exception=logged.put_nowait))
    monkeypatch.setattr(consumer.accounts, "mark_seen", fail)
    page = Page(member)
    await page.open()
    said = await asyncio.wait_for(logged.get(), PATIENCE)
    assert said == "could not store that a user is online"
    page.show(SCORE, Score(1))
    assert await page.reads() == "1"
    await page.leave_for_good()
    await hub().close()


async def test_a_page_reports_its_user_regularly_with_the_current_alert(
    member, monkeypatch, caplog
):
    monkeypatch.setattr(presence, "REPORT_SECONDS", 0.001)
    page = Page(member)
    faults = [OSError()]
    show = page.show_current_alert

    async def fail_once() -> None:
        if faults:
            raise faults.pop()
        await show()

    page.show_current_alert = fail_once
    await page.open()
    assert await asyncio.wait_for(page.alerts.get(), PATIENCE) == "alert"
    assert "could not store that a user is online" in caplog.text
    monkeypatch.setattr(consumer, "is_session_valid", lambda _caller: False)
    assert await page.close_code() == SESSION_ENDED
    await hub().close()
