"""Rendering after a move: only changed parts are rendered and sent."""

import re
from collections import Counter

import pytest

from accounts.models import User
from games.live.parts import Renderings
from games.rules.ruleset.rule_set import RuleSet
from games.screens.table import live_page, parts
from games.screens.table.parts import hand_html
from games.screens.table.state import table_state
from games.tables.services import opening, votes
from games.tables.terms import shown_digest
from tests.games.pages import ShownTable

pytestmark = pytest.mark.django_db

#: Maximum average length of a move's message per viewer, over a deal.
MOST_BYTES = 1900


@pytest.fixture
def rendered(monkeypatch):
    """Count rendered partials by name."""
    counted: Counter[str] = Counter()
    partial = live_page.partial

    def count(name: str, **shown: object):
        counted[name.rpartition("/")[2]] += 1
        return partial(name, **shown)

    for module in (parts, live_page):
        monkeypatch.setattr(module, "partial", count)
    return counted


def test_a_seat_form_after_a_game_against_bots_has_the_waiting_sessions_terms(club):
    """The page still shows a game against bots, which was for points and had no terms."""
    stake = {"stake_minor": 50, "currency": "HKD"}
    solo = club(deals=1, **stake)
    solo.finish_session()
    host, spectator = solo.people[0].user, User.objects.create_user("spectator")
    waits = opening.open_table(host, **stake)
    shown, beyond = table_state(solo.table.pk), table_state(waits.pk)
    viewer = ShownTable(spectator)
    viewer.news(shown)
    html = viewer.page.menu_news(shown, spectator, beyond)
    digest = shown_digest(beyond.snapshot.session, beyond.snapshot.table.clock)
    assert f'name="terms" value="{digest}"' in html
    assert "You could lose up to HK$" in html


class Viewers:
    """The browsers of all players at a table."""

    def __init__(self, game) -> None:
        self.game = game
        self.renderings = Renderings()
        users = [person.user for person in game.people]
        self.pages = {user: ShownTable(user, self.renderings) for user in users}
        self.show()

    def show(self) -> list[str]:
        """Return the update for each browser."""
        shown = table_state(self.game.table.pk)
        return [page.news(shown) for page in self.pages.values()]


@pytest.fixture
def game(party):
    game = party(people=4)
    game.begin()
    game.rig(
        "3D 4D 5D 6D 7D 9S JS",
        "8C 8H 9C 9H TC KD KC",
        "3C 4C 5S 6H QS QC AD",
        "3H 4H 5H 6S 7S TD TS",
        leader=0,
    )
    return game


def test_a_move_renders_only_the_parts_that_changed(game, rendered):
    viewers = Viewers(game)
    rendered.clear()
    game.play("9S")
    shown = viewers.show()
    # Two seats changed, and with them those players' controls.
    assert rendered["say.html"] == 2
    assert rendered["middle.html"] == rendered["pulse.html"] == 1
    # A count may be cached from another table.
    assert rendered["count.html"] <= 1
    assert rendered["told.html"] == 1
    assert rendered["board.html"] == rendered["controls.html"] == rendered["hand.html"] == 0
    assert rendered.total() <= 16
    for html in shown:
        assert 'id="board"' not in html
        assert 'id="sheet"' not in html
        assert 'id="menu"' not in html


def test_only_the_player_is_told_which_cards_left_the_hand(game):
    viewers = Viewers(game)
    game.play("9S")
    mine, *others = viewers.show()
    assert "data-card='9S'" in mine
    assert all("data-card" not in html for html in others)


def test_the_message_of_a_move_is_short(game):
    viewers = Viewers(game)
    sizes = []
    for _ in range(10):
        game.step()
        sizes += [len(html.encode()) for html in viewers.show()]
    assert sum(sizes) / len(sizes) < MOST_BYTES


def test_a_browser_that_missed_moves_is_brought_up_to_date(game):
    viewers = Viewers(game)
    user = game.people[1].user
    late = ShownTable(user, viewers.renderings)
    late.news(game.table.pk)
    shown_before = late.page.regions["board"]
    for _ in range(3):
        game.step()
        viewers.show()
    html = late.news(game.table.pk)
    told = html[html.index("#log-lines") :]
    assert told[: told.index("</ol>")].count("<li>") == 3
    board = late.page.regions["board"]
    assert board is viewers.pages[user].page.regions["board"]
    for name, part in board.inner.items():
        assert (part.html in html) == (part.html != shown_before.inner[name].html)


def test_parts_that_were_sent_are_not_sent_again(game):
    viewers = Viewers(game)
    assert viewers.show() == viewers.show()
    assert viewers.pages[game.people[0].user].news(game.table.pk) == ""


def test_a_vote_sends_the_menu_but_not_the_board(game):
    viewers = Viewers(game)
    game.ask(0, votes.vote, "end", agree=True)
    for html in viewers.show():
        assert 'id="menu"' in html
        assert 'id="board"' not in html


@pytest.mark.parametrize(
    ("played", "said", "not_said"),
    [
        # One of two copies: always the second.
        ("3D", ["data-card='3D'][data-copy]"], ["data-card='3D']\""]),
        # Both copies.
        ("3D 3D", ["data-card='3D']\""], ["data-copy"]),
        ("9S", ["data-card='9S']\""], ["data-copy", "3D"]),
    ],
)
def test_a_play_of_equal_cards_removes_one_copy_or_both(party, played, said, not_said):
    game = party(people=4, rules=RuleSet.make(options={"packs": 2}))
    game.begin()
    game.rig("3D 3D 9S", "4C 5C 6C", "4H 5H 6H", "4S 5S 6S", leader=0)
    viewers = Viewers(game)
    game.play(played)
    mine, *others = viewers.show()
    gone = " ".join(re.findall(r'hx-swap-oob="delete:[^"]*"', mine))
    assert all(each in gone for each in said)
    assert not any(each in gone for each in not_said)
    assert all("data-card" not in html for html in others)


def test_the_second_of_two_equal_cards_is_marked(party):
    game = party(people=4, rules=RuleSet.make(options={"packs": 2}))
    game.begin()
    game.rig("3D 3D 9S QH QH", "4C", "4H", "4S", leader=0)
    shown = hand_html(table_state(game.table.pk), 0)
    assert re.findall(r'data-card="(\w\w)"( data-copy)?', shown) == [
        ("3D", ""),
        ("3D", " data-copy"),
        ("9S", ""),
        ("QH", ""),
        ("QH", " data-copy"),
    ]
