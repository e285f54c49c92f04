"""Checks every byte of whole sessions for money against the permission to see amounts.

The stake is a term of the table that anyone may read; what players won or lost in money is visible
only to those seated. Two players play; a signed-in user and a visitor watch: live, on pages and in
downloads.
"""

import re

import pytest
from django.test import AsyncClient, Client
from django.urls import reverse

from accounts.models import User
from games.common import money
from games.common.database import in_database
from games.live.parts import Renderings
from games.screens.table.parts import board_parts, score_parts
from games.screens.table.state import table_state
from games.tables.services import moves
from tests.players import Game, Person
from tests.sockets import Browser

_AMOUNT = re.compile(r"[+−-]?\s?(?:€|EUR)\s?[\d.,]+(?: a point)?|[\d.,]+\s?(?:€|EUR)")
STAKE = "€0.37 a point"
TERMS = {"rules": "two_players", "stake_minor": 37, "currency": "EUR", "deals_planned": 2}


def amounts_in(text: str) -> list[str]:
    """Return every amount of money in the text except the stake."""
    found = [each.strip() for each in _AMOUNT.findall(text)]
    return [each for each in found if each != STAKE]


def test_the_search_finds_amounts_but_not_the_stake():
    text = "<b>+€1.11</b> €0.37 a point <dd>−€0.37</dd> 3 points 12,50 € EUR 4"
    assert amounts_in(text) == ["+€1.11", "−€0.37", "12,50 €", "EUR 4"]


def members() -> list[User]:
    return [User.objects.create_user(name) for name in ("ada", "bea")]


def running_game(**terms: object) -> Game:
    game = Game.of(members(), **TERMS, **terms)
    game.begin()
    return game


class Reader:
    """A viewer whose browser's every byte is read."""

    def __init__(self, game: Game, who: Person | None) -> None:
        key = who.key if who else None
        self.socket = Browser(game.table.slug, key)
        self.client = AsyncClient()
        if key:
            self.client.cookies["sessionid"] = key
        self.live: list[str] = []
        self.pages: list[str] = []
        self.stakes = 0

    async def up_to(self, phase: str) -> None:
        """Read until the table is shown in this phase."""
        while True:
            text = await self.socket.read()
            self.stakes += text.count(STAKE)
            self.live += amounts_in(text)
            if f'data-phase="{phase}"' in text:
                return

    async def get(self, url: str) -> None:
        answer = await self.client.get(url)
        assert answer.status_code == 200, url
        text = answer.content.decode()
        self.stakes += text.count(STAKE)
        self.pages += amounts_in(text)


def pages_of(game: Game, deal: int) -> list[str]:
    """Return the addresses of a finished deal's pages and of the table."""
    place = [game.table.slug, 1, deal]
    steps = game.deal_row().actions.count()
    replay = reverse("replay", args=place)
    return [
        game.table.get_absolute_url(),
        replay,
        f"{replay}?step={steps}",
        *(reverse(name, args=place) for name in ("replay_text", "replay_json", "shuffle_check")),
    ]


@pytest.mark.django_db(transaction=True)
@pytest.mark.parametrize("delay", [0, 5])
async def test_amounts_are_sent_only_to_players(sockets, queued, delay):
    game = await in_database(running_game)(spectator_delay=delay)
    stranger = await in_database(Person)()
    seated = [Reader(game, each) for each in game.people]
    others = [Reader(game, stranger), Reader(game, None)]
    everybody = [*seated, *others]
    for reader in everybody:
        assert await reader.socket.connect()
        await reader.up_to("playing")
    for deal, phase in ((1, "between"), (2, "finished")):
        await in_database(game.play_deal_move_by_move)()
        for reader in everybody:
            await reader.up_to(phase)
            for url in await in_database(pages_of)(game, deal):
                await reader.get(url)
        if phase == "between":
            for number in (0, 1):
                await in_database(_ready)(game, number)
            for reader in everybody:
                await reader.up_to("playing")
    session = await in_database(game.session_row)()
    for reader in everybody:
        await reader.get(reverse("session", args=[game.table.slug, session.number]))
        await reader.get(reverse("home"))
        await reader.get(reverse("lobby"))
        await reader.socket.close()
    for reader in others:
        assert (reader.live, reader.pages) == ([], [])
        # The stake is visible to them.
        assert reader.stakes > 2
    here = await in_database(game.now)()
    for reader in seated:
        for seat in here.seats:
            said = money.amount(37 * seat.net, "EUR", sign=True)
            assert said in reader.live
            # The session, the last deal and its replay, and the home page.
            assert said in reader.pages
        assert len(reader.pages) > 10


