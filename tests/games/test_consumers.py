"""What a browser at a table gets back for what it sends, good and bad."""

import asyncio
import json

import pytest
from channels.layers import get_channel_layer
from channels.testing import WebsocketCommunicator

from accounts.services import create_guest
from config.asgi import application
from config.database import in_database
from games import announce, live, presenter, services
from games.models import Table
from games.rules.cards import card_names
from games.rules.view import view

pytestmark = pytest.mark.django_db(transaction=True)


class Browser:
    """One open page of a table."""

    def __init__(self, slug: str, key: str | None = None, origin: str = "http://localhost"):
        headers = [(b"origin", origin.encode())]
        if key:
            headers.append((b"cookie", f"sessionid={key}".encode()))
        self.socket = WebsocketCommunicator(application, f"/ws/tables/{slug}/", headers=headers)

    async def open(self) -> str:
        assert (await self.socket.connect())[0]
        return await self.read()

    async def read(self) -> str:
        return await self.socket.receive_from(timeout=5)

    async def ask(self, **message: object) -> str:
        await self.socket.send_json_to(message)
        return await self.read()

    async def silent(self) -> bool:
        return await self.socket.receive_nothing(timeout=0.05)


@pytest.fixture
async def table(club, settings):
    """A table where the person is on turn, and its browsers are closed at the end."""
    settings.ALLOWED_HOSTS = ["localhost"]
    opened = await in_database(club)(deals=2)
    while (await in_database(opened.bots_until_own_turn)()).table.turn != 0:
        opened = await in_database(club)(deals=2)
    yield opened
    await live.hub().close()


async def test_connecting_shows_the_whole_table(table):
    html = await Browser(table.table.slug, table.key).open()
    for part in ("status", "board", "result", "sheet", "pulse", "hand", "controls"):
        assert f'id="{part}"' in html
    assert f'data-version="{table.table.version}"' in html
    assert html.count("data-card=") == len(
        card_names((await in_database(table.now)()).state.hands[0])
    )


async def test_a_spectator_is_shown_the_table_and_no_hand(table):
    html = await Browser(table.table.slug).open()
    assert 'id="board"' in html
    assert "data-card=" not in html
    assert "You are watching." in html


async def test_a_play_reaches_everybody_and_leaves_the_hand(table):
    mine, watcher = Browser(table.table.slug, table.key), Browser(table.table.slug)
    await mine.open()
    await watcher.open()
    position = await in_database(table.now)()
    plays = view(position.state, 0).open_plays()
    version, moment = position.table.version, position.table.moment
    if plays:
        cards = " ".join(card_names(plays[0]))
        await mine.socket.send_json_to({"do": "play", "cards": cards, "moment": moment})
    else:
        await mine.socket.send_json_to({"do": "pass", "moment": str(moment)})
    for browser in (mine, watcher):
        assert f'data-version="{version + 1}"' in await browser.read()


async def test_a_second_tab_follows_the_first(table):
    first, second = (Browser(table.table.slug, table.key) for _ in range(2))
    await first.open()
    await second.open()
    await in_database(table.step)()
    shown = [await first.read(), await second.read()]
    assert shown[0] == shown[1]


async def test_selecting_names_the_combination_and_judges_it(table):
    browser = Browser(table.table.slug, table.key)
    await browser.open()
    position = await in_database(table.now)()
    lowest = card_names(position.state.hands[0])[0]
    html = await browser.ask(do="select", cards=lowest)
    assert f'data-selection="{lowest}"' in html
    assert "Play " in html
    assert 'id="board"' not in html
    html = await browser.ask(do="select", cards="")
    assert "Choose cards to play." in html


async def test_a_refusal_goes_to_the_asker_alone_and_keeps_the_selection(table):
    mine, other = Browser(table.table.slug, table.key), Browser(table.table.slug, table.key)
    await mine.open()
    await other.open()
    position = await in_database(table.now)()
    cards = " ".join(card_names(position.state.hands[0])[:4])
    html = await mine.ask(do="play", cards=cards, moment=position.table.moment)
    assert 'id="refusal"' in html
    assert f'data-selection="{cards}"' in html
    assert await other.silent()
    assert (await in_database(table.now)()).table.version == position.table.version


MALFORMED = [
    " ",
    "nonsense",
    "[]",
    "null",
    "17",
    '"play"',
    "{}",
    '{"do": "cheat"}',
    '{"do": ["play"]}',
    '{"do": {}}',
    "[" * 3000,
    '{"do": "play", "cards": "' + "3D " * 5000 + '"}',
]


@pytest.mark.parametrize("message", MALFORMED)
async def test_what_is_not_understood_is_answered_and_changes_nothing(table, message):
    browser = Browser(table.table.slug, table.key)
    await browser.open()
    await browser.socket.send_to(text_data=message)
    html = await browser.read()
    assert 'id="refusal"' in html
    assert "understood" in html
    assert "data-card" not in html
    assert (await in_database(table.now)()).table.version == table.table.version


