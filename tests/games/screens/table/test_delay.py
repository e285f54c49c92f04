"""Spectator delay: spectators get nothing newer than the delay allows."""

import random
import re
from dataclasses import replace
from datetime import timedelta

import pytest
from django.test import AsyncClient
from django.urls import reverse
from django.utils import timezone

from accounts.models import User
from games.chat import services as chat
from games.common import caches
from games.common.database import in_database
from games.rules.deal.actions import Pass, Play
from games.rules.deal.apply import apply
from games.rules.ruleset.rule_set import RuleSet
from games.rules.view import view
from games.screens.table.live_page import hints
from games.screens.table.state import state_of, table_state
from games.tables import delay
from games.tables.models import Seat, Table
from games.tables.services import arranged, opening
from games.tables.services.arranged import Arrangement, open_arranged
from tests.games.pages import ShownTable
from tests.games.screens.test_opening import TERMS
from tests.players import Game, Person, open_by_form
from tests.sockets import Browser

LATE = 4
#: Numbers that count states, not moves.
_VERSION = re.compile(r'data-version="\d+"')


def solo(club, late: int = LATE, **terms) -> Game:
    game = club(**{"deals": 2, **terms})
    Table.objects.filter(pk=game.table.pk).update(spectator_delay=late)
    return game


def continued_at_random(state, length: int, chance: random.Random):
    """Return the deal continued at random to that length; None if it ends earlier."""
    while len(state.actions) < length:
        seen = view(state, state.turn)
        plays = [Play(state.turn, cards) for cards in seen.open_plays()]
        state = apply(state, chance.choice([*plays, *[Pass(state.turn)] * seen.may_pass]))
        if state.over:
            return None
    return state


def shown_to_spectators(snapshot) -> str:
    """Return everything sent to a viewer without a seat, except the state's number."""
    caches.clear_all()
    shown = state_of(snapshot).state_for(None)
    html = ShownTable(None).news(shown)
    return _VERSION.sub("", html + hints(shown, None))


@pytest.mark.django_db
def test_the_view_of_spectators_does_not_depend_on_the_latest_plays(club):
    """With different latest plays, a spectator gets the same bytes."""
    game, chance = solo(club), random.Random(1)
    compared = 0
    for _ in range(24):
        here = game.step()
        if here.table.phase != Table.Phase.PLAYING:
            break
        count = len(here.state.actions)
        then = delay.delayed_view(here).state
        assert len(then.actions) == max(0, count - LATE)
        other = continued_at_random(then, count, chance)
        if other is None or other.actions == here.state.actions:
            continue
        soon = timezone.now() + timedelta(seconds=chance.random())
        table = replace(
            here.table, turn=other.turn, deadline=soon, turn_since=soon, due_at=soon, version=999
        )
        # A player ran out of time and a bot plays for them.
        seats = tuple(replace(seat, timeouts=2, stand_in=True) for seat in here.seats)
        setting = replace(here.setting, seats=seats)
        assert shown_to_spectators(here) == shown_to_spectators(replace(here, newest=other))
        assert shown_to_spectators(here) == shown_to_spectators(
            replace(here, table=table, setting=setting, newest=other)
        )
        compared += 1
    assert compared > 10


@pytest.mark.django_db
def test_spectators_share_one_state_until_there_is_something_new(club, django_assert_num_queries):
    game = solo(club)
    stranger, other = User(pk=10**6), None
    shown = table_state(game.table.pk)
    late = shown.delayed
    assert shown.state_for(stranger) is shown.state_for(other) is late
    assert shown.state_for(game.user) is shown
    counts = []
    for _ in range(LATE + 3):
        here = game.step()
        shown = table_state(game.table.pk)
        with django_assert_num_queries(0):
            ShownTable(None).news(shown.delayed)
        counts.append(len(shown.delayed.snapshot.state.actions))
        if len(here.state.actions) <= LATE:
            assert shown.delayed is late, "nothing new, so nothing is made"
    assert counts == [0] * LATE + [1, 2, 3]


@pytest.mark.django_db
def test_a_finished_deal_is_shown_without_delay(club):
    game = solo(club)
    here = game.finish_deal()
    late = table_state(game.table.pk).delayed
    assert late.snapshot.state is here.state
    assert late.scores(None).result is not None


@pytest.mark.django_db
def test_all_viewers_see_the_same_without_a_delay(club):
    game = solo(club, late=0)
    shown = table_state(game.table.pk)
    assert shown.state_for(None) is shown


