"""The table's socket: answers to valid and invalid messages."""

import json
import re
from dataclasses import replace
from html import unescape

import pytest
from django.contrib.sessions.backends.db import SessionStore

from accounts import stake_limits
from accounts.caller import Caller
from accounts.models import User
from accounts.services import create_guest
from games.common.database import in_database
from games.live import topics
from games.live.open_pages import open_pages
from games.live.topics import Source, source_of
from games.rules.cards import card_names
from games.rules.ruleset.rule_set import RuleSet
from games.rules.view import view
from games.screens.table import consumer
from games.tables.models import Seat, Session, Table
from games.tables.services import opening, rematch, seating, starting
from tests.disk import full_disk
from tests.players import Game, Person
from tests.rigging import signed_in
from tests.sockets import Browser

pytestmark = pytest.mark.django_db(transaction=True)


async def test_connecting_shows_the_whole_table(table):
    html = await Browser(table.table.slug, table.key).open()
    for part in ("status", "board", "result", "sheet", "pulse", "hand", "controls"):
        assert f'id="{part}"' in html
    assert f'data-version="{table.table.version}"' in html
    assert html.count("data-card=") == len(
        card_names((await in_database(table.now)()).state.hands[0])
    )


async def test_a_table_is_shown_even_if_its_chat_cannot_be_read(table, monkeypatch):
    def unreadable(_table_id):
        raise RuntimeError("no chat")

    monkeypatch.setattr(consumer, "FIRST_SECONDS", 0)
    known = source_of("chat")
    monkeypatch.setitem(topics._sources, "chat", Source(unreadable, known.versions))
    browser = Browser(table.table.slug, table.key)
    assert 'id="board"' in await browser.open()
    await in_database(table.step)()
    assert f'data-version="{table.table.version}"' in await browser.read()


async def test_a_chat_ahead_of_its_table_is_not_read_repeatedly(table, monkeypatch):
    known, reads = source_of("chat"), []

    def ahead(table_id):
        log = known.read(table_id)
        reads.append(log)
        return replace(log, session=log.session + 1)

    monkeypatch.setitem(topics._sources, "chat", Source(ahead, known.versions))
    browser = Browser(table.table.slug, table.key)
    await browser.open()
    for _ in range(10):
        assert 'id="hints"' in await browser.ask(do="hint")
    assert len(reads) <= 2


async def test_a_spectator_sees_the_table_but_no_hand(table):
    html = await Browser(table.table.slug).open()
    assert 'id="board"' in html
    assert "data-card=" not in html
    assert "You’re watching" in html


@pytest.mark.parametrize("is_known", [True, False])
async def test_a_resting_table_plays_on_when_its_page_is_opened(table, is_known):
    assert await in_database(table.ask)(0, seating.stand_up) is None
    here = await in_database(table.bots)()
    assert here.table.due_at is None
    browser = Browser(table.table.slug, table.key if is_known else None)
    html = await browser.open()
    # It is usually still in the first message.
    while f'data-version="{here.version + 1}"' not in html:
        html = await browser.read()
    here = await in_database(table.now)()
    assert here.table.due_at is not None
    after = await in_database(table.bots)()
    assert after.table.action_count == here.table.action_count + 1


async def test_a_table_plays_on_if_its_player_quits_while_a_page_is_open(table):
    watcher = Browser(table.table.slug)
    await watcher.open()
    assert await in_database(table.ask)(0, seating.stand_up) is None
    await watcher.read()
    while (await in_database(Table.objects.get)()).watched_at is None:
        await watcher.ask(do="hint")
    before = (await in_database(table.now)()).table.action_count
    assert (await in_database(table.bots)()).table.action_count == before + 1


async def test_a_move_that_cannot_be_stored_is_refused_and_stays_selected(table, monkeypatch):
    browser = Browser(table.table.slug, table.key)
    await browser.open()
    here = await in_database(table.now)()
    chosen = card_names(here.state.hands[0])[0]
    await browser.ask(do="select", cards=chosen)
    plays = view(here.state, 0).open_plays()
    do, cards = ("play", " ".join(card_names(plays[0]))) if plays else ("pass", "")
    with monkeypatch.context() as patched:
        patched.setattr("games.tables.table_sql.store_row", full_disk)
        html = await browser.ask(do=do, cards=cards, moment=here.position)
        assert "The server’s disk is full" in unescape(html)
        assert f'data-selection="{cards or chosen}"' in await browser.ask(
            do="select", cards=cards or chosen
        )
        assert (await in_database(table.now)()).version == here.version
    html = await browser.ask(do=do, cards=cards, moment=here.position)
    assert f'data-version="{here.version + 1}"' in html


