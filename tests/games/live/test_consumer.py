"""Sockets: limits on opening and messages, and the end with the session."""

import asyncio
import gc
import threading
import weakref

import pytest
from allauth.usersessions.models import UserSession
from django.conf import settings
from django.test import Client
from django.urls import reverse

from accounts.models import User
from accounts.services import choose_language
from config.requests import _Response
from games.common.database import in_database
from games.live import announce, presence, socket_limits
from games.live.consumer import LANGUAGE_CHANGED
from games.live.users import user_topic
from games.screens.table.consumer import TableConsumer
from games.screens.table.live_page import TablePage
from games.tables.services import seating
from tests.rigging import signed_in, with_second_factor
from tests.sockets import Browser

pytestmark = pytest.mark.django_db(transaction=True)

PASSWORD = "correct horse 9"


@pytest.mark.parametrize(
    "origin",
    [
        "http://evil.example",
        "http://localhost:9999",
        "https://localhost",
        "http://localhost:port",
        "http://localhost:99999",
        "null",
        "",
    ],
)
async def test_a_page_of_another_site_cannot_connect(table, origin):
    browser = Browser(table.table.slug, table.key, origin=origin)
    assert not await browser.connect()


@pytest.mark.parametrize(
    ("origin", "is_trusted"),
    [
        ("https://cards.example.com", True),
        ("https://example.com:8443", True),
        ("http://cards.example.com", False),
        ("https://other-example.com", False),
    ],
)
async def test_only_pages_of_trusted_sites_can_connect(table, settings, origin, is_trusted):
    settings.CSRF_TRUSTED_ORIGINS = ["https://*.example.com", "https://example.com:8443"]
    browser = Browser(table.table.slug, table.key, origin=origin)
    assert await browser.connect() == is_trusted


async def test_nothing_is_rendered_for_a_browser_that_has_disconnected(table, monkeypatch, caplog):
    gone, made = asyncio.Event(), asyncio.Event()
    send, parts = _Response.send, TablePage.table_news

    async def sent(answer, message):
        if gone.is_set():
            raise ConnectionResetError
        await send(answer, message)

    def noted(*args, **named):
        made.set()
        return parts(*args, **named)

    monkeypatch.setattr(_Response, "send", sent)
    monkeypatch.setattr(TablePage, "table_news", noted)
    browser = Browser(table.table.slug, table.key)
    await browser.open()
    gone.set()
    made.clear()
    await in_database(table.step)()
    # What finds the other end closed was made, and nothing is after that.
    await asyncio.wait_for(made.wait(), 5)
    made.clear()
    gone.clear()
    await in_database(table.step)()
    assert await browser.silent()
    assert not made.is_set()
    assert not [each for each in caplog.records if each.levelname == "ERROR"]


@pytest.mark.skipif(not settings.SQLITE, reason="idle threads still hold what they did last")
@pytest.mark.parametrize("is_deserted", [False, True])
async def test_the_consumer_of_a_closed_page_is_freed_at_once(table, monkeypatch, is_deserted):
    """Without waiting for the garbage collector; also where only bots play."""
    if is_deserted:
        await in_database(table.ask)(0, seating.stand_up)
    made = []
    begin = TableConsumer.__init__

    def noted(consumer, *args, **named):
        begin(consumer, *args, **named)
        made.append(weakref.ref(consumer))

    monkeypatch.setattr(TableConsumer, "__init__", noted)
    other = Browser(table.table.slug, table.key)
    browser = Browser(table.table.slug, table.key)
    gc.collect()
    gc.disable()
    try:
        await browser.open()
        await other.open()
        await browser.close()
        del browser
        # The hub's loop over those who watch, and the writer, have gone on to somebody else.
        await in_database(table.bots if is_deserted else table.step)()
        await other.read()
        assert made[0]() is None
    finally:
        gc.enable()


@pytest.fixture
def _one_second(monkeypatch):
    """Count all messages as sent within one second, however long the test takes."""
    is_flood = socket_limits.SocketLimits.is_flood
    monkeypatch.setattr(
        socket_limits.SocketLimits, "is_flood", lambda self, quotas, _now: is_flood(self, quotas, 1)
    )


