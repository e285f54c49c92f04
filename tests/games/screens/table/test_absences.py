"""Absent players on open pages, and what others can propose."""

import pytest

from accounts.models import User
from games.common.database import in_database
from games.tables.models import Session
from games.tables.services import absences
from tests.players import Game, walk_away
from tests.sockets import Browser

pytestmark = pytest.mark.django_db(transaction=True)


def members(**terms) -> Game:
    people = [User.objects.create_user(name) for name in ("ada", "bea")]
    return Game.of(people, stake_minor=100, currency="EUR", **terms).all_sit()


async def until(browser: Browser, *signs: str) -> str:
    """Read messages until the browser has received all of these texts."""
    shown = ""
    while not all(sign in shown for sign in signs):
        shown += await browser.read()
    return shown


async def open_page(game: Game, number: int) -> tuple[Browser, str]:
    browser = Browser(game.table.slug, game.people[number].key)
    return browser, await browser.open()


async def test_an_opponent_cannot_replace_or_outvote_a_player_who_is_present(sockets):
    game = await in_database(members)(deals_planned=20)
    await in_database(game.begin)()
    opponent, _shown = await open_page(game, 0)
    victim, _shown = await open_page(game, 1)
    await opponent.send(do="vote", proposal="stand_in:1", agree="propose")
    await until(opponent, "bea is here. A bot can take over only if")
    await opponent.send(do="vote", proposal="end", agree="propose")
    await until(victim, 'id="vote-1"')
    session = await Session.objects.aget()
    assert not session.ending
    assert session.votes == {"end": [0]}
    for each in (opponent, victim):
        await each.close()


async def test_the_host_frees_an_absent_players_seat_and_the_player_is_notified(sockets):
    game = await in_database(members)()
    host, shown = await open_page(game, 0)
    assert 'id="free-1"' not in shown
    await in_database(walk_away)(game.people[1].user)
    await in_database(absences.note_absences_at)(game.table.pk)
    await until(host, 'id="free-1"', "Free bea", "Offline", "Offline: bea.")
    await host.send(do="start")
    await until(host, "Offline: bea. Wait for them, or free their seats.")
    await host.send(do="free", seat=1)
    await until(host, 'id="menu"')
    back, shown = await open_page(game, 1)
    assert "You were offline, so your seat was freed." in shown
    for each in (host, back):
        await each.close()


async def test_other_players_see_when_an_absent_player_opens_a_page_again(sockets):
    game = await in_database(members)()
    host, _shown = await open_page(game, 0)
    await in_database(walk_away)(game.people[1].user)
    await in_database(absences.note_absences_at)(game.table.pk)
    await until(host, 'id="free-1"')
    back, _shown = await open_page(game, 1)
    shown = await until(host, 'id="menu"')
    assert 'id="free-1"' not in shown
    await host.send(do="start")
    await until(host, 'data-phase="playing"')
    for each in (host, back):
        await each.close()
