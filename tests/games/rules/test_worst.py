"""The most that a deal can cost a seat: no result is worse, and some results are as bad."""

from dataclasses import replace
from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from games.rules import PRESETS, RuleSet
from games.rules.cards import TWOS, cards_of
from games.rules.combinations import Kind
from games.rules.scoring import Outcome, Special, score
from games.rules.worst import worst_loss

from .support import cards, played, random_rules, random_start

seeds = st.integers(0, 2**32)


def random_outcome(random: Random, rules: RuleSet) -> Outcome:
    """A result that a deal without draws can have, rather a dear one."""
    deck = sorted(range(52), key=lambda card: random.random() - 0.02 * card * random.random())
    winner = random.randrange(rules.players)
    taker = random.choice((None, *range(rules.players)))
    extra = rules.left_over if rules.leftover == "lowest_holder" else 0
    dealt = [rules.hand_size + extra * (seat == taker) for seat in range(rules.players)]
    most_twos = random.random() < 0.3
    fewest = {"not_single_two": 2, "not_single_or_pair_of_twos": 3}.get(rules.going_out, 1)
    twos = cards_of([48, 49, 50, 51][: random.randint(fewest, 4)])
    last = twos if most_twos else cards("KS")
    deck = [card for card in deck if not last >> card & 1]
    left = []
    for seat, most in enumerate(dealt):
        held = 0 if seat == winner else random.choice((1, 1, most, most, random.randint(1, most)))
        left.append(cards_of(deck[:held]))
        deck = deck[held:]
    losers = [seat for seat in range(rules.players) if seat != winner]
    none = tuple(hand.bit_count() == most for hand, most in zip(left, dealt, strict=True))
    active = [seat for seat in range(rules.players) if not none[seat]]
    return Outcome(
        left=tuple(left),
        winner=winner,
        starter=random.choice(active),
        played_none=none,
        last_play=last,
        foul=random.choice(losers) if rules.guard_can_fail else None,
        out=(winner, *random.sample(losers, len(losers) - 1)) if rules.play_on else (winner,),
        specials=random_specials(random, rules, left, dealt, winner, last),
    )


def random_specials(random, rules, left, dealt, winner, last):
    """Special combinations that the seats can have played with the cards that they have not."""
    if rules.scoring != "indonesian":
        return ()
    four = Kind.BARE_FOUR if rules.four_of_a_kind == "bare" else Kind.FOUR_OF_A_KIND
    sizes = {four: 4 if four is Kind.BARE_FOUR else 5, Kind.STRAIGHT_FLUSH: 5}
    if rules.straight_flush_cards == 7:
        sizes = {four: sizes[four], Kind.STRAIGHT_FLUSH_PLUS_TWO: 7}
    made = []
    for seat, hand in enumerate(left):
        free = dealt[seat] - hand.bit_count()
        if seat == winner:
            is_four = last == TWOS
            free -= sizes[four] if is_four else last.bit_count()
            if is_four:
                made.append(Special(seat, four, last=True, all_twos=True))
        while (fits := [kind for kind, size in sizes.items() if size <= free]) and (
            random.random() < 0.9
        ):
            kind = random.choice(fits)
            free -= sizes[kind]
            made.append(Special(seat, kind, last=False, all_twos=False))
    return tuple(made)


@settings(max_examples=300, deadline=None)
@given(seeds)
def test_no_result_costs_more(seed):
    random = Random(seed)
    rules = random_rules(random)
    if rules.has_stock:
        rules = replace(rules, leftover="unused", draw_on_pass="none", stock_recycle=False)
    for _ in range(20):
        nets = score(rules, random_outcome(random, rules)).net
        assert -min(nets) <= worst_loss(rules)


@settings(max_examples=60, deadline=None)
@given(seeds)
def test_no_deal_that_is_played_costs_more(seed):
    random = Random(seed)
    rules = random_rules(random)
    *_, state = played(random_start(random, rules), random)
    assert -min(state.result.net) <= worst_loss(rules)


@pytest.mark.slow
def test_no_deal_of_very_many_costs_more():
    random = Random(77)
    for _ in range(5_000):
        rules = random_rules(random)
        *_, state = played(random_start(random, rules), random)
        assert -min(state.result.net) <= worst_loss(rules)