@pytest.mark.django_db(transaction=True)
async def test_spectators_are_told_the_delay_and_players_are_not_delayed(club, sockets):
    game = await in_database(solo)(club)
    mine, watcher = Browser(game.table.slug, game.key), Browser(game.table.slug)
    assert "with a delay" not in await mine.open()
    assert f"watching with a delay of {LATE} moves." in await watcher.open()
    page = await AsyncClient().get(f"/tables/{game.table.slug}/")
    assert f"watching with a delay of {LATE} moves." in page.content.decode()
    for number in range(1, LATE + 2):
        here = await in_database(game.step)()
        assert f'data-version="{here.version}"' in await mine.read()
        if number <= LATE:
            assert await watcher.silent(), "that there was a play is told by nothing"
    html = await watcher.read()
    assert f'data-turn="{view(here.state, None).history[1].seat}"' in html
    # Asking for a sync reveals nothing more.
    await watcher.send(do="sync", version=0)
    assert 'id="board"' in await watcher.read()
    assert await watcher.silent()


@pytest.mark.django_db(transaction=True)
async def test_a_substitute_sees_the_table_without_delay_until_replaced(queued, sockets):
    def opened() -> tuple[Game, Person, Person]:
        person, coming, third = Person(), Person(), Person()
        (table,) = open_arranged(
            [Arrangement((person.user, None, None, None))],
            rules=RuleSet.make("pagat"),
            rules_name="pagat",
            deals_planned=1,
            spectator_delay=LATE,
        )
        return Game([person], table), coming, third

    game, coming, third = await in_database(opened)()
    browser = Browser(game.table.slug, coming.key)
    assert "with a delay" in await browser.open()
    await in_database(arranged.replace)(game.table.pk, 1, coming.user)
    html = await browser.read()
    assert "with a delay" not in html
    assert 'data-card="' in html
    await in_database(arranged.replace)(game.table.pk, 1, third.user)
    html = await browser.read()
    assert "with a delay" in html
    assert 'data-card="' not in html


@pytest.mark.django_db(transaction=True)
async def test_spectators_see_the_players_chat_after_the_deal(club, sockets):
    game = await in_database(solo)(club)
    mine, watcher = Browser(game.table.slug, game.key), Browser(game.table.slug)
    await mine.open()
    await watcher.open()
    write = in_database(chat.write)
    assert await write(game.people[0].caller, game.table.pk, "I hold all twos") is None
    assert "all twos" in await mine.read()
    assert await watcher.silent()
    page = await AsyncClient().get(f"/tables/{game.table.slug}/")
    assert "all twos" not in page.content.decode()
    await in_database(game.finish_deal)()
    shown = ""
    while "all twos" not in shown:
        shown += await watcher.read()
    # Messages between two deals stay visible during the next one.
    await in_database(game.ready)()
    page = await AsyncClient().get(f"/tables/{game.table.slug}/")
    assert "all twos" in page.content.decode()


# --- The amount of delay


@pytest.fixture
def host(client) -> User:
    made = User.objects.create_user("ada", password="x")
    client.force_login(made)
    return made


@pytest.mark.django_db
@pytest.mark.parametrize(
    ("said", "late"),
    [
        ({"stake": "0.10", "currency": "EUR"}, 10),
        ({"stake": "0.10", "currency": "EUR", "spectator_delay": "3"}, 3),
        ({"stake": "0.10", "currency": "EUR", "spectator_delay": "0"}, 0),
        ({}, 0),
        ({"spectator_delay": "7"}, 7),
    ],
)
def test_a_host_sets_the_delay_which_is_ten_plays_by_default_for_money(client, host, said, late):
    assert open_by_form(client, TERMS | said).status_code == 302
    assert Table.objects.get().spectator_delay == late


@pytest.mark.django_db
def test_a_delay_above_the_maximum_is_refused_and_stays_in_the_form(client, host):
    answer = client.post(reverse("table_new"), TERMS | {"spectator_delay": "61"})
    assert answer.status_code == 422
    assert 'value="61"' in answer.content.decode()
    assert not Table.objects.exists()


@pytest.mark.django_db
def test_a_table_for_money_against_bots_has_the_default_delay(queued):
    user = User.objects.create_user("ada", password="x")
    assert opening.open_solo_table(user, stake_minor=10, currency="EUR").spectator_delay == 10
    assert Seat.objects.filter(user=user).exists()
