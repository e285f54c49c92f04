"""Hints with a strong bot's choice first: where they are given, and from what they are made."""

import pytest

from games import bots
from games.common import caches
from games.rules.cards import parse_cards
from games.rules.deal.actions import Pass, Play
from games.rules.view import View, view
from games.screens.table.live_page import hinted_plays, hints
from games.screens.table.state import table_state
from games.tables.advice import ADVISER, advice, is_advised
from games.tables.models import Session, Table
from tests.games.screens.table.hints import hinted
from tests.rigging import rig

pytestmark = pytest.mark.django_db


class Adviser:
    """A strong bot that gives a fixed answer and notes what it saw."""

    name = ADVISER.value

    def __init__(self, answer):
        self.answer, self.seen = answer, []

    def choose(self, view: View):
        self.seen.append(view)
        return self.answer(view)

    def cut_in(self, view: View):
        self.seen.append(view)
        return None

    def redeal(self, view: View):
        return False


def advised(monkeypatch, answer) -> Adviser:
    made = Adviser(answer)
    monkeypatch.setitem(bots.BOTS, ADVISER.value, made)
    return made


@pytest.fixture
def game(club):
    """A player on lead against bots."""
    game = club()
    game.rig("3D 4D 9S", "5C 6D", "7C 8D", "9C TD", leader=0)
    return game


@pytest.mark.parametrize(("seat", "is_asked"), [(0, True), (2, False)])
def test_the_adviser_is_asked_out_of_turn_only_if_the_player_can_cut_in(
    club, monkeypatch, seat, is_asked
):
    game = club(rules="da_lao_er")
    hands = ("9D 9C 9H 9S 3C 4D", "3D 4C 5C 6C", "5D 7C 8C TC", "6D 7H 8H TH")
    rig(game.table.slug, hands, leader=1, actions=["1 play 3D"])
    adviser = advised(monkeypatch, lambda _seen: pytest.fail("it isn’t the player’s turn"))
    state = game.now().state._replace(turn=3)
    assert advice(view(state, seat)) is None
    assert len(adviser.seen) == is_asked


def test_the_strong_bots_choice_comes_first(game, monkeypatch):
    adviser = advised(monkeypatch, lambda _seen: Play(0, parse_cards("9S")))
    shown = hinted(hints(table_state(game.table.pk), game.user))
    assert shown == ["9S", "3D", "4D"]
    assert adviser.seen == [view(game.now().state, 0)]


def test_the_adviser_sees_the_players_own_view_only(game, monkeypatch):
    adviser = advised(monkeypatch, lambda _seen: Play(0, parse_cards("9S")))
    hints(table_state(game.table.pk), game.user)
    (seen,) = adviser.seen
    assert (seen.seat, seen.hand) == (0, parse_cards("3D 4D 9S"))
    assert not any(parse_cards(card) & seen.hand for card in ("5C", "7C", "9C"))


def test_a_pass_is_advised_as_an_empty_first_hint(club, monkeypatch):
    game = club()
    game.rig("3D 2S", "4D 5C", "5D 7C", "6D 7H", leader=0)
    game.play("3D")
    game.bots_until_own_turn()
    advised(monkeypatch, lambda _seen: Pass(0))
    assert hinted(hints(table_state(game.table.pk), game.user)) == ["", "2S"]


def test_a_failing_adviser_leaves_the_possible_plays(game, monkeypatch, caplog):
    def fail(_seen):
        raise ZeroDivisionError

    advised(monkeypatch, fail)
    assert hinted(hints(table_state(game.table.pk), game.user)) == ["3D", "4D", "9S"]
    assert "bot strong failed to advise" in caplog.text


def test_advice_needs_no_query(game, django_assert_num_queries):
    state = table_state(game.table.pk)
    with django_assert_num_queries(0):
        hints(state, game.user)


def test_spectators_get_no_advice(game, monkeypatch):
    adviser = advised(monkeypatch, lambda _seen: Play(0, parse_cards("9S")))
    assert hinted(hints(table_state(game.table.pk), None)) == []
    assert not adviser.seen


@pytest.mark.parametrize(
    ("change", "expected"),
    [
        ({"advice": False}, ["3D", "4D", "9S"]),
        ({"is_arranged": True}, ["3D", "4D", "9S"]),
        ({"purpose": Table.Purpose.COUNTS}, ["3D", "4D", "9S"]),
        # The coach's play.
        ({"lesson": Table.Lesson.TAUGHT}, ["3D"]),
    ],
    ids=["switched off", "arranged", "event", "lesson"],
)
def test_elsewhere_hints_need_no_strong_bot(club, monkeypatch, change, expected):
    adviser = advised(monkeypatch, lambda _seen: Play(0, parse_cards("9S")))
    game = club()
    game.rig("3D 4D 9S", "5C 6D", "7C 8D", "9C TD", leader=0)
    Table.objects.filter(pk=game.table.pk).update(**change)
    assert hinted(hints(table_state(game.table.pk), game.user)) == expected
    assert not adviser.seen


def test_a_game_that_can_count_for_ratings_has_no_advice(party):
    assert not is_advised(party(people=4).begin())
    assert is_advised(party(people=3).begin())


def test_a_game_for_money_has_no_advice_but_one_alone_with_bots_has(party):
    alone, two = party(people=1), party(people=2)
    for game in (alone, two):
        assert is_advised(game.begin())
    Session.objects.update(stake_minor=10, currency="EUR")
    caches.clear_all()
    assert is_advised(alone.now())
    assert not is_advised(two.now())


def test_the_strong_bot_advises_a_legal_play(game):
    seen = view(game.now().state, 0)
    best = advice(seen)
    assert isinstance(best, Play)
    assert best.cards in hinted_plays(seen)