async def test_a_chat_message_that_cannot_be_stored_is_refused(table, monkeypatch):
    browser = Browser(table.table.slug, table.key)
    await browser.open()
    monkeypatch.setattr("games.chat.services.sql.add", full_disk)
    html = unescape(await browser.ask(do="write", text="Hello"))
    assert "The server’s disk is full" in html
    assert "denied" in html


async def test_a_move_reaches_players_and_spectators(table):
    mine, watcher = Browser(table.table.slug, table.key), Browser(table.table.slug)
    await mine.open()
    await watcher.open()
    position = await in_database(table.now)()
    plays = view(position.state, 0).open_plays()
    version, moment = position.table.version, position.position
    if plays:
        cards = " ".join(card_names(plays[0]))
        await mine.send(do="play", cards=cards, moment=moment)
    else:
        await mine.send(do="pass", moment=str(moment))
    for browser in (mine, watcher):
        assert f'data-version="{version + 1}"' in await browser.read()


async def test_a_second_tab_follows_the_first(table):
    first, second = (Browser(table.table.slug, table.key) for _ in range(2))
    await first.open()
    await second.open()
    await in_database(table.step)()
    shown = [await first.read(), await second.read()]
    assert shown[0] == shown[1]


async def test_selecting_cards_names_and_judges_the_combination(table):
    browser = Browser(table.table.slug, table.key)
    await browser.open()
    position = await in_database(table.now)()
    lowest = card_names(position.state.hands[0])[0]
    html = await browser.ask(do="select", cards=lowest)
    assert f'data-selection="{lowest}"' in html
    assert "Play " in html
    assert 'id="board"' not in html
    html = await browser.ask(do="select", cards="")
    assert 'data-selection=""' in html
    # Or the prompt that no play is possible.
    assert "Choose cards to play." in html or "You can’t beat " in html


async def test_a_refusal_goes_only_to_its_sender_and_keeps_the_selection(table):
    mine, other = Browser(table.table.slug, table.key), Browser(table.table.slug, table.key)
    await mine.open()
    await other.open()
    position = await in_database(table.now)()
    cards = " ".join(card_names(position.state.hands[0])[:4])
    html = await mine.ask(do="play", cards=cards, moment=position.position)
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
async def test_a_malformed_message_is_answered_and_changes_nothing(table, message):
    browser = Browser(table.table.slug, table.key)
    await browser.open()
    await browser.send_raw(message)
    html = await browser.read()
    assert 'id="refusal"' in html
    too_long = len(message) > 10_000
    assert ("That message is too long." if too_long else "Something went wrong") in html
    assert "data-card" not in html
    assert (await in_database(table.now)()).table.version == table.table.version


async def test_a_binary_message_is_refused(table):
    browser = Browser(table.table.slug, table.key)
    await browser.open()
    await browser.send_raw(b"\x00" * 100)
    assert "That message is too long." in await browser.read()


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
async def test_a_message_with_unexpected_values_is_refused(table, message):
    browser = Browser(table.table.slug, table.key)
    await browser.open()
    assert 'id="refusal"' in await browser.ask(**message)
    assert (await in_database(table.now)()).table.version == table.table.version


async def test_a_spectators_play_is_refused(table, sign_in):
    stranger = await in_database(create_guest)()
    key = await in_database(sign_in)(stranger)
    moment = (await in_database(table.now)()).position
    for browser in (Browser(table.table.slug, key), Browser(table.table.slug)):
        await browser.open()
        html = await browser.ask(do="play", cards="3D", moment=moment)
        assert "You’re watching" in html
        assert "data-card" not in html


async def test_a_socket_for_an_unknown_table_says_so_and_closes(table):
    browser = Browser("nosuchtable")
    html = await browser.open()
    assert "This table doesn’t exist" in html
    assert await browser.closed() == ("", 4404)


async def test_a_table_closed_to_spectators_is_not_shown_to_them(table):
    await Table.objects.filter(pk=table.table.pk).aupdate(spectators=False)
    assert "This table doesn’t exist" in await Browser(table.table.slug).open()
    assert 'id="hand"' in await Browser(table.table.slug, table.key).open()


