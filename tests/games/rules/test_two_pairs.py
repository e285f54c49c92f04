"""Two pairs as a play of four cards (option `two_pairs`)."""

from collections import Counter
from itertools import combinations
from math import comb
from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from games.rules import record
from games.rules.cards import card_names, cards_of, iter_cards
from games.rules.cards import subsets as subsets_of_size
from games.rules.combinations.kinds import Kind
from games.rules.combinations.table import classify, combination_table
from games.rules.deal.apply import apply
from games.rules.deal.refusals import Code
from games.rules.deal.start import start_from_hands
from games.rules.max_loss import max_deal_loss
from games.rules.moves import leads, open_plays, two_pairs
from games.rules.ruleset.options import OPTIONS
from games.rules.ruleset.rule_set import RuleSet
from tests.proofs import size

from . import reference
from .support import cards, play, played, random_hand, random_rules, random_start

PAPER = RuleSet.make("paper")


def random_rules_with_two_pairs(random, **options):
    """Return a valid rule set with random options, two pairs and the given options."""
    options = {**random_rules(random).to_options(), "two_pairs": True, **options}
    return RuleSet.make(options=options)


@given(st.integers(0, 2**64))
@pytest.mark.proof
@settings(max_examples=size("two pairs: random hands"), deadline=None)
def test_open_plays_are_those_of_the_reference_implementation(seed):
    random = Random(seed)
    rules = random_rules_with_two_pairs(random, going_out="any", guard="none")
    twos_low = rules.bomb_demotes_twos and random.random() < 0.5
    hand = random_hand(random, random.choice((4, 6, 8, 9)), rules.packs)
    names = [card_names(some) for count in range(1, 8) for some in subsets_of_size(hand, count)]
    plays = [some for some in names if reference.combination(rules, some, twos_low) is not None]
    assert {cards(" ".join(some)) for some in plays} == set(
        leads(combination_table(rules, twos_low), hand)
    )
    lying = random_hand(random, 8, rules.packs)
    fours = [
        some
        for some in subsets_of_size(lying, 4)
        if (found := classify(rules, some, twos_low)) is not None
    ]
    for over in random.sample(fours, min(4, len(fours))):
        beating = [
            some for some in plays if reference.beats(rules, some, card_names(over), twos_low)
        ]
        found = open_plays(rules, hand, classify(rules, over, twos_low), twos_low=twos_low)
        assert len(found) == len(set(found))
        assert set(found) == {cards(" ".join(some)) for some in beating}


@pytest.mark.parametrize(("packs", "pairs_of_a_rank"), [(1, comb(4, 2)), (2, comb(4, 2) + 4)])
def test_number_of_two_pairs(packs, pairs_of_a_rank):
    """Of a whole pack: two of thirteen ranks, and a pair of each."""
    rules = RuleSet.make(options={"two_pairs": True, "packs": packs})
    whole_pack = cards_of([*range(52)] * packs)
    plays = two_pairs(combination_table(rules), whole_pack)
    assert len(set(plays)) == len(plays) == comb(13, 2) * pairs_of_a_rank**2


def test_number_of_four_card_plays_of_all_hands():
    """Count as the paper does: by places in a sorted hand of thirteen, 330 four-card plays.

    It counts 13 single cards, 33 pairs, 31 triples, 330 plays of four cards and 1,287 of five.
    """
    places = {1: set(), 2: set(), 3: set(), 4: set()}
    for counts in counts_by_rank(13):
        hand = [4 * rank + suit for rank, count in enumerate(counts) for suit in range(count)]
        table = combination_table(PAPER)
        held = cards_of(hand)
        sets = (
            sets_of[held & 15 << 4 * rank]
            for rank in range(13)
            for sets_of in (table.singles, table.pairs, table.triples, table.fours)
        )
        for some in [*two_pairs(table, held), *(each for group in sets for each in group)]:
            found = tuple(hand.index(card) for card in iter_cards(some))
            places[len(found)].add(found)
    assert {count: len(found) for count, found in places.items()} == {1: 13, 2: 33, 3: 31, 4: 330}


def counts_by_rank(total):
    """Yield every way to divide a number of cards among the ranks, without gaps."""
    if total == 0:
        yield ()
    for count in range(1, min(4, total) + 1):
        for more in counts_by_rank(total - count):
            if len(more) < 13:
                yield (count, *more)


def test_two_pairs_and_fours_are_totally_ordered():
    """Any two plays of four cards that can lie on one table have a higher and a lower one."""
    random = Random(4)
    table = combination_table(PAPER)
    plays = [table.classify(some) for some in two_pairs(table, cards_of(range(52)))]
    plays += [table.classify(15 << 4 * rank) for rank in range(13)]
    for one, other in random.sample([*combinations(plays, 2)], 20_000):
        if not one.cards & other.cards:
            assert table.beats(one, other) != table.beats(other, one)


def test_a_deal_counts_two_pairs_like_every_other_kind():
    """Random deals play two pairs, end, and replay from their record to the same result."""
    random = Random(11)
    kinds = Counter()
    for _ in range(15):
        rules = random_rules_with_two_pairs(random)
        for state in played(random_start(random, rules), random):
            top = state.trick.top
            if top is not None:
                kinds[top.kind] += 1
        assert record.replay(record.write(state)) == state
    assert kinds[Kind.TWO_PAIRS] > 15


@pytest.mark.parametrize(
    ("hand", "code"),
    [
        ("9D 9C 4H 4S", Code.TWO_PAIRS_EXCLUDED),
        ("9D 9C 9H 4S", Code.NO_COMBINATION),
        ("9D 9C 9H 9S", Code.FOUR_NEEDS_FIFTH),
    ],
)
def test_a_refusal_of_four_cards_gives_the_reason(hand, code):
    state = start_from_hands(
        RuleSet.make(), [cards(hand), *map(cards, ("5D", "6D", "7D"))], leader=0
    )
    assert apply(state, play(0, hand)).code is code


@pytest.mark.parametrize(
    ("hand", "over", "code"),
    [
        ("9D 9C 4H 4S KD", "TD TC 3D 3C", Code.TOO_LOW),
        ("AD AC 4H 4S KD", "5D 5C 5H 5S", Code.KIND_TOO_LOW),
        ("AD AC 4H 4S KD", "TD TC", Code.WRONG_SIZE),
    ],
)
def test_a_refusal_of_two_pairs_that_do_not_beat_gives_the_reason(hand, over, code):
    state = start_from_hands(
        PAPER, [cards(over) | cards("3H"), *map(cards, (hand, "6D", "7D"))], leader=0
    )
    state = apply(state, play(0, over))
    refused = apply(state, play(1, hand.rsplit(" ", 1)[0]))
    assert refused.code is code
    assert refused.combination.kind is Kind.TWO_PAIRS


def test_the_paper_preset_plays_as_winner_takes_all_with_bare_fours_and_no_factors():
    options = {"four_of_a_kind": "bare", "two_pairs": True, "multipliers": "1:1"}
    assert RuleSet.make("online", options) == PAPER
    assert max_deal_loss(PAPER) == 13


@pytest.mark.parametrize("name", OPTIONS)
def test_no_option_clashes_with_two_pairs(name):
    random = Random(name)
    for _ in range(10):
        options = random_rules(random).to_options()
        assert RuleSet.make(options={**options, "two_pairs": True}).two_pairs
