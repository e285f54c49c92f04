"""Notices of turns at tables without a clock."""

from __future__ import annotations

from datetime import datetime, timedelta
from types import SimpleNamespace

import pytest
from django.core.cache import cache
from django.utils import timezone

from accounts.models import User
from accounts.notices.models import Notice, NoticePreferences
from accounts.notices.push.models import PushDevice
from accounts.notices.senders import sender_of, subjects_of
from games.common.database import in_database
from games.screens.notices import notices_for
from games.tables import turns
from games.tables.models import Table
from games.tables.turns import TurnKind, notify_turns, report_open_page
from tests.players import Game
from tests.sockets import Browser

pytestmark = [pytest.mark.django_db, pytest.mark.every_database]


class Clock:
    """A clock that only tests advance."""

    def __init__(self) -> None:
        self.at = timezone.now()

    def __call__(self) -> datetime:
        return self.at

    def go_on(self, seconds: float) -> None:
        self.at += timedelta(seconds=seconds)


@pytest.fixture
def clock(monkeypatch) -> Clock:
    cache.clear()
    made = Clock()
    monkeypatch.setattr(timezone, "now", made)
    return made


def members(**terms) -> Game:
    people = [User.objects.create_user(name) for name in ("ada", "bea", "cy", "di")]
    for each in people:
        PushDevice.objects.create(user=each, endpoint=f"https://push.example.org/{each.pk}")
    game = Game.of(people, bots=False, **terms)
    game.begin()
    return game


def on_turn(game: Game) -> User:
    now = game.now()
    return game.people[now.state.turn].user


def notices() -> list[Notice]:
    return list(Notice.objects.filter(kind=TurnKind.TURN))


def is_outdated(notice: Notice) -> bool:
    [subject] = subjects_of([notice]).values()
    return sender_of(notice.kind).is_outdated(notice, subject)


def test_the_absent_player_on_turn_is_notified_once_a_turn(clock):
    game = members()
    clock.go_on(10)
    assert notify_turns() == 0, "most turns are short"
    clock.go_on(15)
    assert notify_turns() == 1
    [first] = notices()
    assert first.user == on_turn(game)
    clock.go_on(600)
    assert notify_turns() == 0
    assert not is_outdated(first)
    game.step()
    assert is_outdated(first)
    clock.go_on(30)
    assert notify_turns() == 1
    assert notices()[0].user == on_turn(game) != first.user


def test_a_later_turn_of_the_player_replaces_the_notice(clock):
    game = members()
    first = on_turn(game)
    for _ in range(3):
        clock.go_on(30)
        notify_turns()
        game.step()
        while on_turn(game) != first:
            game.step()
    assert len([each for each in notices() if each.user == first]) == 1


def test_a_player_with_an_open_page_of_the_table_is_not_notified(clock):
    game = members()
    clock.go_on(30)
    report_open_page(game.table.pk, on_turn(game).pk)
    report_open_page(game.table.pk + 1, on_turn(game).pk)
    assert notify_turns() == 0
    cache.clear()
    report_open_page(game.table.pk + 1, on_turn(game).pk)
    assert notify_turns() == 1, "a page of another table doesn't count"


def test_without_the_shared_cache_present_players_are_not_notified(clock, monkeypatch):
    members()
    clock.go_on(30)
    with monkeypatch.context() as patched:
        patched.setattr(turns, "cache", SimpleNamespace(get_many=lambda keys: {}, is_away=True))
        assert notify_turns() == 0
    assert notify_turns() == 1


@pytest.mark.parametrize("name", ["relaxed", "blitz"])
def test_tables_with_a_clock_send_nothing(clock, name):
    members(clock=name)
    clock.go_on(30)
    assert notify_turns() == 0


def test_paused_tables_bots_and_guests_get_nothing(clock):
    game = members()
    clock.go_on(30)
    Table.objects.update(paused_at=clock.at)
    assert notify_turns() == 0
    Table.objects.update(paused_at=None)
    User.objects.update(is_guest=True)
    assert notify_turns() == 0
    User.objects.update(is_guest=False)
    PushDevice.objects.all().delete()
    assert notify_turns() == 0, "no device and no settings"
    NoticePreferences.objects.create(user=on_turn(game), choices={"table-turn": "mail"})
    assert notify_turns() == 1


def test_the_text_names_players_and_no_cards(clock):
    game = members()
    clock.go_on(30)
    notify_turns()
    [notice] = notices()
    [subject] = subjects_of([notice]).values()
    text = sender_of(notice.kind).text(notice, subject)
    one, two, three = (each.user.shown_name for each in game.people if each.user != notice.user)
    assert (text.title, text.url) == ("It’s your turn", game.table.get_absolute_url())
    assert text.detail == f"You’re playing with {one}, {two} and {three}."
    assert notices_for(notice.user) == [] or "your turn" not in notices_for(notice.user)[0].title


def test_many_waiting_tables_cost_one_query_and_their_notices_two_more(
    clock, django_assert_num_queries
):
    game = members()
    for _ in range(3):
        Game.of([each.user for each in game.people], bots=False).begin()
    clock.go_on(30)
    with django_assert_num_queries(3):
        assert notify_turns() == 4
    with django_assert_num_queries(1):
        assert notify_turns() == 0


@pytest.mark.django_db(transaction=True)
async def test_an_open_page_reports_itself_at_a_table_without_a_clock(sockets, monkeypatch):
    game = await in_database(members)()
    monkeypatch.setattr(turns, "NOTIFIED_AFTER", timedelta())
    number = (await in_database(game.now)()).state.turn
    browser = Browser(game.table.slug, game.people[number].key)
    await browser.open()
    key = (game.table.pk, game.people[number].user.pk)
    for _ in range(100):
        if await in_database(cache.get)(f"table-open:{key[0]}:{key[1]}"):
            break
        await browser.read()
    assert await in_database(notify_turns)() == 0
    await browser.close()