async def test_hints_are_playable_and_change_nothing(table):
    browser = Browser(table.table.slug, table.key)
    await browser.open()
    html = await browser.ask(do="hint", version=table.table.version)
    position = await in_database(table.now)()
    expected = {" ".join(card_names(c)) for c in view(position.state, 0).open_plays()}
    hints = json.loads(unescape(html.split('data-hints="')[1].split('"')[0]))
    assert set(hints) == expected
    assert position.table.version == table.table.version


async def test_sync_sends_everything_to_a_browser_that_is_behind_and_nothing_otherwise(table):
    browser = Browser(table.table.slug, table.key)
    await browser.open()
    await browser.send(do="sync", version=table.table.version)
    assert await browser.silent()
    html = await browser.ask(do="sync", version=table.table.version - 1)
    assert 'id="board"' in html
    assert 'id="hand"' in html


async def test_a_ping_is_answered_with_its_number_without_database_or_hub(table, monkeypatch):
    browser = Browser(table.table.slug, table.key)
    await browser.open()

    def untouched(*_more, **_named):
        raise AssertionError("a ping asks neither the database nor the hub")

    monkeypatch.setattr(consumer, "in_database", untouched)
    monkeypatch.setattr(consumer, "hub", untouched)
    for number in (1, 2):
        answer = await browser.ask(do="ping", number=number, version=table.table.version)
        assert answer == f"pong {number}"
    assert await browser.silent()
    assert await browser.ask(do="ping", number={"no": "number"}, version=0) != ""


async def test_a_pong_follows_missed_updates_and_earlier_answers(table):
    browser = Browser(table.table.slug, table.key)
    await browser.open()
    html = await browser.ask(do="ping", number=7, version=table.table.version - 1)
    assert 'id="board"' in html
    assert await browser.read() == "pong 7"
    await browser.send(do="play", cards="3D", moment="1.1.1.999")
    await browser.send(do="ping", number=8, version=table.table.version)
    assert 'id="refusal"' in await browser.read()
    assert await browser.read() == "pong 8"


async def test_passing_keeps_the_selection(table):
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
    html = await browser.ask(do="pass", moment=position.position)
    assert f'data-selection="{lowest}"' in html


async def test_ready_starts_the_next_deal_for_all_browsers(table):
    await in_database(table.finish_deal)()
    browser = Browser(table.table.slug, table.key)
    assert "Next deal" in await browser.open()
    html = await browser.ask(do="ready", version=table.table.version)
    assert 'data-phase="playing"' in html or 'data-phase="playing"' in await browser.read()


async def test_an_invalid_gift_and_an_invalid_redeal_request_are_refused(table):
    browser = Browser(table.table.slug, table.key)
    await browser.open()
    here = await in_database(table.now)()
    version, moment = here.version, here.position
    refused = await browser.ask(do="redeal", moment=moment)
    assert "At this table, you can’t ask for a redeal." in refused
    refused = await browser.ask(do="give", cards="3D 4D", moment=moment)
    assert "Choose one card to give." in refused
    assert (await in_database(table.now)()).table.version == version


async def test_a_redeal_is_shown_to_players_and_spectators(club, sockets):
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
    here = await in_database(game.now)()
    version, moment = here.version, here.position
    await mine.send(do="redeal", moment=moment)
    for browser in (mine, watcher):
        html = await browser.read()
        assert f'data-version="{version + 1}"' in html
        assert "showed this hand and got a redeal." in html


async def test_a_removed_player_can_only_watch_from_the_old_socket(sockets, sign_in):

    def opened():
        host, guest = create_guest(), create_guest()
        table = opening.open_table(host)
        seating.sit(Caller(guest), table.pk, None)
        return host, sign_in(host), guest, sign_in(guest), table

    host, _host_key, _guest, guest_key, table = await in_database(opened)()
    browser = Browser(table.slug, guest_key)
    assert "Stand up" in await browser.open()
    assert await in_database(seating.remove)(Caller(host), table.pk, 1) is None
    html = await browser.read()
    assert "The host removed you from this table." in html
    assert "Stand up" not in html
    for message in ({"do": "sit"}, {"do": "start"}, {"do": "remove", "seat": "0"}):
        assert "refusal" in await browser.ask(**message)
    assert (await in_database(Table.objects.get)(pk=table.pk)).phase == Table.Phase.WAITING


