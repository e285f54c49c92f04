"""What a table waits for, and until when."""

from datetime import timedelta

import pytest
from django.utils import timezone

from games.tables import queue
from games.tables.denials import TableCode
from games.tables.models import Table
from tests.games.tables.support import OTHERS, WEAK

pytestmark = pytest.mark.django_db


def test_a_bots_turn_is_queued_with_the_version_it_is_for(club, queued):
    game = club()
    while game.now().table.turn == 0:
        game = club()
    table = game.now().table
    assert queued[-1][:3] == (queue.MOVE_ON, table.pk, table.version)
    assert table.due_at is not None


def test_nothing_is_queued_while_a_person_is_awaited(club, queued):
    game = club()
    game.bots_until_own_turn()
    assert game.table.due_at is None


def test_between_two_deals_the_next_is_queued_and_plays_are_refused(club, queued, settings):
    settings.NEXT_DEAL_SECONDS = 20
    game = club(deals=2)
    position = game.finish_deal()
    assert position.table.phase == Table.Phase.BETWEEN
    task, table, version, seconds = queued[-1]
    assert (task, table, version) == (queue.NEXT_DEAL, position.table.pk, position.table.version)
    assert 19 < seconds <= 20
    assert game.play("3D").code is TableCode.BETWEEN_DEALS


def test_a_person_has_until_the_deadline(party, queued):
    game = party(people=1, clock="quick")
    game.begin()
    position = game.turn_of_a_person()
    table = position.table
    left = (table.deadline - timezone.now()).total_seconds()
    assert 40 < left <= 45
    assert table.due_at == table.deadline
    assert queued[-1][:3] == (queue.MOVE_ON, table.pk, table.version)


def test_a_slow_turn_is_taken_from_the_bank(party):
    game = party(people=1, clock="quick")
    game.begin()
    game.turn_of_a_person()
    late = timezone.now() - timedelta(seconds=20)
    Table.objects.filter(pk=game.table.pk).update(turn_since=late)
    game.step()
    if game.now().table.phase == Table.Phase.PLAYING:
        assert 24_000 < game.now().seats[0].bank_ms <= 25_000


def test_a_bot_leaves_time_to_ask_whatever_the_hands(club, settings):
    settings.REDEAL_SECONDS = 100.0
    for hands in ([WEAK, *OTHERS], [OTHERS[0], WEAK, OTHERS[1], OTHERS[2]]):
        game = club(rules="wikipedia")
        game.rig(*hands, leader=2)
        table = game.now().table
        assert table.due_at is not None
        assert (table.due_at - game.deal_row().started_at).total_seconds() > 90
