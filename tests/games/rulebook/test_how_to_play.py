"""Steps of the standard game, tags and origins of rule sets."""

from itertools import pairwise

from games.rulebook.how_to_play import steps
from games.rulebook.prose.origins import KNOWN_AS, REGIONAL
from games.rulebook.tags import tags
from games.rules.combinations.card_order import ranking
from games.rules.combinations.table import beats, classify
from games.rules.ruleset.presets import PRESETS
from games.rules.ruleset.rule_set import RuleSet
from tests.games.rules.support import cards

PAGAT = RuleSet.make()


def test_the_pictures_of_the_steps_agree_with_the_standard_rules():
    plays = {step.title: [play.as_set for play in step.plays] for step in steps()}
    assert len(plays) == 8
    (ranks,), (suits,), (start,) = plays["Ranks"], plays["Suits"], plays["Start"]
    order = ranking(PAGAT.suit_order, twos_low=False)
    for title, cards_in_order in (("Ranks", ranks), ("Suits", suits)):
        shown = next(step for step in steps() if step.title == title).plays[0].cards
        assert list(shown) == order.sort(cards_in_order)
    assert start & 1 << order.lowest_card
    assert classify(PAGAT, start) is not None
    lower, higher = plays["Beat it or pass"]
    assert beats(PAGAT, higher, lower)
    assert classify(PAGAT, plays["Five cards"][0]).kind.value == "straight"
    assert plays["Win the trick"] == [1 << order.top_card]


def test_the_kinds_of_five_cards_are_listed_from_low_to_high():
    examples = (
        "3D 4C 5D 6D 7D",
        "3D 5D 7D 9D JD",
        "3D 3C 3H 4D 4C",
        "3D 3C 3H 3S 4D",
        "3D 4D 5D 6D 7D",
    )
    for low, high in pairwise(examples):
        assert beats(PAGAT, cards(high), cards(low))


def test_every_regional_rule_set_is_a_preset():
    assert set(REGIONAL) <= set(PRESETS)
    assert set(KNOWN_AS) <= set(REGIONAL)
    assert len(set(REGIONAL)) == len(REGIONAL)


def test_tags_name_what_differs_from_the_standard_rules():
    assert tags(PAGAT) == ["4 players"]
    assert tags(RuleSet.make("paper")) == ["4 players", "two pairs", "winner takes all"]
    assert tags(RuleSet.make("da_lao_er")) == ["4 players", "no flushes", "bombs any time"]
    assert tags(RuleSet.make("eight_players")) == ["8 players", "two packs"]