@pytest.mark.usefixtures("_one_second")
async def test_a_flood_of_messages_closes_the_socket(table):
    browser = Browser(table.table.slug, table.key)
    await browser.open()
    for _ in range(60):
        await browser.send(do="select", cards="")
    assert (await browser.closed())[1] == 4429


@pytest.mark.usefixtures("_one_second")
async def test_a_flood_over_several_pages_of_a_user_closes_them_all(table, settings):
    settings.PERSON_MESSAGES = 20
    pages = [Browser(table.table.slug, table.key) for _ in range(2)]
    for page in pages:
        await page.open()
    # Neither page alone sends too much.
    for _ in range(15):
        for page in pages:
            await page.send(do="select", cards="")
    assert (await pages[0].closed())[1] == 4429
    assert (await pages[1].closed())[1] == 4429


@pytest.mark.usefixtures("_one_second")
async def test_a_flood_by_several_users_at_one_address_closes_their_sockets(table, settings):
    settings.ADDRESS_MESSAGES = 20
    pages = [Browser(table.table.slug, key) for key in (table.key, None)]
    for page in pages:
        await page.open()
    # Neither of the two sends too much.
    for _ in range(15):
        for page in pages:
            await page.send(do="select", cards="")
    assert {(await page.closed())[1] for page in pages} == {4429}


async def test_a_user_at_the_page_limit_can_open_another_after_closing_one(table, settings):
    settings.PERSON_SOCKETS = 3
    pages = [Browser(table.table.slug, table.key) for _ in range(3)]
    for page in pages:
        await page.open()
    further = Browser(table.table.slug, table.key)
    assert await further.connect()
    assert (await further.closed())[1] == 4429
    # Others are served as before.
    stranger = Browser(table.table.slug)
    await stranger.open()
    await pages[0].close()
    again = Browser(table.table.slug, table.key)
    await again.open()


async def test_an_address_can_open_only_a_limited_number_of_pages(table, settings):
    settings.ADDRESS_SOCKETS = 2
    pages = [Browser(table.table.slug, key) for key in (table.key, None)]
    for page in pages:
        await page.open()
    further = Browser(table.table.slug)
    assert await further.connect()
    assert (await further.closed())[1] == 4429


@pytest.fixture
async def member(table):
    """A browser of the user at the table, who has a password now."""

    def made():
        table.user.set_password(PASSWORD)
        table.user.save()
        client = Client()
        assert client.login(username=table.user.username, password=PASSWORD)
        return client

    return await in_database(made)()


def browser_of(client, slug):
    return Browser(slug, client.cookies["sessionid"].value)


def sign_out(member, user):
    member.post(reverse("account_logout"))


def change_password(member, user):
    data = {"oldpassword": PASSWORD, "password1": "another horse 9", "password2": "another horse 9"}
    assert member.post(reverse("account_change_password"), data).status_code == 302


def deactivate(member, user):
    admin = Client()
    admin.force_login(with_second_factor(User.objects.create_superuser("chief")))
    data = {
        "username": user.username,
        "date_joined_0": "2026-01-01",
        "date_joined_1": "12:00:00",
    }
    done = admin.post(reverse("admin:accounts_user_change", args=[user.pk]), data)
    assert done.status_code == 302
    assert not User.objects.get(pk=user.pk).is_active


def end_all_sessions(member, user):
    member.session.flush()


def end_from_elsewhere(member, user):
    User.objects.filter(pk=user.pk).update(is_guest=False)
    UserSession.objects.create(user=user, session_key=member.session.session_key, ip="127.0.0.1")
    elsewhere = Client()
    assert elsewhere.login(username=user.username, password=PASSWORD)
    assert elsewhere.post(reverse("end_other_sessions")).status_code == 302


ENDS = [sign_out, change_password, deactivate, end_all_sessions, end_from_elsewhere]


@pytest.mark.every_database
@pytest.mark.parametrize("end", ENDS)
async def test_a_table_socket_closes_when_its_session_ends(table, member, end):
    browser = browser_of(member, table.table.slug)
    await browser.open()
    await in_database(end)(member, table.user)
    assert await browser.closed() == ("", 4401)


