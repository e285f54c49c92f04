"""Frames: the public view of a table, rendered once per language."""

import pytest
from django.urls import reverse
from django.utils import translation

from games.screens.table import frame as table_frame
from games.screens.table import news
from games.screens.table.board import DealBoard, WaitingBoard
from games.tables.models import Table
from tests.games.screens.test_opening import TERMS

pytestmark = pytest.mark.django_db


def test_a_frame_is_built_once_per_version(club):
    game = club()
    game.rig("3D 3C 9S", "4D 5C", "5D 7C", "6D 7H", leader=0)
    shown = table_frame.frame(game.table.pk)
    assert table_frame.frame(game.table.pk) is shown
    game.play("3D")
    assert table_frame.frame(game.table.pk).version > shown.version


def test_each_language_has_its_own_board_and_html(club):
    shown = table_frame.frame(club().table.pk)
    with translation.override("en"):
        english, html = shown.board(), shown.drawing.html
    with translation.override("de"):
        assert shown.board() is not english
    with translation.override("en"):
        assert shown.board() is english
        assert shown.drawing.html is html


def test_a_frame_is_rendered_without_queries(club, django_assert_num_queries):
    game = club(deals=2)
    game.finish_deal()
    for _ in range(2):
        shown = table_frame.frame(game.table.pk)
        with django_assert_num_queries(0):
            news.parts(shown, game.user, "", None, news.Sent())
            news.parts(shown, None, "", None, news.Sent())
            news.hints(shown, game.user)
        game.finish_session()


def test_the_score_sheet_is_sent_again_only_when_it_changes(club):
    game = club(deals=2)
    game.rig("3D 3C 9S", "4D 5C", "5D 7C", "6D 7H", leader=0)
    sent = news.Sent()

    def is_sent() -> bool:
        shown = table_frame.frame(game.table.pk)
        return 'id="sheet"' in news.parts(shown, game.user, "", None, sent)

    assert is_sent()
    game.play("3D")
    assert not is_sent()
    game.finish_deal()
    assert is_sent()


def test_waiting_and_playing_tables_have_different_boards(club, client):
    assert isinstance(table_frame.frame(club().table.pk).board(), DealBoard)
    assert client.post(reverse("table_new"), TERMS).status_code == 302
    table = Table.objects.get(phase=Table.Phase.WAITING)
    waiting = table_frame.frame(table.pk).board()
    assert isinstance(waiting, WaitingBoard)
    assert [bool(seat.name) for seat in waiting.seats] == [True, False, False, False]
    assert [seat.is_host for seat in waiting.seats] == [True, False, False, False]
    assert (waiting.terms.length, waiting.again, waiting.bots) == ("3 deals", False, True)
