"""Names of cards and combinations, in English and in languages that write the rank's sign."""

import pytest
from django.utils import translation

from games.language import labels
from games.rules.cards import parse_card, parse_cards
from games.rules.combinations.kinds import Kind
from games.rules.combinations.table import classify
from games.rules.ruleset.presets import PRESETS
from games.rules.ruleset.rule_set import RuleSet

#: A language for which there is no catalogue, so that the message itself is shown.
WITHOUT_CATALOGUE = "de"

LABELS = [
    ("3D", "the 3 of diamonds", "the 3 of diamonds"),
    ("9D 9S", "a pair of nines", "a pair of 9"),
    ("KD KC KS", "three kings", "three K"),
    ("5D 6C 7S 8D 9D", "a 9-high straight", "a straight to 9"),
    ("4D 5C 6S 7D 8D", "an 8-high straight", "a straight to 8"),
    ("4D 5D 6D 9D AD", "an ace-high flush", "a flush, highest A"),
    ("TD TC TS 3D 3H", "a full house, tens over threes", "a full house, 10 over 3"),
    ("5D 5C 5H 5S 3D", "four fives", "four 5"),
    ("9D TD JD QD KD", "a king-high straight flush", "a straight flush to K"),
]


@pytest.mark.parametrize(("cards", "english", "with_signs"), LABELS, ids=lambda each: each)
def test_combinations_are_nouns_in_english_and_signs_elsewhere(cards, english, with_signs):
    play = classify(RuleSet(), parse_cards(cards))
    assert play is not None
    assert labels.combination_label(play) == english
    with translation.override(WITHOUT_CATALOGUE):
        assert labels.combination_label(play) == with_signs
    with translation.override("en-gb"):
        assert labels.combination_label(play) == english


@pytest.mark.parametrize("kind", Kind)
def test_every_kind_has_a_label(kind):
    assert labels.kind_label(kind)
    if kind is not Kind.SINGLE:
        assert "%(rank)s" in str(labels._COMBINATIONS[kind])
        assert labels.english.combination(kind, 0, 1)


def test_each_suit_has_its_own_message():
    assert labels.card_label(parse_card("QH")) == "queen of hearts"
    assert [str(each) for each in labels._CARDS] == [
        f"%(rank)s of {suit}" for suit in ("diamonds", "clubs", "hearts", "spades")
    ]


def test_presets_are_named_by_their_titles():
    assert labels.rules_label("pagat") == PRESETS["pagat"].title


@pytest.mark.parametrize(
    ("deals", "names", "label"),
    [
        (None, ["Mei"], "A game with Mei"),
        (None, ["Mei", "Ada"], "A game with Mei and Ada"),
        (1, ["Mei"], "1 deal with Mei"),
        (5, ["Mei", "Ada", "Noor"], "5 deals with Mei, Ada and Noor"),
    ],
)
def test_a_game_is_named_by_its_deals_and_players(deals, names, label):
    assert labels.game_label(deals, names) == label
