"""What happened and what holds at a table, in sentences."""

import pytest

from games.rules import RuleSet
from tests.games.words import board

pytestmark = pytest.mark.django_db


@pytest.mark.parametrize("exposed", [True, False])
def test_the_leftover_is_shown_where_it_is_dealt_face_up(club, exposed):
    game = club(rules=RuleSet.make("three_players", {"leftover_exposed": exposed}))
    notice = board(game).notices[0]
    assert "took the card left over." in notice.text
    assert len(notice.cards) == (1 if exposed else 0)


def test_demoted_twos_are_told(club):
    game = club(rules=RuleSet.make(options={"bomb_demotes_twos": True}))
    game.rig("9D 9C 9H 9S 3C 4D", "3D 4C 5C", "5D 7C 8C", "6D 7H 8H", leader=0)
    assert board(game).notices == []
    game.play("9D 9C 9H 9S 3C")
    assert "twos rank lowest" in board(game).notices[0].text


def test_what_was_played_before_keeps_its_name(club):
    game = club(rules=RuleSet.make(options={"bomb_demotes_twos": True}))
    flush = "4H 6H TH JH 2H"
    game.rig(f"{flush} 9D 9C 9H 9S 3C 4D", "3D 4C 5C", "5D 7C 8C", "6D 7H 8H", leader=0)
    game.play(flush)
    said = board(game).log[0]
    assert said.endswith("to the two.")
    game.bots_until_own_turn()
    game.play("9D 9C 9H 9S 3C")
    assert said in board(game).log