def full(count, start=0):
    """So many hands of thirteen cards, the highest first."""
    return [cards_of(range(39 - 13 * at - start, 52 - 13 * at - start)) for at in range(count)]


ALL = cards_of(range(39, 52))
LOST = {
    # Thirteen ones, tripled by "13:3" and settled with three others, of whom two have one card.
    "pagat": ((0, ALL, 1, 2), {}, 3 * 39 - 2),
    "hong_kong": ((0, ALL, 1, 2), {}, 3 * 39 - 2),
    # Tripled for having played none, and paid to the winner alone.
    "classic": ((0, ALL, 1, 2), {}, 39),
    "online": ((0, ALL, 1, 2), {}, 26),
    # The guard pays for three hands.
    "wikipedia": ((0, *full(3)), {"foul": 1}, 3 * 39),
    "hong_kong_street": ((0, *full(3)), {"foul": 1}, 3 * 52),
    "da_lao_er": ((0, ALL, 1, 2), {}, 3 * 26 - 2),
    "taiwan": ((0, ALL, 1, 2), {}, 1),
    "guide": ((0, ALL, 1, 2), {}, 1),
    "pusoy_dos": ((0, ALL, 1, 2), {"last_play": TWOS}, 16),
    "last_one_in": ((0, 1, 2, 4), {"out": (0, 1, 2)}, 9),
    # Eighteen cards with the leftover.
    "three_players": ((0, cards_of(range(34, 52)), 1), {}, 2 * 54 - 1),
    "three_players_wikipedia": (
        (0, cards_of(range(34, 52)), cards_of(range(17, 34))),
        {"foul": 1},
        3 * (18 + 17),
    ),
    "two_players": ((0, cards_of(range(35, 52))), {}, 51),
}


@pytest.mark.parametrize("name", LOST)
def test_some_result_costs_as_much(name):
    left, more, lost = LOST[name]
    rules = RuleSet.make(name)
    result = Outcome(
        left=left,
        winner=0,
        starter=0,
        played_none=tuple(hand.bit_count() >= rules.hand_size for hand in left),
        **{"last_play": cards("KS"), "out": (0,), **more},
    )
    assert -min(score(rules, result).net) == lost == worst_loss(rules)


@pytest.mark.parametrize(
    ("options", "lost"),
    [
        # 13 highest cards of "faces" with all twos: 4 × 4 + 4 × 3 + 4 × 2 + 2 points, × 3 × 2^4.
        ({"card_values": "faces", "double_per_two": True}, 38 * 3 * 16 * 3 - 2),
        # The last play takes a two from the loser, and doubles everybody's loss.
        (
            {"double_per_two": True, "twos_last_double": True, "payment": "winner_takes"},
            13 * 3 * 8 * 2,
        ),
        # Two of them, where a two alone cannot be last.
        (
            {
                "double_per_two": True,
                "twos_last_double": True,
                "payment": "winner_takes",
                "going_out": "not_single_two",
            },
            13 * 3 * 4 * 2 * 2,
        ),
        # Whoever played a card is multiplied only as the one who led; 12 cards then are the most.
        ({"multiply_only_starter": True, "payment": "winner_takes"}, 12 * 2),
        # 12 cards less one card each cost twice as much as 11 pairs of cards.
        ({"payment": "count_difference", "multipliers": "1:1,10:2"}, 26 + 2 * 24),
        # A factor that falls again: nine cards are dearer than thirteen.
        ({"payment": "winner_takes", "multipliers": "1:1,9:5,10:1"}, 45),
    ],
)
def test_options_count(options, lost):
    assert worst_loss(RuleSet.make(options=options)) == lost


def test_a_stock_makes_hands_as_large_as_it_is():
    """Two hands of 13, and 26 cards to draw: 39 of them tripled, against the winner's points."""
    rules = RuleSet.make(
        options={"players": 2, "hand_size": 13, "leftover": "stock", "draw_on_pass": "one"}
    )
    assert worst_loss(rules) == 39 * 3


@pytest.mark.parametrize("name", PRESETS)
def test_every_preset_has_a_worst_case(name):
    assert worst_loss(RuleSet.make(name)) >= 1