@pytest.mark.every_database
@pytest.mark.parametrize("end", ENDS)
async def test_a_lobby_socket_closes_when_its_session_ends(table, member, end):
    lobby = Browser(key=member.cookies["sessionid"].value)
    await lobby.open()
    await in_database(end)(member, table.user)
    assert (await lobby.closed())[1] == 4401


@pytest.mark.every_database
async def test_no_hand_is_sent_after_a_password_change_until_the_session_is_checked(
    table, member, monkeypatch
):
    """The check takes time; meanwhile the browser asks for data it was shown before."""
    browser = browser_of(member, table.table.slug)
    await browser.open()
    looking, go_on = asyncio.Event(), asyncio.Event()

    def slow(function):
        async def look(*given):
            looking.set()
            await go_on.wait()
            return await in_database(function)(*given)

        return look

    monkeypatch.setattr("games.live.consumer.in_database", slow)
    await User.objects.filter(pk=table.user.pk).aupdate(password="another")
    await in_database(announce.note)(user_topic(table.user.pk))
    await asyncio.wait_for(looking.wait(), 5)
    await browser.send(do="hint")
    await browser.send(do="sync", version=-1)
    assert await browser.silent()
    go_on.set()
    assert await browser.closed() == ("", 4401)


@pytest.mark.every_database
async def test_signing_out_in_one_browser_leaves_other_browsers_connected(table, member):
    key = await in_database(signed_in)(table.user)
    mine, stranger = Browser(table.table.slug, key), Browser(table.table.slug)
    await mine.open()
    await stranger.open()
    await in_database(sign_out)(member, table.user)
    await in_database(table.user.save)(update_fields=["password"])
    assert await mine.silent()
    assert await stranger.silent()
    assert 'id="hints"' in await mine.ask(do="hint")


@pytest.mark.every_database
async def test_a_periodic_check_closes_a_socket_if_the_message_was_lost(table, member, monkeypatch):
    monkeypatch.setattr(presence, "REPORT_SECONDS", 0.05)
    monkeypatch.setattr(announce, "note", lambda *_: None)
    browser = browser_of(member, table.table.slug)
    await browser.open()
    await in_database(sign_out)(member, table.user)
    assert await browser.closed() == ("", 4401)


@pytest.mark.every_database
async def test_the_session_is_not_checked_for_every_move(table, monkeypatch):
    browser = Browser(table.table.slug, table.key)
    await browser.open()
    looked = threading.Event()
    monkeypatch.setattr(
        "games.live.consumer.is_session_valid", lambda _caller: looked.set() or True
    )
    await in_database(table.step)()
    assert 'id="pulse"' in await browser.read()
    await browser.ask(do="hint")
    await browser.ask(do="select", cards="")
    assert not looked.is_set()
    await in_database(table.user.save)()
    assert await asyncio.to_thread(looked.wait, 5)


@pytest.fixture
def two_languages(settings) -> None:
    settings.LANGUAGES = [("en", "English"), ("de", "Deutsch")]


async def test_a_choice_of_another_language_closes_the_users_sockets(table, two_languages):
    browser = Browser(table.table.slug, table.key)
    await browser.open()
    user = await in_database(lambda: User.objects.get(pk=table.people[0].user.pk))()
    await in_database(choose_language)(user, "en")
    assert await browser.silent()
    await in_database(choose_language)(user, "de")
    assert (await browser.closed())[1] == LANGUAGE_CHANGED


async def test_a_socket_closes_if_its_page_is_not_in_the_chosen_language(table, two_languages):
    user = await in_database(lambda: User.objects.get(pk=table.people[0].user.pk))()
    await in_database(choose_language)(user, "de")
    old = Browser(key=table.key, path=f"/ws/tables/{table.table.slug}/?language=en")
    assert await old.connect()
    assert (await old.closed())[1] == LANGUAGE_CHANGED
    for query in ("language=de", "language=xx", ""):
        browser = Browser(key=table.key, path=f"/ws/tables/{table.table.slug}/?{query}")
        await browser.open()
        await browser.close()
