"""Two packs, and more than four players."""

from collections import Counter
from random import Random

import pytest

from games.rules import record
from games.rules.cards import cards_of, iter_cards
from games.rules.combinations.kinds import Kind
from games.rules.combinations.table import beats, classify
from games.rules.deal.actions import Give
from games.rules.deal.judge import judge
from games.rules.deal.leader import loser_of, opening
from games.rules.deal.next_deal import next_deal
from games.rules.deal.refusals import Code
from games.rules.deal.start import DealError, shuffled_pack, start, start_from_hands
from games.rules.deal.state import Ending, Previous
from games.rules.moves import open_plays
from games.rules.ruleset.rule_set import RuleSet
from games.rules.scoring import Outcome, score
from tests.proofs import size

from .support import cards, play, played, random_rules, random_start, rules_without_conflicts, run

TWO_PACKS = {"players": 4, "packs": 2}


def two_pack_rules(**options):
    return RuleSet.make(options={**TWO_PACKS, **options})


@pytest.mark.parametrize(
    ("play", "over"),
    [
        ("2S", "2S"),
        ("9S 9D", "9S 9H"),
        ("9S 9S", "9S 9D"),
        ("9S 9S 9H", "9D 9D 9C"),
        ("9S 9S 9H 3D 3D", "9D 9D 9C 2S 2S"),
        ("9S 9S 9H 9D 2S", "9D 9C 9C 9H 3D"),
        ("3D 4D 5C 6C 7S", "3S 4C 5D 6H 7S"),
        ("3S 4S 5S 6S 7S", "3S 4S 5S 6S 7S"),
        ("3S 3S 5S 6S KS", "4S 4S 8S 9S KS"),
    ],
)
def test_a_play_does_not_beat_an_equal_play(play, over):
    assert not beats(two_pack_rules(), cards(play), cards(over))
    assert not beats(two_pack_rules(), cards(over), cards(play))


def test_flushes_with_repeated_ranks_are_compared_card_by_card():
    rules = two_pack_rules(flush_order="all_cards")
    assert beats(rules, cards("KS KS 4S 4S 3S"), cards("KS QS JS TS 8S"))
    assert beats(rules, cards("KD KD 5D 3D 3D"), cards("KS KS 4S 4S 3S"))
    assert beats(rules, cards("KS KS 4S 4S 3S"), cards("KD KD 4D 3D 3D"))


def test_five_of_a_kind_beats_all_other_five_card_combinations():
    five = cards("4D 4D 4C 4C 4S")
    assert classify(two_pack_rules(), five).kind is Kind.FIVE_OF_A_KIND
    assert classify(two_pack_rules(four_of_a_kind="bare"), five) is None
    for order in ("standard", "royal_over_quads", "quads_top"):
        rules = two_pack_rules(five_card_order=order)
        assert beats(rules, five, cards("TS JS QS KS AS"))
        assert beats(rules, five, cards("2D 2D 2C 2C 3S"))
        assert beats(rules, cards("5D 5D 5C 5C 5S"), five)
    seven = two_pack_rules(straight_flush_cards=7)
    assert beats(seven, cards("3D 4D 5D 6D 7D 8C 8C"), five)
    assert beats(seven, five, cards("2S 2S"))
    low = two_pack_rules(bomb_demotes_twos=True)
    assert beats(low, five, cards("2D 2D 2C 2C 2S"), twos_low=True)


def test_plays_with_either_copy_of_a_card_are_one_play():
    plays = open_plays(two_pack_rules(), cards("3D 3D 4C"))
    assert sorted(map(sorted, map(list, map(iter_cards, plays)))) == [[0], [0, 0], [5]]


def test_four_of_a_kind_needs_a_fifth_card_of_another_rank():
    hand = cards("3D 3D 3C 3C 3H 9S")
    kinds = Counter(
        classify(two_pack_rules(), some).kind for some in open_plays(two_pack_rules(), hand)
    )
    assert kinds[Kind.FIVE_OF_A_KIND] == 1
    # Of the three suits twice, twice and once, four of them leave out 3H, or a 3D, or a 3C.
    assert kinds[Kind.FOUR_OF_A_KIND] == 3


def test_five_of_a_kind_is_refused_where_four_are_played_without_a_fifth_card():
    rules = two_pack_rules(four_of_a_kind="bare")
    hands = list(map(cards, ("9D 9D 9C 9H 9S 3D", "4D", "5D", "6D")))
    state = start_from_hands(rules, hands, leader=0)
    assert judge(state, 0, cards("9D 9D 9C 9H 9S")).code is Code.FOUR_IS_BARE


def test_of_two_holders_of_the_lowest_card_the_first_after_the_dealer_leads():
    hands = tuple(map(cards, ("3D 9S", "4C 9H", "3D 9C", "4S 9D")))
    for dealer, leader in ((0, 2), (1, 2), (2, 0), (3, 0)):
        found = opening(two_pack_rules(), hands, dealer=dealer)
        assert (found.leader, found.must_include) == (leader, 0)
    assert opening(two_pack_rules(direction="clockwise"), hands, dealer=1).leader == 0


def test_of_two_equal_dragons_the_first_in_turn_wins():
    dragon = "3D 4D 5D 6D 7D 8D 9D TD JD QD KD AD 2S"
    hands = [cards(text) for text in (dragon, "3C", dragon, "4C")]
    for dealer, winner in ((0, 2), (1, 2), (2, 0), (3, 0)):
        state = start_from_hands(two_pack_rules(dragon_wins=True), hands, dealer=dealer)
        assert (state.result.ending, state.result.winner) == (Ending.DRAGON, winner)


