"""The chat over a socket: updates and answers for each browser."""

import pytest
from django.db.models import F

from games.chat.models import ChatLine, Report
from games.chat.selectors import LINES_SHOWN
from games.common.database import in_database
from games.live import hub as live
from games.tables.models import Seat, Session, Table
from games.tables.topics import table_topic
from tests.games.chat.support import ChatTable
from tests.players import Person
from tests.sockets import Browser

through_a_socket = pytest.mark.django_db(transaction=True)


@pytest.fixture
async def table(club, sockets):
    return await in_database(ChatTable)(club)


async def ask(browser: Browser, **message: object) -> tuple[str, str]:
    """Send a message; return the note and the chat's update, in either order."""
    first, second = await browser.ask(**message), await browser.read()
    return (first, second) if 'id="chat-note"' in first else (second, first)


@through_a_socket
async def test_a_message_reaches_every_browser_and_is_confirmed_to_its_writer(table):
    slug = table.game.table.slug
    mine, other, watcher = Browser(slug, table.bob.key), Browser(slug, table.ann.key), Browser(slug)
    for browser in (mine, other, watcher):
        assert "No messages yet." in await browser.open()
    answer, news = await ask(mine, do="write", text="Good luck!")
    assert 'data-outcome="written"' in answer
    assert "Good luck!" in news
    for browser in (other, watcher):
        assert "Good luck!" in await browser.read()


@through_a_socket
async def test_no_chat_is_sent_when_only_the_table_changes(table):
    browser = Browser(table.game.table.slug, table.ann.key)
    await browser.open()
    await Table.objects.filter(pk=table.number).aupdate(version=F("version") + 1)
    live.hub().refresh(table_topic(table.number))
    html = await browser.read()
    assert 'id="pulse"' in html
    assert 'id="chat"' not in html


@through_a_socket
async def test_a_flood_of_messages_is_denied_and_the_socket_stays_open(table):
    browser = Browser(table.game.table.slug, table.bob.key)
    await browser.open()
    for number in range(12):
        await browser.send(do="write", text=f"spam {number}")
    answers = ""
    while answers.count('data-outcome="denied"') < 7 or "spam 4" not in answers:
        answers += await browser.read()
    assert (
        answers.count("You’re sending messages too quickly. Wait a few seconds and try again.") == 7
    )
    assert "spam 5" not in answers
    assert 'data-selection=""' in await browser.ask(do="select", cards="")


BAD = [
    ({"do": "write"}, "Write something first."),
    ({"do": "write", "text": None}, "Write something first."),
    ({"do": "write", "text": ["Hi"]}, "Write something first."),
    ({"do": "write", "phrase": {}}, "That phrase no longer exists."),
    ({"do": "mute"}, "That player isn’t at this table."),
    ({"do": "mute", "who": "Bob"}, "That player isn’t at this table."),
    ({"do": "mute", "who": 10**30}, "That player isn’t at this table."),
    ({"do": "report", "line": "-1"}, "That message no longer exists."),
    ({"do": "clear"}, "Only the host can clear the chat."),
]


@through_a_socket
@pytest.mark.parametrize(("message", "why"), BAD)
async def test_a_bad_message_is_answered_beside_the_chat(table, message, why):
    browser = Browser(table.game.table.slug, table.bob.key)
    await browser.open()
    answer = await browser.ask(**message)
    assert why in answer
    assert 'id="chat-note"' in answer
    assert 'data-outcome="denied"' in answer
    assert 'id="controls"' not in answer


@through_a_socket
async def test_a_player_can_mute_unmute_report_and_clear_through_a_socket(table):
    await in_database(table.write)(table.bob, "Blah")
    line = await ChatLine.objects.aget()
    browser = Browser(table.game.table.slug, table.ann.key)
    assert "Blah" in await browser.open()

    who = str(table.bob.user.pk)
    answer, html = await ask(browser, do="mute", who=who)
    assert "Muted" in answer
    assert "Bob is muted." in html
    assert "Blah" not in html

    answer, html = await ask(browser, do="unmute", who=who)
    assert "Unmuted" in answer
    assert "Blah" in html

    assert "Message reported." in await browser.ask(do="report", line=str(line.pk))
    assert await Report.objects.filter(line=line).acount() == 1

    answer, html = await ask(browser, do="clear")
    assert 'data-outcome="done"' in answer
    assert "No messages yet." in html