async def test_bytes_are_no_message(table):
    browser = Browser(table.table.slug, table.key)
    await browser.open()
    await browser.socket.send_to(bytes_data=b"\x00" * 100)
    assert "understood" in await browser.read()


STRANGE = [
    {"do": "play", "cards": "3D", "version": "soon"},
    {"do": "play", "cards": 17, "version": 1},
    {"do": "play", "cards": "\ud800", "version": 1},
    {"do": "play", "cards": "3D" * 400, "version": 1},
    {"do": "play", "version": 1},
    {"do": "play", "cards": ["3D"], "version": None},
    {"do": "pass"},
    {"do": "pass", "version": 10**30},
    {"do": "pass", "version": -1},
    {"do": "ready"},
]


@pytest.mark.parametrize("message", STRANGE)
async def test_strange_values_are_refused_in_a_sentence(table, message):
    browser = Browser(table.table.slug, table.key)
    await browser.open()
    assert 'id="refusal"' in await browser.ask(**message)
    assert (await in_database(table.now)()).table.version == table.table.version


async def test_a_spectators_play_is_refused(table, sign_in):
    stranger = await in_database(create_guest)()
    key = await in_database(sign_in)(stranger)
    for browser in (Browser(table.table.slug, key), Browser(table.table.slug)):
        await browser.open()
        html = await browser.ask(do="play", cards="3D", moment=table.table.moment)
        assert "You are watching" in html
        assert "data-card" not in html


async def test_an_unknown_table_is_said_and_closed(table):
    browser = Browser("nosuchtable")
    html = await browser.open()
    assert "This table does not exist" in html
    closed = await browser.socket.receive_output(timeout=5)
    assert (closed["type"], closed["code"]) == ("websocket.close", 4404)


async def test_a_table_closed_to_spectators_is_not_shown_to_them(table):
    await Table.objects.filter(pk=table.table.pk).aupdate(spectators=False)
    assert "This table does not exist" in await Browser(table.table.slug).open()
    assert 'id="hand"' in await Browser(table.table.slug, table.key).open()


async def test_a_page_of_another_site_cannot_connect(table):
    browser = Browser(table.table.slug, table.key, origin="http://evil.example")
    assert not (await browser.socket.connect())[0]


async def test_a_flood_is_cut_off(table, monkeypatch):
    browser = Browser(table.table.slug, table.key)
    await browser.open()
    for _ in range(60):
        await browser.socket.send_json_to({"do": "select", "cards": ""})
    for _ in range(60):
        output = await browser.socket.receive_output(timeout=5)
        if output["type"] == "websocket.close":
            break
    assert output["code"] == 4429


async def test_hints_are_playable_and_change_nothing(table):
    browser = Browser(table.table.slug, table.key)
    await browser.open()
    html = await browser.ask(do="hint", version=table.table.version)
    position = await in_database(table.now)()
    expected = {" ".join(card_names(c)) for c in view(position.state, 0).open_plays()}
    hints = json.loads(
        html.split('data-hints="')[1].split('"')[0].replace("&quot;", '"').replace("&#x27;", "'")
    )
    assert set(hints) == expected
    assert position.table.version == table.table.version


async def test_sync_sends_all_to_a_browser_that_is_behind_and_nothing_otherwise(table):
    browser = Browser(table.table.slug, table.key)
    await browser.open()
    await browser.socket.send_json_to({"do": "sync", "version": table.table.version})
    assert await browser.silent()
    html = await browser.ask(do="sync", version=table.table.version - 1)
    assert 'id="board"' in html
    assert 'id="hand"' in html


async def test_a_lost_announcement_is_healed(table, monkeypatch):
    """The layer drops everything; the hub finds the new version by looking."""
    monkeypatch.setattr(live, "HEAL_SECONDS", 0.05)
    monkeypatch.setattr(announce, "table_changed", lambda *_: None)
    browser = Browser(table.table.slug, table.key)
    await browser.open()
    await in_database(table.step)()
    assert f'data-version="{table.table.version}"' in await browser.read()


async def test_a_deleted_table_is_said_and_closed(table, monkeypatch):
    monkeypatch.setattr(live, "HEAL_SECONDS", 0.05)
    browser = Browser(table.table.slug, table.key)
    await browser.open()
    await in_database(table.table.delete)()
    assert "This table was closed." in await browser.read()


async def test_a_browser_whose_consumer_breaks_is_forgotten(table, monkeypatch):
    def broken(*_):
        raise RuntimeError("broken")

    browser = Browser(table.table.slug, table.key)
    await browser.open()
    monkeypatch.setattr(presenter, "hints", broken)
    await browser.socket.send_json_to({"do": "hint"})
    with pytest.raises(RuntimeError, match="broken"):
        await browser.socket.wait(timeout=5)
    assert live.hub().rooms == 0


