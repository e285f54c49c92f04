"""Absent players on open pages, and what others can propose."""

from datetime import timedelta

import pytest
from django.utils import timezone

from accounts.models import User
from games.common.database import in_database
from games.live import consumer, hub, open_pages
from games.tables import absence
from games.tables.models import Seat, Session
from games.tables.services import absences
from games.tables.services.core import locked_table
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
    await until(opponent, "A bot can’t play for bea yet. It can once")
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
    await until(host, 'id="free-1"', "Free bea", "Away", "Away: bea.")
    await host.send(do="start")
    await until(host, "Away: bea. Wait for them, or free their seats.")
    await host.send(do="free", seat=1)
    await until(host, 'id="menu"')
    back, shown = await open_page(game, 1)
    assert "You were away, so your seat was freed." in shown
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


@pytest.fixture
def no_grace(monkeypatch) -> None:
    """A closed page is reported with the next check, which comes soon."""
    monkeypatch.setattr(hub, "CHECK_SECONDS", 0.05)
    monkeypatch.setattr(open_pages, "GONE_SECONDS", 0.0)
    monkeypatch.setattr(absence, "GONE", timedelta(0))
    monkeypatch.setattr(consumer, "SEEN_JUST_NOW", timedelta(0))


async def absent_for(game: Game, number: int, duration: timedelta) -> None:
    """Move the player's noted absence, and their last report, into the past."""

    def move() -> None:
        user = game.people[number].user
        since = timezone.now() - duration
        User.objects.filter(pk=user.pk).update(seen_at=since)
        Seat.objects.filter(user=user).update(seen_at=since, absent_since=since)
        with locked_table(game.table.pk) as table:
            table.revise()

    await in_database(move)()


async def test_others_see_a_closed_page_and_one_of_them_lets_a_bot_play(sockets, no_grace):
    game = await in_database(Game.party)(people=3)
    await in_database(game.begin)()
    (other, _), (gone, _), (third, _) = [await open_page(game, number) for number in range(3)]
    await gone.close()
    for each in (other, third):
        shown = await until(each, 'data-absence="stand_in:1', "flag-away")
        assert "data-opens-at-zero" in shown
    await absent_for(game, 1, absence.BOT_AFTER)
    assert "data-opens-at-zero" not in await until(third, 'data-absence="stand_in:1')
    await third.send(do="vote", proposal="stand_in:1", agree="propose")
    await until(other, "has-stand-in")
    back, _shown = await open_page(game, 1)
    await until(other, 'id="board"')
    seat = await Seat.objects.aget(user=game.people[1].user)
    assert (seat.stand_in, seat.absent_since) == (False, None)
    for each in (other, third, back):
        await each.close()


async def test_a_return_is_shown_to_the_others_at_once(sockets, no_grace):
    game = await in_database(Game.party)(people=2)
    await in_database(game.begin)()
    (other, _), (gone, _) = [await open_page(game, number) for number in range(2)]
    await gone.close()
    await until(other, 'data-absence="stand_in:1')
    back, _shown = await open_page(game, 1)
    shown = await until(other, 'id="menu"')
    assert "data-absence" not in shown
    for each in (other, back):
        await each.close()


async def test_a_page_that_stays_open_keeps_its_player_present(sockets, no_grace):
    game = await in_database(Game.party)(people=2)
    await in_database(game.begin)()
    first, second, other = [(await open_page(game, number))[0] for number in (1, 1, 0)]
    await first.close()
    assert await other.silent()
    await second.close()
    await until(other, "flag-away")
    await other.close()


async def test_the_waiting_room_marks_a_player_whose_page_is_closed(sockets, no_grace):
    game = await in_database(Game.party)(people=2)
    await in_database(game.all_sit)()
    (host, _), (gone, _) = [await open_page(game, number) for number in range(2)]
    await gone.close()
    await until(host, "tag-away", "You can start without waiting for them.")
    await host.send(do="free", seat=1)
    await until(host, "You can free a seat once its player has been away for 20 seconds.")
    await absent_for(game, 1, absence.BOT_AFTER)
    await until(host, 'id="menu"')
    await host.send(do="free", seat=1)
    shown = await until(host, 'id="board"')
    assert "tag-away" not in shown
    await host.close()
