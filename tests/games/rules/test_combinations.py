"""Combinations and their order, checked by counting and against the reference."""

from collections import Counter
from itertools import combinations, combinations_with_replacement
from math import comb, prod
from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from games.rules.cards import FULL_PACK, card_names, cards_of, iter_cards
from games.rules.combinations.card_order import ranking
from games.rules.combinations.kinds import Kind
from games.rules.combinations.sequences import SEQUENCES
from games.rules.combinations.table import beats, classify, combination_table
from games.rules.moves import leads
from games.rules.ruleset.options import OPTIONS
from games.rules.ruleset.rule_set import RuleSet
from tests import proofs

from . import reference
from .support import cards, random_hand, random_rules

#: Some ways in which five cards are not of one suit.
SUIT_PATTERNS = ("DDDDC", "DCHSD", "SSCSS", "HHDDD")


def count_five_card_hands(rules):
    """Return the number of five-card hands of each kind, by patterns of ranks and suits."""
    counts = Counter()
    table = combination_table(rules)

    def count(names, times):
        found = table.classify(cards(names))
        if found is not None:
            counts[found.kind.value] += times

    for ranks in combinations_with_replacement(reference.RANKS, 5):
        often = Counter(ranks)
        if max(often.values()) == 5:
            continue
        if len(often) < 5:
            suits = [suit for times in often.values() for suit in "DCHS"[:times]]
            names = " ".join(map("".join, zip(sorted(ranks), suits_in(ranks, suits), strict=True)))
            count(names, prod(comb(4, times) for times in often.values()))
            continue
        for suit in "DCHS":
            count(" ".join(rank + suit for rank in ranks), 1)
        for pattern in SUIT_PATTERNS:
            names = " ".join(map("".join, zip(ranks, pattern, strict=True)))
            count(names, (4**5 - 4) // len(SUIT_PATTERNS))
    return counts


def suits_in(ranks, suits):
    """Yield suits such that sorted equal ranks have different ones."""
    taken = Counter()
    found = []
    for rank in sorted(ranks):
        found.append("DCHS"[taken[rank]])
        taken[rank] += 1
    assert len(found) == len(suits)
    return found


@pytest.mark.parametrize("straights", OPTIONS["straights"].values)
@pytest.mark.parametrize(
    "options",
    [
        {},
        {"flushes": False, "triples": False},
        {"four_of_a_kind": "bare"},
        {"straight_flush_cards": 7},
    ],
    ids=["default", "no_flushes", "bare", "seven"],
)
def test_number_of_five_card_combinations(straights, options):
    rules = RuleSet.make(options={"straights": straights, **options})
    sequences = len(SEQUENCES[straights])
    expected = Counter(
        straight=sequences * (4**5 - 4),
        full_house=13 * comb(4, 3) * 12 * comb(4, 2),
        flush=4 * (comb(13, 5) - sequences) if rules.flushes else 0,
        four_of_a_kind=13 * 48 if rules.four_of_a_kind == "with_fifth" else 0,
        straight_flush=4 * sequences if rules.straight_flush_cards == 5 else 0,
    )
    assert count_five_card_hands(rules) == +expected


def test_the_basic_game_has_the_five_card_counts_of_poker():
    """The counts that every book on poker has, for its ten straights are those of S4."""
    assert count_five_card_hands(RuleSet.make()) == {
        "straight": 10_200,
        "flush": 5_108,
        "full_house": 3_744,
        "four_of_a_kind": 624,
        "straight_flush": 40,
    }


@pytest.mark.parametrize("options", [{}, {"four_of_a_kind": "bare"}, {"straights": "natural"}])
def test_number_of_five_card_combinations_of_two_packs(options):
    """Return the number of five-card hands of each kind among 104 different cards.

    A rank has eight cards and a suit twenty-six, two of each rank. With s sequences::

        straight         s × (8^5 − 4 × 2^5)        flush  4 × (C(26, 5) − s × 2^5)
        straight flush   s × 4 × 2^5                full house  13 × C(8, 3) × 12 × C(8, 2)
        four of a kind   13 × C(8, 4) × 96          five of a kind  13 × C(8, 5)

    Five cards of one suit are never a full house or more: of a rank it has two.
    The engine knows hands as multisets; each stands for C(2, n) choices of copies of every card
    that it has n times, and all of these are counted here.
    """
    rules = RuleSet.make(options={"packs": 2, **options})
    table = combination_table(rules)
    sequences = len(SEQUENCES[rules.straights])
    with_fifth = rules.four_of_a_kind != "bare"
    expected = Counter(
        straight=sequences * (8**5 - 4 * 2**5),
        flush=4 * (comb(26, 5) - sequences * 2**5),
        straight_flush=sequences * 4 * 2**5,
        full_house=13 * comb(8, 3) * 12 * comb(8, 2),
        four_of_a_kind=with_fifth * 13 * comb(8, 4) * 96,
        five_of_a_kind=with_fifth * 13 * comb(8, 5),
    )
    counts = Counter()
    # One of each pattern of ranks stands for all of its ways to take suits and copies.
    for suits in (range(suit, suit + 1) for suit in range(4)):
        own = [4 * rank + suit for rank in range(13) for suit in suits]
        for some in combinations_with_replacement(own, 5):
            often = Counter(some)
            if max(often.values()) <= 2 and (found := table.classify(cards_of(some))):
                counts[found.kind.value] += prod(comb(2, times) for times in often.values())
    for ranks in combinations_with_replacement(range(13), 5):
        often = Counter(ranks)
        shown = [4 * rank + place % 4 for rank, times in often.items() for place in range(times)]
        # Not of one suit.
        shown[0] = shown[0] | 3
        found = table.classify(cards_of(shown))
        if found is None or (max(often.values()) <= 2 and len(often) < 5):
            continue
        ways = prod(comb(8, times) for times in often.values())
        counts[found.kind.value] += ways - (4 * 2**5 if len(often) == 5 else 0)
    assert counts == +expected


def test_number_of_sequences():
    assert {name: len(found) for name, found in SEQUENCES.items()} == {
        "ace_both": 10,
        "no_a2345": 9,
        "a2345_top": 10,
        "a2345_23456_top": 10,
        "23456_a2345_top": 10,
        "23456_top_a2345_low": 10,
        "two_high_23456_low": 10,
        "two_high_23456_second": 10,
        "natural": 9,
        "two_by_suit": 10,
    }


@pytest.mark.parametrize(
    ("options", "expected"),
    [
        ({}, {"single": 52, "pair": 78, "triple": 52}),
        ({"triples": False}, {"single": 52, "pair": 78}),
        (
            {"four_of_a_kind": "bare"},
            {"single": 52, "pair": 78, "triple": 52, "bare_four": 13},
        ),
    ],
)
def test_number_of_small_combinations(options, expected):
    rules = RuleSet.make(options=options)
    table = combination_table(rules)
    counts = Counter()
    for size in range(1, 5):
        for some in combinations(range(52), size):
            found = table.classify(cards_of(some))
            if found is not None:
                counts[found.kind.value] += 1
                assert found.size == size
    assert counts == expected


def test_number_of_seven_card_straight_flushes():
    """Of all seven-card hands 41,584 hold a straight flush, as every book on poker has it."""
    table = combination_table(RuleSet.make("seven_card"))
    found = 0
    for suit in range(4):
        own = [4 * rank + suit for rank in range(13)]
        others = [4 * rank + (suit + 1) % 4 for rank in range(2)]
        for size in (5, 6, 7):
            further = cards_of(others[: 7 - size])
            for some in combinations(own, size):
                if table.classify(cards_of(some) | further) is not None:
                    found += comb(39, 7 - size)
    assert found == 41_584


@pytest.mark.slow
@pytest.mark.proof
def test_number_of_five_card_combinations_found_in_every_hand():
    table = combination_table(RuleSet.make())
    counts = Counter()
    bits = [1 << card for card in range(52)]
    for some in map(sum, combinations(bits, 5)):
        found = table.classify(some)
        counts["none" if found is None else found.kind.value] += 1
    assert counts == {
        "straight": 10_200,
        "flush": 5_108,
        "full_house": 3_744,
        "four_of_a_kind": 624,
        "straight_flush": 40,
        "none": comb(52, 5) - 19_716,
    }


def test_neither_no_cards_nor_the_whole_pack_is_a_combination():
    assert classify(RuleSet.make(), 0) is None
    assert classify(RuleSet.make(), FULL_PACK) is None


# ---------------------------------------------------------------------- a second way


@given(st.integers(0, 2**64))
@pytest.mark.proof
@settings(max_examples=proofs.size("combinations: random hands"), deadline=None)
def test_the_engine_agrees_with_the_reference_implementation(seed):
    random = Random(seed)
    rules = random_rules(random)
    twos_low = rules.bomb_demotes_twos and random.random() < 0.5
    hand = random_hand(random, 13, rules.packs)
    found = sample_sets(random, rules, hand, twos_low)
    for some in found:
        classified = classify(rules, some, twos_low)
        second = reference.combination(rules, card_names(some), twos_low)
        assert (classified and classified.kind.value) == (second and second[0]), card_names(some)
    for _ in range(60):
        play, over = random.choice(found), random.choice(found)
        expected = reference.beats(rules, card_names(play), card_names(over), twos_low)
        assert beats(rules, play, over, twos_low) == expected, (card_names(play), card_names(over))


def sample_sets(random, rules, hand, twos_low):
    """Return combinations in a hand and some cards that are not combinations."""
    held = list(iter_cards(hand))
    found = []
    for size in (1, 2, 3, 4, 5, 7):
        if size <= len(held):
            found += [cards_of(random.sample(held, size)) for _ in range(6)]
    table = combination_table(rules, twos_low)
    by_kind = {}
    for some in leads(table, hand):
        by_kind.setdefault(table.classify(some).kind, []).append(some)
    for of_kind in by_kind.values():
        found += random.sample(of_kind, min(8, len(of_kind)))
    return found


def test_the_reference_comparison_covers_every_kind():
    """The comparison above is worth something only if it meets every kind."""
    random = Random(7)
    missing = {None, *Kind}
    for _ in range(400):
        rules = random_rules(random)
        for some in sample_sets(random, rules, random_hand(random, 13, rules.packs), False):
            found = classify(rules, some)
            missing.discard(found.kind if found else None)
        if not missing:
            return
    pytest.fail(f"never reached: {missing}")


# ---------------------------------------------------------------------- order


@given(st.integers(0, 2**64))
@pytest.mark.proof
@settings(max_examples=proofs.size("order of combinations: random hands"), deadline=None)
def test_beats_is_a_strict_order_within_a_kind_and_a_size(seed):
    random = Random(seed)
    rules = random_rules(random)
    twos_low = rules.bomb_demotes_twos and random.random() < 0.5
    table = combination_table(rules, twos_low)
    found = [
        combination
        for some in sample_sets(random, rules, random_hand(random, 13, rules.packs), twos_low)
        if (combination := table.classify(some)) is not None
    ]
    random.shuffle(found)
    for a, b, c in zip(found, found[1:], found[2:], strict=False):
        assert not table.beats(a, a)
        assert not (table.beats(a, b) and table.beats(b, a))
        if rules.cross_kind and table.beats(a, b) and table.beats(b, c):
            assert table.beats(a, c)
        if rules.packs > 1 or a.cards & b.cards:
            continue
        if a.kind is b.kind:
            # Two combinations of one kind that lie on one table are never equal.
            assert table.beats(a, b) or table.beats(b, a)
        if a.size == b.size == 5 and rules.cross_kind:
            assert table.beats(a, b) != table.beats(b, a)


@pytest.mark.parametrize("straights", OPTIONS["straights"].values)
@pytest.mark.parametrize("suit_order", OPTIONS["suit_order"].values)
def test_straight_flushes_are_totally_ordered(straights, suit_order):
    rules = RuleSet.make(options={"straights": straights, "suit_order": suit_order})
    table = combination_table(rules)
    every = [
        table.straight_flush(sequence, suit) for sequence in table.sequences for suit in range(4)
    ]
    keys = {combination.key for combination in every}
    # A2345 and 23456 of one suit share the two, so that only one of them can be on the table.
    equal = 4 if straights == "two_by_suit" else 0
    assert len(keys) == len(every) - equal


# ---------------------------------------------------------------------- the order of the cards


@pytest.mark.parametrize("suit_order", OPTIONS["suit_order"].values)
@pytest.mark.parametrize("twos_low", [False, True])
def test_cards_are_ordered_by_rank_and_suit_order(suit_order, twos_low):
    order = ranking(suit_order, twos_low)
    ascending = sorted(range(52), key=order.strength.__getitem__)
    names = [card_names(1 << card)[0] for card in ascending]
    ranks = "23456789TJQKA" if twos_low else "3456789TJQKA2"
    assert names == [rank + suit for rank in ranks for suit in reversed(suit_order)]
    assert order.top_card == ascending[-1]
    assert order.sort(FULL_PACK) == ascending
    for some in (0b1011, FULL_PACK, 1 << 51 | 1, 1 << 48 | 1 << 44):
        assert order.highest(some) == max(
            (card for card in range(52) if some >> card & 1), key=order.strength.__getitem__
        )
        assert order.lowest(some) == min(
            (card for card in range(52) if some >> card & 1), key=order.strength.__getitem__
        )
    for none_of in (order.highest, order.lowest):
        with pytest.raises(ValueError, match="no cards"):
            none_of(0)


# ---------------------------------------------------------------------- names


@pytest.mark.parametrize(
    ("text", "rank", "top"),
    [
        ("KD KS", "K", "KS"),
        ("5D 5C 5S 9D 9H", "5", "5S"),
        ("AD 2S 3C 4H 5S", "5", "5S"),
        ("9H 9D 9C 9S 3D", "9", "9S"),
        ("3H 9H JH QH 2H", "2", "2H"),
        ("3H 4H 5H 6H 7H", "7", "7H"),
    ],
)
def test_a_combination_knows_its_rank_and_deciding_card(text, rank, top):
    found = classify(RuleSet.make(), cards(text))
    assert reference.RANKS[found.rank] == rank
    assert card_names(1 << found.top) == [top]


def test_the_two_decides_a_straight_that_ranks_above_all_others():
    rules = RuleSet.make("hong_kong")
    assert card_names(1 << classify(rules, cards("AD 2S 3C 4H 5H")).top) == ["2S"]


@pytest.mark.parametrize(
    ("flush_order", "play", "over"),
    [
        ("all_cards", "3H 5H 7H 9H JH", "2S 5S 7S 9S JS"),
        ("all_cards", "3H 5H 7H 9H JH", "2S 3S 7S 9S JS"),
        ("top_card", "4H 5H 7H 9H QH", "2S 5S 7S 9S JS"),
        ("suit", "3S 5S 7S 9S JS", "2H 5H 7H 9H AH"),
    ],
)
def test_demoted_twos_rank_low_in_flushes(flush_order, play, over):
    rules = RuleSet.make(options={"flush_order": flush_order, "bomb_demotes_twos": True})
    assert beats(rules, cards(play), cards(over), twos_low=True)
    assert not beats(rules, cards(over), cards(play), twos_low=True)