async def test_one_who_leaves_while_another_joins_does_not_close_the_room(table, monkeypatch):
    """The layer is slow to listen; in the meantime a second browser comes and goes."""
    layer = get_channel_layer()
    slow, listen = asyncio.Event(), layer.group_add

    async def group_add(*arguments):
        await slow.wait()
        await listen(*arguments)

    monkeypatch.setattr(layer, "group_add", group_add)
    first, second = (Browser(table.table.slug, table.key) for _ in range(2))
    assert (await first.socket.connect())[0]
    assert (await second.socket.connect())[0]
    await second.socket.disconnect()
    slow.set()
    assert 'id="board"' in await first.read()
    assert live.hub().rooms == 1


async def test_what_is_chosen_while_one_passes_stays_chosen(table):
    position = await in_database(table.now)()
    while not view(position.state, 0).may_pass:
        position = await in_database(table.step)(position)
        position = await in_database(table.bots_until_own_turn)()
        if position.table.turn is None:
            pytest.skip("the deal ended first")
    browser = Browser(table.table.slug, table.key)
    await browser.open()
    lowest = card_names(position.state.hands[0])[0]
    await browser.ask(do="select", cards=lowest)
    html = await browser.ask(do="pass", moment=position.table.moment)
    assert f'data-selection="{lowest}"' in html


async def test_the_last_browser_to_leave_closes_the_room(table):
    browser = Browser(table.table.slug, table.key)
    await browser.open()
    assert live.hub().rooms == 1
    await browser.socket.disconnect()
    assert live.hub().rooms == 0


async def test_ready_starts_the_next_deal_for_all_browsers(table):
    await in_database(table.finish_deal)()
    browser = Browser(table.table.slug, table.key)
    assert "Ready for the next deal" in await browser.open()
    html = await browser.ask(do="ready", version=table.table.version)
    assert 'data-phase="playing"' in html or 'data-phase="playing"' in await browser.read()


async def test_a_gift_and_a_request_for_a_new_deal_are_answered(table):
    browser = Browser(table.table.slug, table.key)
    await browser.open()
    version, moment = table.table.version, table.table.moment
    refused = await browser.ask(do="redeal", moment=moment)
    assert "At this table nobody can ask for a new deal." in refused
    refused = await browser.ask(do="give", cards="3D 4D", moment=moment)
    assert "Choose one card to give." in refused
    assert (await in_database(table.now)()).table.version == version


async def test_a_new_deal_is_shown_to_everybody(club, settings):
    settings.ALLOWED_HOSTS = ["localhost"]
    game = await in_database(club)(rules="wikipedia")
    await in_database(game.rig)(
        "3D 4C 5D 6C 7D 8C 9D TC 3H 4H 5H 6H 7H",
        "3C 4D 5C 6D 7C 8D 9C TD JD QD KD AD 2D",
        "3S 4S 5S 6S 7S 8S 9S TS JS QS KS AS 2S",
        "8H 9H TH JC QC KC AC 2C JH QH KH AH 2H",
    )
    mine, watcher = Browser(game.table.slug, game.key), Browser(game.table.slug)
    assert 'id="redeal"' in await mine.open()
    assert 'id="redeal"' not in await watcher.open()
    table = (await in_database(game.now)()).table
    version, moment = table.version, table.moment
    await mine.socket.send_json_to({"do": "redeal", "moment": moment})
    for browser in (mine, watcher):
        html = await browser.read()
        assert f'data-version="{version + 1}"' in html
        assert "showed this hand: the cards are dealt anew." in html
    await live.hub().close()


async def test_somebody_sent_away_watches_from_the_old_socket_and_can_do_nothing(settings, sign_in):
    settings.ALLOWED_HOSTS = ["localhost"]

    def opened():
        host, guest = create_guest(), create_guest()
        table = services.open_table(host)
        services.sit(table.pk, guest, sign_in(guest), None)
        return host, sign_in(host), guest, sign_in(guest), table

    host, host_key, _guest, guest_key, table = await in_database(opened)()
    browser = Browser(table.slug, guest_key)
    assert "Stand up" in await browser.open()
    assert await in_database(services.remove)(table.pk, host, host_key, 1) == services.DONE
    html = await browser.read()
    assert "The host has asked you to leave this table." in html
    assert "Stand up" not in html
    for message in ({"do": "sit"}, {"do": "start"}, {"do": "remove", "seat": "0"}):
        await browser.socket.send_json_to(message)
        assert "refusal" in await browser.read()
    assert (await in_database(Table.objects.get)(pk=table.pk)).phase == Table.Phase.WAITING
    await live.hub().close()


async def test_a_table_closed_to_watchers_lets_them_go_when_it_begins(settings, sign_in):
    settings.ALLOWED_HOSTS = ["localhost"]

    def opened():
        host = create_guest()
        return host, sign_in(host), services.open_table(host, spectators=False)

    host, key, table = await in_database(opened)()
    watcher = Browser(table.slug)
    await watcher.open()
    assert await in_database(services.start)(table.pk, host, key) == services.DONE
    assert "this table is not open to you" in await watcher.read()
    assert (await watcher.socket.receive_output(timeout=5))["code"] == 4404
    await live.hub().close()
