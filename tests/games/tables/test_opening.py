"""Opened tables: their players and first deals."""

import pytest

from games.rules.cards import card_names
from games.tables.models import Table

pytestmark = pytest.mark.django_db


def test_a_new_table_has_a_user_three_bots_and_a_deal(club):
    position = club().now()
    assert [seat.is_bot for seat in position.seats] == [False, True, True, True]
    assert len({seat.name for seat in position.seats}) == 4
    assert [len(card_names(hand)) for hand in position.state.hands] == [13] * 4
    assert position.table.phase == Table.Phase.PLAYING
    assert position.table.turn == position.state.turn


def test_the_player_with_the_lowest_card_is_on_turn(club):
    position = club().now()
    assert position.state.hands[position.table.turn] & 1  # the 3 of diamonds
