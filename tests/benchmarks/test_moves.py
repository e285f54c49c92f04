"""Acknowledged moves and stored data as the fault proof checks them."""

import pytest

from benchmarks.clients.players import Move, Moves
from benchmarks.faults import checks
from games.tables.models import Action, Deal, Seat


@pytest.fixture
def game_and_move(club):
    """Return a game with a finished deal, and its human player's last move."""
    game = club(deals=2)
    game.finish_deal()
    action = Action.objects.filter(deal__session__table=game.table, by_bot=False).last()
    deal = action.deal
    position = deal.session.number, deal.number, deal.attempt, action.number
    return game, Move(game.table.pk, position, action.text)


@pytest.mark.django_db
def test_a_move_is_lost_if_it_is_missing_different_or_made_by_a_bot(game_and_move):
    _game, move = game_and_move
    assert checks.lost_moves([move]) == []
    other = move._replace(text="0:3D")
    later = move._replace(position=(*move.position[:3], 99))
    assert checks.lost_moves([move, other, later]) == [other, later]
    Action.objects.update(by_bot=True)
    assert checks.lost_moves([move]) == [move]


@pytest.mark.django_db
def test_wrongly_stored_nets_are_found(game_and_move):
    assert checks.check_all().wrong == []
    deal = Deal.objects.filter(finished_at__isnull=False).get()
    Deal.objects.filter(pk=deal.pk).update(nets=[value + 1 for value in deal.nets])
    Seat.objects.filter(number=0).update(net=7)
    wrong = checks.check_all().wrong
    assert any("was played" in each for each in wrong)
    assert any("its deals add up to" in each for each in wrong)


def test_two_acknowledged_moves_at_one_position_are_reported():
    moves, move = Moves(), Move(1, (1, 1, 1, 0), "0:3D")
    moves.acknowledge(move, 0.1)
    assert moves.acknowledged_twice() == []
    moves.acknowledge(move._replace(text="0:4D"), 0.1)
    assert len(moves.acknowledged_twice()) == 2
