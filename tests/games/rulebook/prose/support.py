"""Rule sets to explain, and verification of examples against the rules."""

from itertools import combinations, pairwise
from random import Random

from games.rulebook.prose.parts import Claim
from games.rules.cards import cards_of
from games.rules.combinations.table import combination_table
from games.rules.moves import forbidden_last, open_plays
from games.rules.ruleset.presets import PRESETS
from games.rules.ruleset.rule_set import RuleSet
from tests.games.rules.support import random_rules


def rule_sets(count):
    """Return every preset and `count` random rule sets."""
    random = Random("the rules in words")
    return [
        *(RuleSet.make(name) for name in PRESETS),
        *(random_rules(random) for _ in range(count)),
    ]


def plays_by_trying(table, hand):
    """Return every combination in a hand by trying all subsets."""
    cards = [card for card in range(52) if hand >> card & 1]
    subsets = (cards_of(some) for size in range(1, 8) for some in combinations(cards, size))
    return {found.cards: found for each in subsets if (found := table.classify(each))}


def check_example(rules, example):
    """Assert that an example is true, independently of the code that made it."""
    table = combination_table(rules, example.twos_low)
    sets = [play.as_set for play in example.plays]
    assert sets
    for play in (*example.plays, *([example.held] if example.held else ())):
        # No card occurs more often than there are packs.
        assert max(map(play.cards.count, play.cards), default=0) <= rules.packs
    found = [table.classify(cards) for cards in sets]
    match example.claim:
        case Claim.COMBINATIONS:
            assert all(found)
        case Claim.NO_COMBINATION:
            assert not any(found)
        case Claim.BEATS:
            assert len(sets) > 1
            for one, other in pairwise(found):
                assert table.beats(one, other)
                assert not table.beats(other, one)
        case Claim.CANNOT_BEAT:
            one, other = found
            assert not table.beats(one, other)
            assert not table.beats(other, one)
        case Claim.ANSWERS:
            over, *answers = found
            tried = plays_by_trying(table, example.held.as_set).values()
            assert {play.cards for play in answers} == {
                play.cards for play in tried if table.beats(play, over)
            }
        case Claim.KEEPS_DUTY:
            hand = example.held.as_set
            highest = 1 << table.ranking.highest(hand)
            tried = plays_by_trying(table, hand)
            assert set(sets) == {
                cards for cards in tried if cards == highest or cards.bit_count() > 1
            }
        case Claim.NOT_LAST:
            for cards in sets:
                assert forbidden_last(rules, table, cards)
                assert cards not in open_plays(rules, cards)
        case Claim.SHOWN:
            pass