async def test_the_host_opens_the_seats_of_a_rematch_with_its_button(table):
    await in_database(table.finish_session)()
    browser, stranger = Browser(table.table.slug, table.key), Browser(table.table.slug)
    await browser.open()
    before = Seat.objects.filter(session__table=table.table).exclude(bot="")
    friend = await in_database(create_guest)()
    await before.filter(number=1).aupdate(user=friend, bot="")
    html = await browser.ask(do="again")
    assert 'id="open-seats"' in html
    html = await stranger.open()
    assert "These seats are reserved for the previous players" in html
    assert 'id="open-seats"' not in html
    await browser.send(do="open")
    html = await stranger.read()
    assert "These seats are reserved" not in html
    assert "Sit down" in html
    assert 'id="open-seats"' not in await browser.read()


async def test_a_table_closed_to_spectators_disconnects_them_when_it_starts(sockets):

    def opened():
        host = create_guest()
        return host, opening.open_table(host, spectators=False)

    host, table = await in_database(opened)()
    watcher = Browser(table.slug)
    await watcher.open()
    assert await in_database(starting.start)(Caller(host), table.pk) is None
    assert "this table is private" in await watcher.read()
    assert await watcher.closed() == ("", 4404)


def finished_above_a_limit() -> tuple[Table, str]:
    """Finish a session for money whose host has a limit; return the host's session key."""
    person = Person(User.objects.create_user("ada"))
    stake_limits.set_limit(person.user, "HKD", 100)
    opened = opening.open_solo_table(
        person.user,
        rules=RuleSet.make("classic"),
        deals=1,
        stake_minor=100,
        currency="HKD",
    )
    Session.objects.update(status=Session.Status.FINISHED)
    Table.objects.update(phase=Table.Phase.FINISHED)
    return opened, person.key


async def test_a_player_is_asked_before_a_rematch_above_the_limit(sockets):
    opened, key = await in_database(finished_above_a_limit)()
    browser = Browser(opened.slug, key)
    await browser.open()
    html = await browser.ask(do="again")
    assert "You could lose up to HK$39.00 in this game. Your limit is HK$1.00." in html
    assert 'name="agreed" value="3900 HKD"' in html
    assert await in_database(opened.sessions.count)() == 1
    html = await browser.ask(do="again", agreed="3900 HKD")
    assert "could lose up to" not in html
    assert await in_database(opened.sessions.count)() == 2


def ended_session_of_two():
    """Return two players and their finished session."""
    game = Game.party(people=2, rules="two_players", deals_planned=1)
    game.begin()
    game.finish_session()
    return game


async def test_a_player_keeps_the_result_on_screen_until_they_move_on(sockets):
    game = await in_database(ended_session_of_two)()
    asker, reader = (Browser(game.table.slug, person.key) for person in game.people)
    await asker.open()
    assert "Final standings" in await reader.open()
    await asker.send(do="again")
    asked = await reader.read()
    assert "wants to play again." in asked
    # The sheet and its settlement are not sent again.
    assert 'id="result"' not in asked
    await asker.read()
    await asker.send(do="open_again")
    assert 'data-phase="waiting"' in await asker.read()
    news = await reader.read()
    assert "A new game is starting." in news
    for part in ("board", "result", "hand", "pulse"):
        assert f'id="{part}"' not in news
    # Nor when the browser asks for missed updates.
    held = re.search(r'data-version="(\d+)"', asked)
    await reader.send(do="sync", version=held[1])
    assert await reader.silent()
    # Later it sits down, and both are at the table.
    assert await in_database(game.ask)(1, seating.sit, None) is None
    assert 'data-phase="playing"' in await reader.read()


async def test_pages_show_the_rematch_question_and_its_withdrawal(sockets):
    game = await in_database(ended_session_of_two)()
    asker, other = (Browser(game.table.slug, person.key) for person in game.people)
    await asker.open()
    await other.open()
    await asker.send(do="again")
    assert 'value="withdraw_again"' in await asker.read()
    assert 'value="not_again"' in await other.read()
    await asker.send(do="withdraw_again")
    assert "Play again?" in await asker.read()
    assert "Play again?" in await other.read()