def _ready(game: Game, number: int) -> None:
    assert game.ask(number, moves.ready) is None


def scores(shown, user, renderings=None):
    reader = shown.is_delayed, shown.reader(user)
    return (renderings or Renderings()).parts(shown, "en", reader, score_parts)


@pytest.mark.django_db
def test_scores_are_rendered_once_with_amounts_and_once_without(queued, django_assert_num_queries):
    game = running_game()
    first, second = (each.user for each in game.people)
    stranger = Person().user
    shown = table_state(game.table.pk)
    with django_assert_num_queries(0):
        renderings = Renderings()
        seen = {user: scores(shown, user, renderings) for user in (first, second, stranger, None)}
        board = board_parts(shown, False, None).html
    assert seen[first] is seen[second]
    assert seen[stranger] is seen[None]
    assert amounts_in(seen[first].html)
    assert not amounts_in(seen[None].html)
    # The board has no amounts and is shared by all.
    assert not amounts_in(board)


@pytest.mark.django_db
def test_each_player_sees_their_own_result_of_a_deal_and_strangers_see_none(queued):
    game = running_game()
    game.finish_deal()
    here = game.now()
    shown = table_state(game.table.pk)
    for seat, net in zip(here.seats, here.deal.nets, strict=True):
        user = next(each.user for each in game.people if each.user.pk == seat.user_id)
        report = shown.scores(user).result
        amount = money.amount(37 * abs(net), "EUR")
        if net > 0:
            assert report.headline == "You won the deal"
            assert report.own == f"You won {amount}."
        else:
            assert report.headline != "You won the deal"
            assert report.own == f"You lost {amount}."
        assert report.hands[0].is_winner
        assert report.hands[0].net_figure == money.amount(
            37 * max(here.deal.nets), "EUR", sign=True
        )
    for looker in (Person().user, None):
        report = shown.scores(looker).result
        assert report.own == ""
        assert "You" not in report.headline
        assert not amounts_in(scores(shown, looker).html)


@pytest.mark.django_db
def test_no_viewer_sees_amounts_in_a_session_for_points(queued, client: Client):
    game = Game.of(members(), stake_minor=37, currency="EUR", deals_planned=1)
    waiting = client.get(game.table.get_absolute_url()).content.decode()
    assert f"{STAKE}, or for points if a bot plays" in waiting
    game.begin()
    shown = table_state(game.table.pk)
    mine = game.people[0].user
    assert scores(shown, mine).parts["sheet"] == scores(shown, None).parts["sheet"]
    client.force_login(mine)
    told = "This game is for points, because bots are playing."
    # In the players' terms, and on every viewer's score sheet.
    playing = client.get(game.table.get_absolute_url()).content.decode()
    assert playing.count(told) == 2
    assert STAKE not in playing
    assert told in Client().get(game.table.get_absolute_url()).content.decode()
    session = game.finished()
    # Another session may be for money, and tells the players who are asked.
    table_page = client.get(game.table.get_absolute_url()).content.decode()
    question = r'<div class="banner banner-question[^"]*">.*?</form>'
    banner = re.search(question, table_page, re.DOTALL)[0]
    assert STAKE in banner
    pages = [client.get(url).content.decode() for url in (session.get_absolute_url(), "/")]
    for html in (table_page.replace(banner, ""), *pages):
        assert not amounts_in(html)
        assert STAKE not in html
