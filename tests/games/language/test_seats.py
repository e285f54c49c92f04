"""The public view of seats."""

import pytest

from games.rules.ruleset.rule_set import RuleSet
from tests.games.words import board, named, status

pytestmark = pytest.mark.django_db


@pytest.mark.parametrize(
    ("call", "hands", "said", "flag"),
    [
        ("one", "3D 9D", "{0} has one card left.", "Last card!"),
        ("two", "3D 9D KD", "{0} has two cards left.", "Two cards left!"),
        ("one", "3D 9D KD", "", ""),
        ("none", "3D 9D", "", ""),
    ],
)
def test_last_cards_are_announced(club, call, hands, said, flag):
    game = club(rules=RuleSet.make(options={"last_card_call": call}))
    game.rig(hands, "4D 5C 6C", "5D 7C 8C", "6D 7H 8H", leader=0)
    game.play("3D")
    shown = board(game)
    assert shown.seats[0].view.call == flag
    if said:
        assert named(game, said) in status(game)
    else:
        assert not [said for said in status(game) if "left." in said]


def test_a_seat_says_passed_for_this_trick_only_if_passing_locks(club):
    said = []
    for passing in ("may_return", "locked"):
        game = club(rules=RuleSet.make(options={"passing": passing}))
        game.rig("3D 4C", "9S TD 5D", "5C 6D 7C", "KD KC QS JH", leader=3)
        game.bots()
        game.pass_turn()
        seat = board(game).seats[0].view
        assert seat.passed
        said.append(seat.passing)
    assert said == ["Passed", "Passed for this trick"]


def test_the_play_to_beat_is_shown_at_the_seat_of_its_owner(club):
    game = club()
    game.rig("3D 3C 9S", "4D 5C", "5D 7C", "6D 7H", leader=0)
    assert board(game).to_beat is None
    game.play("3D 3C")
    shown = board(game)
    assert (shown.to_beat.seat, shown.to_beat.label) == (0, "a pair of threes")
    seat = shown.seats[0].view
    assert (seat.last.label, seat.last_is_top, seat.cards) == ("a pair of threes", True, 1)


def test_a_seat_says_in_which_place_its_player_went_out(club):
    game = club(rules="last_one_in")
    game.rig("3D", "4D", "4C 5D", "4H 5H", leader=0)
    game.play("3D")
    game.bots()
    assert [seat.view.out for seat in board(game).seats] == ["Out first", "Out second", "", ""]