async def test_a_page_that_agrees_too_late_proposes_nothing(sockets):
    game = await in_database(Game.party)(people=3)
    await in_database(game.begin)()
    here, there = (Browser(game.table.slug, person.key) for person in game.people[:2])
    assert 'name="agree" value="propose"' in await here.open()
    await there.open()
    await here.send(do="vote", proposal="end", agree="propose")
    assert 'name="agree" value="withdraw"' in await here.read()
    assert 'name="agree" value="agree"' in await there.read()
    await here.send(do="vote", proposal="end", agree="withdraw")
    await here.read()
    await there.read()
    for said in ("agree", "yes"):
        html = await there.ask(do="vote", proposal="end", agree=said)
        assert "The vote didn’t pass" in html
    assert (await Session.objects.aget()).votes == {}


async def test_the_result_stays_on_screen_while_the_others_play_on(sockets):
    game = await in_database(ended_session_of_two)()
    await Table.objects.aupdate(spectators=False)
    reader = Browser(game.table.slug, game.people[1].key)
    await reader.open()

    def go_on():
        for service in (rematch.play_again, rematch.open_again, starting.start):
            assert game.ask(0, service) is None

    await in_database(go_on)()
    news = await reader.read()
    while "A new game has started." not in news:
        news = await reader.read()
    assert 'id="board"' not in news
    assert ">Watch<" not in news


async def test_a_closed_table_says_so_and_links_to_other_tables(sockets):

    def opened():
        host = create_guest()
        return host, opening.open_table(host)

    host, table = await in_database(opened)()
    looker = Browser(table.slug)
    await looker.open()
    assert await in_database(seating.close)(Caller(host), table.pk) is None
    shown, code = await looker.closed()
    assert f"{host.shown_name} closed this table." in shown
    assert "Browse tables" in shown
    assert code == 4410


async def test_the_host_of_a_waiting_table_sees_spectators_come_sit_down_and_go(sockets):
    def opened():
        host = create_guest()
        return host, signed_in(host), opening.open_table(host)

    host, key, table = await in_database(opened)()
    mine = Browser(table.slug, key)
    await mine.open()
    looker = Browser(table.slug)
    await looker.open()
    assert re.search(r'id="watching".*?1 <span>watching</span>', await mine.read(), re.DOTALL)
    await looker.close()
    assert re.search(r'id="watching"[^>]*></p>', await mine.read())
    assert await in_database(seating.close)(Caller(host), table.pk) is None
    shown, _code = await mine.closed()
    assert "This table was closed." in shown, "the host knows who closed it"


async def test_a_visitor_with_several_pages_counts_as_one_spectator(sockets, table):
    mine = Browser(table.table.slug, table.key)
    await mine.open()
    session = SessionStore()
    await session.acreate()
    key = session.session_key
    lookers = [Browser(table.table.slug), Browser(table.table.slug), Browser(table.table.slug, key)]
    for each in (*lookers, Browser(table.table.slug, key)):
        await each.open()
    html = await mine.ask(do="vote", proposal="end", agree="propose")
    # The two without a session share an address.
    assert re.search(r'id="watching".*?2 <span>watching</span>', html, re.DOTALL)


async def test_spectators_are_counted_at_the_table(sockets, table):
    mine, looker = Browser(table.table.slug, table.key), Browser(table.table.slug)
    await mine.open()
    assert 'id="watching"' in await looker.open()
    html = await mine.ask(do="vote", proposal="end", agree="propose")
    assert re.search(r'id="watching".*?1 <span>watching</span>', html, re.DOTALL)
    await looker.close()
    html = await mine.ask(do="vote", proposal="pause", agree="propose")
    nobody = r'id="watching"[^>]*></p>'
    assert re.search(nobody, html)
    # A page that is synced may still show a count, so 0 is sent as well.
    assert re.search(nobody, await mine.ask(do="sync", version=0))


async def test_a_player_reading_the_previous_result_is_not_counted_as_a_spectator(sockets):
    game = await in_database(ended_session_of_two)()
    host, reader = (Browser(game.table.slug, person.key) for person in game.people)
    for each in (host, reader):
        await each.open()
    for do in ("again", "open_again"):
        await host.send(do=do)
        news = await reader.read()
    assert "A new game is starting." in news
    assert open_pages().spectator_count(game.table.pk) == 0
    await Browser(game.table.slug).open()
    assert open_pages().spectator_count(game.table.pk) == 1
