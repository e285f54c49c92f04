"""How deals end, in words."""

import pytest

from tests.games.words import board, named

pytestmark = pytest.mark.django_db


def test_whoever_broke_the_duty_is_named_in_the_result(club):
    game = club(rules="guide")
    game.rig("4D 9D KD", "5D", "6D 6C", "7D 7C", leader=0)
    assert game.play("4D") is None
    game.bots()
    shown = board(game).result
    assert shown.notes == [named(game, "{0} let {1} go out, and deals the next deal.")]


def test_a_dragon_wins_and_is_named(club):
    game = club(rules="hong_kong")
    game.rig(
        "3D 4D 5D 6D 7D 8D 9D TD JD QD KD AD 2D",
        "3C 3H 3S 4C 4H 4S 5C 5H 5S 6C 6H 6S 7C",
        "7H 7S 8C 8H 8S 9C 9H 9S TC TH TS JC JH",
        "JS QC QH QS KC KH KS AC AH AS 2C 2H 2S",
    )
    assert board(game).result.headline == named(game, "{0} was dealt a dragon and wins")
