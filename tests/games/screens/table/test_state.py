"""States of a table, and what is rendered of them, once per language."""

import pytest
from django.urls import reverse
from django.utils import translation

from games.live.parts import Renderings
from games.screens.table.board import DealBoard, WaitingBoard, board_of
from games.screens.table.live_page import hints
from games.screens.table.parts import board_parts
from games.screens.table.state import table_state
from games.tables.models import Table
from tests.games.pages import ShownTable
from tests.games.screens.test_opening import TERMS

pytestmark = pytest.mark.django_db


def test_a_state_is_made_once_per_version(club):
    game = club()
    game.rig("3D 3C 9S", "4D 5C", "5D 7C", "6D 7H", leader=0)
    shown = table_state(game.table.pk)
    assert table_state(game.table.pk) is shown
    game.play("3D")
    assert table_state(game.table.pk).version > shown.version


def test_each_language_has_its_own_board_and_html(club):
    shown, renderings = table_state(club().table.pk), Renderings()

    def board_in(language: str):
        with translation.override(language):
            return renderings.parts(shown, language, False, board_parts)

    english, german = board_in("en"), board_in("de")
    assert german is not english
    assert board_in("en") is english


def test_a_state_is_rendered_without_queries(club, django_assert_num_queries):
    game = club(deals=2)
    game.finish_deal()
    for _ in range(2):
        shown = table_state(game.table.pk)
        with django_assert_num_queries(0):
            ShownTable(game.user).news(shown)
            ShownTable(None).news(shown)
            hints(shown, game.user)
        game.finish_session()


def test_the_score_sheet_is_sent_again_only_when_it_changes(club):
    game = club(deals=2)
    game.rig("3D 3C 9S", "4D 5C", "5D 7C", "6D 7H", leader=0)
    viewer = ShownTable(game.user)

    def is_sent() -> bool:
        return 'id="sheet"' in viewer.news(game.table.pk)

    assert is_sent()
    game.play("3D")
    assert not is_sent()
    game.finish_deal()
    assert is_sent()


def test_waiting_and_playing_tables_have_different_boards(club, client):
    assert isinstance(board_of(club().now()), DealBoard)
    assert client.post(reverse("table_new"), TERMS).status_code == 302
    table = Table.objects.get(phase=Table.Phase.WAITING)
    waiting = board_of(table_state(table.pk).snapshot)
    assert isinstance(waiting, WaitingBoard)
    assert [bool(seat.name) for seat in waiting.seats] == [True, False, False, False]
    assert [seat.is_host for seat in waiting.seats] == [True, False, False, False]
    assert (waiting.terms.length, waiting.again, waiting.bots) == ("3 deals", False, True)