@through_a_socket
async def test_a_spectator_can_read_but_not_write(table):
    for key in (None, (await in_database(Person)()).key):
        browser = Browser(table.game.table.slug, key)
        assert 'data-may-write="false"' in await browser.open()
        assert 'data-outcome="denied"' in await browser.ask(do="write", text="Hi")
    assert not await ChatLine.objects.aexists()


@through_a_socket
async def test_a_message_sends_each_browser_one_line_and_no_board(table):
    """Four players and a spectator, who all have the table and 58 messages."""
    cat, dee = await in_database(Person)(), await in_database(Person)()
    for number, who, name in ((2, cat, "Cat"), (3, dee, "Dee")):
        await in_database(table.seat)(number, name=name, user=who.user, bot="")
    session = await Session.objects.aget(table=table.number)
    await ChatLine.objects.abulk_create(
        ChatLine(session=session, user=cat.user, name="Cat", text=f"line {number}")
        for number in range(LINES_SHOWN - 2)
    )
    keys = [table.ann.key, table.bob.key, cat.key, dee.key, None]
    browsers = [Browser(table.game.table.slug, key) for key in keys]
    for browser in browsers:
        html = await browser.open()
        assert 'id="board"' in html
        assert html.count('class="chat-line') == LINES_SHOWN - 2
    version = (await in_database(table.row)()).version
    # The last two that fit, and one that displaces the oldest.
    for writer in (1, 0, 3):
        received = dict.fromkeys(browsers, "")
        await browsers[writer].send(do="write", text="hello there")
        for browser in browsers:
            while "hello there" not in received[browser]:
                received[browser] += await browser.read()
        # The writer's note may come before or after the message.
        if 'data-outcome="written"' not in received[browsers[writer]]:
            received[browsers[writer]] += await browsers[writer].read()
        for browser in browsers:
            assert await browser.silent()
            html = received[browser]
            assert len(html.encode()) < 1024, html
            assert html.count('class="chat-line') == 1
            for other in ("board", "sheet", "controls", "hand", "pulse", "menu", "chat"):
                assert f'id="{other}"' not in html
    assert (await in_database(table.row)()).version == version


@through_a_socket
async def test_a_spectator_who_sits_down_can_write_at_once(table):
    watcher = await in_database(Person)()
    browser = Browser(table.game.table.slug, watcher.key)
    assert 'data-may-write="false"' in await browser.open()
    await in_database(table.seat)(2, name="Cat", user=watcher.user, bot="")
    await Table.objects.filter(pk=table.number).aupdate(
        version=F("version") + 1, revision=F("revision") + 1
    )
    live.hub().refresh(table_topic(table.number))
    assert 'data-may-write="true"' in await browser.read()


@through_a_socket
async def test_the_chat_of_a_new_session_replaces_the_previous_one(table):
    await in_database(table.write)(table.bob, "Well played")
    browser = Browser(table.game.table.slug, table.bob.key)
    assert "Well played" in await browser.open()
    first = await Session.objects.aget(table=table.number)
    waiting = await Session.objects.acreate(
        table_id=table.number, number=2, rules=first.rules, deals_planned=1, status="waiting"
    )
    await Seat.objects.acreate(session=waiting, number=0, user=table.bob.user, name="Bob")
    await Table.objects.filter(pk=table.number).aupdate(
        version=F("version") + 1, revision=F("revision") + 1, phase=Table.Phase.WAITING
    )
    live.hub().refresh(table_topic(table.number))
    assert 'id="board"' in await browser.read()
    assert "No messages yet." in await browser.read()


@through_a_socket
async def test_a_browser_that_asks_to_sync_is_sent_the_chat_too(table):
    await in_database(table.write)(table.bob, "Hello")
    browser = Browser(table.game.table.slug, table.ann.key)
    await browser.open()
    html = await browser.ask(do="sync", version="0")
    assert 'id="chat"' in html
    assert "Hello" in html