def test_of_two_equal_losers_the_first_in_turn_pays():
    left = tuple(map(cards, ("9S KS", "", "9S KS", "3D")))
    for direction, payer in (("anticlockwise", 2), ("clockwise", 0)):
        rules = two_pack_rules(payment="loser_pays", direction=direction)
        step = 1 if direction == "anticlockwise" else -1
        outcome = Outcome(left, 1, 1, (False,) * 4, out=(1,), step=step)
        assert score(rules, outcome).loser == payer
        assert loser_of(rules, left, 1, step) == payer


def test_five_of_a_kind_demotes_twos_and_scores():
    rules = two_pack_rules(bomb_demotes_twos=True, scoring="indonesian")
    state = start_from_hands(
        rules, [cards("4D 4D 4C 4C 4S 9D"), cards("2S 5D"), cards("6D"), cards("7D")], leader=0
    )
    state = run(state, play(0, "4D 4D 4C 4C 4S"))
    assert state.twos_low
    assert [special.points for special in map(_scored, state.specials)] == [80]


def _scored(special):
    from games.rules.scoring import Special

    return Special(special.seat, special.combination.kind, special.last, False)


def test_packs_and_hands_with_wrong_numbers_of_a_card_are_refused():
    with pytest.raises(DealError):
        start(two_pack_rules(), shuffled_pack("x"))
    with pytest.raises(DealError):
        start(two_pack_rules(), [0] * 104)
    with pytest.raises(DealError):
        start_from_hands(two_pack_rules(), [cards("3D 3D"), cards("3D"), cards("4D"), cards("5D")])
    with pytest.raises(DealError):
        start_from_hands(RuleSet.make(), [cards("3D"), cards("3D"), cards("4D"), cards("5D")])


def test_a_card_cannot_be_played_twice_with_one_pack():
    from games.rules.deal.apply import apply
    from games.rules.deal.refusals import Code

    state = start_from_hands(RuleSet.make(), [cards(text) for text in ("3D", "4D", "5D", "6D")])
    refused = apply(state, play(0, "3D 3D"))
    assert refused.code is Code.NOT_HELD
    assert refused.params == {"cards": ["3D"]}


def cards_in_deal(state):
    """Return all cards of a deal, wherever they are."""
    hands = [card for hand in state.hands for card in iter_cards(hand)]
    laid = iter_cards(state.result.laid_down) if state.result else ()
    apart = iter_cards(state.leftover) if state.taker is None else ()
    return sorted([*hands, *state.stock, *iter_cards(state.played), *apart, *laid])


#: Numbers of players and packs of all tables that there are.
TABLES = [*((players, 1) for players in range(2, 9)), *((players, 2) for players in range(4, 9))]


def rules_for(random, players, packs):
    """Return rules for that many players and packs; other options are drawn at random."""
    given = {"players": players, "packs": packs}
    while True:
        options = random_rules(random).to_options()
        drawn = {name: value for name, value in options.items() if random.random() < 0.5}
        rules = rules_without_conflicts(None, given | drawn | given)
        if (rules.players, rules.packs) == (players, packs):
            return rules


def play_deals(count, seed):
    """Play deals under rule sets of the whole space and check every state.

    Every other deal goes through the tables in turn: most of them are rare among random rules.
    """
    random = Random(seed)
    seen = Counter()
    for number in range(count):
        table = TABLES[number // 2 % len(TABLES)]
        rules = random_rules(random) if number % 2 else rules_for(random, *table)
        every = sorted([*range(52)] * rules.packs)
        for state in played(random_start(random, rules), random):
            if state.over or random.random() < 0.1:
                assert cards_in_deal(state) == every
        result = state.result
        assert sum(result.net) == 0
        assert len(result.net) == rules.players
        assert record.replay(record.write(state)) == state
        following = next_deal(state)
        assert following.previous is None or isinstance(following.previous, Previous)
        seen["give"] += any(isinstance(action, Give) for action in state.actions)
        seen["bombs"] += state.bombs > 0
    return seen


@pytest.mark.proof
def test_random_deals_neither_lose_nor_duplicate_cards():
    count = size("two packs: random deals")
    seen = play_deals(count, 41)
    assert seen["bombs"] > count / 20
    # An exchange is rare: a new option changes what is drawn, so go on until there was one.
    seed = 42
    while not seen["give"] and seed < 60:
        seen = play_deals(20, seed)
        seed += 1
    assert seen["give"] > 0


def test_five_players_deal_the_last_two_cards_to_the_lowest_holder():
    state = start(RuleSet.make("five_players"), shuffled_pack("five"))
    assert sorted(hand.bit_count() for hand in state.hands) == [10, 10, 10, 10, 12]
    assert state.hands[state.taker].bit_count() == 12
    assert state.turn == state.taker


def test_both_copies_of_every_card_are_dealt():
    state = start(RuleSet.make("eight_players"), shuffled_pack("eight", 2))
    assert [hand.bit_count() for hand in state.hands] == [13] * 8
    assert Counter(card for hand in state.hands for card in iter_cards(hand)) == Counter(
        dict.fromkeys(range(52), 2)
    )
    assert cards_of(shuffled_pack("eight", 2)).bit_count() == 104
