"""The order in which the cards of a play are shown."""

import pytest

from games.language.card_faces import left_faces, play_order
from games.rules.cards import card_name, parse_cards
from games.rules.combinations.table import classify
from games.rules.ruleset.rule_set import RuleSet


@pytest.mark.parametrize(
    ("preset", "cards", "shown"),
    [
        ("pagat", "3D 4C 5S AH 2S", "AH 2S 3D 4C 5S"),
        ("pagat", "3D 4C 5S 6H 2S", "2S 3D 4C 5S 6H"),
        ("pagat", "3S 4S 5S AS 2S", "AS 2S 3S 4S 5S"),
        ("pagat", "TS JS QS KD AS", "TS JS QS KD AS"),
        ("online", "JS QS KD AS 2D", "JS QS KD AS 2D"),
        ("pagat", "6D 6C 9D 9C 9H", "9D 9C 9H 6D 6C"),
        ("pagat", "3D 9D 9C 9H 9S", "9D 9C 9H 9S 3D"),
        ("pagat", "9D 9C 9H 9S 2D", "9D 9C 9H 9S 2D"),
        ("pagat", "3S 5S 8S JS KS", "3S 5S 8S JS KS"),
        ("paper", "4H 4S TD TC", "TD TC 4H 4S"),
        ("seven_card", "3D 3S 4S 5S KC AS 2S", "AS 2S 3S 4S 5S 3D KC"),
    ],
)
def test_a_play_is_shown_in_the_order_people_lay_it_down(preset, cards, shown):
    play = classify(RuleSet.make(preset), parse_cards(cards))
    assert " ".join(card_name(card) for card in play_order(play)) == shown


def test_cards_left_are_shown_in_order_unless_they_are_a_straight():
    rules = RuleSet.make()
    left = left_faces(rules, parse_cards("3D 4C 5S AH 2S"))
    assert [face.code for face in left] == ["AH", "2S", "3D", "4C", "5S"]
    left = left_faces(rules, parse_cards("3D 4C 5S KH 2S 2D"))
    assert [face.code for face in left] == ["3D", "4C", "5S", "KH", "2D", "2S"]
