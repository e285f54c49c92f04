"""Maximum loss of a deal: no result is worse, and some results reach it."""

from dataclasses import replace
from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from games.rules import max_loss
from games.rules.cards import FULL_PACK, TWOS, cards_of
from games.rules.max_loss import MAX_STEPS, loss_upper_bound, max_deal_loss
from games.rules.ruleset.presets import PRESETS
from games.rules.ruleset.rule_set import RuleSet
from games.rules.scoring import Outcome, score
from tests.proofs import size

from .support import (
    cards,
    played,
    random_outcome,
    random_rules,
    random_start,
    rules_without_conflicts,
    values_of,
)

seeds = st.integers(0, 2**32)


@pytest.mark.proof
@settings(max_examples=size("worst loss: random results"), deadline=None)
@given(seeds)
def test_no_random_result_costs_more_than_the_maximum_loss(seed):
    random = Random(seed)
    rules = random_rules(random)
    if rules.has_stock:
        rules = replace(rules, leftover="unused", draw_on_pass="none", stock_recycle=False)
    for _ in range(20):
        nets = score(rules, random_outcome(random, rules)).net
        assert -min(nets) <= max_deal_loss(rules)


@pytest.mark.proof
def test_no_random_deal_costs_more_than_the_maximum_loss():
    random = Random(77)
    for _ in range(size("worst loss: random deals")):
        rules = random_rules(random)
        *_, state = played(random_start(random, rules), random)
        assert -min(state.result.net) <= max_deal_loss(rules)


def full(count, start=0):
    """Return hands of 13 cards, the highest first."""
    return [cards_of(range(39 - 13 * at - start, 52 - 13 * at - start)) for at in range(count)]


ALL = cards_of(range(39, 52))
WORST_RESULTS = {
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
    "pusoy_dos": ((0, ALL, 1, 2), {"last_play": TWOS & FULL_PACK}, 16),
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


@pytest.mark.parametrize("name", WORST_RESULTS)
def test_some_result_costs_exactly_the_maximum_loss(name):
    left, more, lost = WORST_RESULTS[name]
    rules = RuleSet.make(name)
    result = Outcome(
        left=left,
        winner=0,
        starter=0,
        played_none=tuple(hand.bit_count() >= rules.hand_size for hand in left),
        **{"last_play": cards("KS"), "out": (0,), **more},
    )
    assert -min(score(rules, result).net) == lost == max_deal_loss(rules)


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
        # Two of each bomb's hands: the winner and two losers play two bombs each of thirteen cards,
        # and each of these two has one card left.
        ({"bomb_doubles": True}, (3 * 39 - 2) * 2**6),
        ({"bomb_doubles": True, "payment": "winner_takes", "loss_cap": 100}, 100),
        ({"loss_cap": 20}, 3 * 20 - 2),
        ({"play_on": True, "scoring": "placement", "placement_points": "9,1,1,1"}, 8),
        (
            {
                "play_on": True,
                "scoring": "placement",
                "placement_points": "4,1,-1,-4",
                "payment": "points",
            },
            4,
        ),
        # A factor that falls again: nine cards are dearer than thirteen.
        ({"payment": "winner_takes", "multipliers": "1:1,9:5,10:1"}, 45),
    ],
)
def test_options_affect_the_maximum_loss(options, lost):
    assert max_deal_loss(RuleSet.make(options=options)) == lost


def test_a_stock_can_increase_a_hand_by_all_its_cards():
    """Two hands of 13, and 26 cards to draw: 39 of them tripled, against the winner's points."""
    rules = RuleSet.make(
        options={"players": 2, "hand_size": 13, "leftover": "stock", "draw_on_pass": "one"}
    )
    assert max_deal_loss(rules) == 39 * 3


@pytest.mark.parametrize("name", PRESETS)
def test_every_preset_has_a_maximum_loss_of_at_least_one(name):
    assert max_deal_loss(RuleSet.make(name)) >= 1


# --- How long the search may take


#: What a form can make that has the most hands to try.
COSTLIEST = {
    "players": 4,
    "packs": 2,
    "hand_size": 26,
    "guard": "pays_all",
    "bomb_doubles": True,
    "double_per_two": True,
    "twos_last_double": True,
    "card_values": "ladder",
    "multipliers": "1:1,4:9,9:2,14:3,19:5",
}


def costly_rules(random: Random) -> RuleSet:
    """Return rules with many doublings, multipliers and payments for others."""
    players, packs, hand_size = random.choice(
        [(4, 1, 13), (3, 1, 17), (2, 1, 26), (4, 2, 26), (5, 2, 20), (8, 2, 13), (6, 1, 8)]
    )
    starts = sorted(random.sample(range(2, hand_size + 1), random.randint(0, 4)))
    factors = [f"{start}:{random.randint(1, 9)}" for start in [1, *starts]]
    options = {
        "players": players,
        "packs": packs,
        "hand_size": hand_size,
        "multipliers": ",".join(factors),
        "scoring": random.choice(["cards_left", "indonesian"]),
        "payment": random.choice(["difference", "winner_takes"]),
        "guard": random.choice(values_of("guard")),
        "card_values": random.choice(values_of("card_values")),
        "unplayed_multiplier": random.choice([0, 0, 2, 9]),
        "loss_cap": random.choice([0, 0, 20, 400]),
    }
    for name in ("bomb_doubles", "double_per_two", "twos_last_double", "multiply_only_starter"):
        options[name] = random.random() < 0.7
    return rules_without_conflicts(None, options)


def steps_taken(monkeypatch, rules: RuleSet) -> int:
    """Return the numbers of evaluated hands and sums for the maximum loss of some rules."""
    taken = 0

    def counted(name, steps):
        function = getattr(max_loss._SingleLoss, name)

        def count(*args):
            nonlocal taken
            taken += steps
            return function(*args)

        monkeypatch.setattr(max_loss._SingleLoss, name, count)

    counted("__call__", 1)
    counted("joint_loss", 10)
    summed = max_loss._sum_of_losses

    def count_sums(options, twos):
        nonlocal taken
        sums = summed(options, twos)
        taken += len(sums) * max(map(len, options))
        return sums

    monkeypatch.setattr(max_loss, "_sum_of_losses", count_sums)
    # Without its cache: rules that another test has asked about are searched again.
    max_deal_loss.__wrapped__(rules)
    return taken


@pytest.mark.proof
@settings(max_examples=size("worst loss: coarse bounds"), deadline=None)
@given(seeds)
def test_a_search_with_fewer_steps_never_gives_a_lower_bound(seed):
    rules = costly_rules(Random(seed))
    bounds = [loss_upper_bound(rules, steps) for steps in (0, 3_000, MAX_STEPS)]
    assert bounds == sorted(bounds, reverse=True)


@pytest.mark.proof
@settings(max_examples=size("worst loss: coarse bounds"), deadline=None)
@given(seeds)
def test_no_result_under_costly_rules_exceeds_the_upper_bound(seed):
    random = Random(seed)
    rules = costly_rules(random)
    for _ in range(20):
        nets = score(rules, random_outcome(random, rules)).net
        assert -min(nets) <= loss_upper_bound(rules, MAX_STEPS) <= loss_upper_bound(rules, 0)


@pytest.mark.parametrize("more", [{}, {"loss_cap": 999}, {"multiply_only_starter": True}])
@pytest.mark.parametrize("values", ["one", "faces", "ladder", "twos_five"])
def test_the_search_stays_within_its_limit_of_steps(monkeypatch, values, more):
    rules = rules_without_conflicts(None, COSTLIEST | {"card_values": values} | more)
    assert (rules.guard, rules.bomb_doubles, rules.hand_size) == ("pays_all", True, 26)
    assert steps_taken(monkeypatch, rules) <= MAX_STEPS
    # Some 50 ms: a request can wait for the search.
    assert MAX_STEPS <= 100_000


@pytest.mark.parametrize("name", PRESETS)
def test_presets_are_searched_without_reaching_the_limit_of_steps(name):
    rules = RuleSet.make(name)
    assert loss_upper_bound(rules, MAX_STEPS) == loss_upper_bound(rules, 10**9)


def test_a_loser_left_with_few_cards_can_have_played_bombs():
    """Eight cards left, doubled by the own bomb and six of the others, are more than thirteen."""
    rules = RuleSet.make(
        options={"bomb_doubles": True, "multipliers": "1:1", "payment": "winner_takes"}
    )
    left = (0, cards_of(range(8)), cards_of(range(8, 11)), cards_of(range(11, 14)))
    result = Outcome(
        left=left, winner=0, starter=0, played_none=(False,) * 4, last_play=cards("KS"), bombs=7
    )
    assert -min(score(rules, result).net) == 8 * 2**7 == max_deal_loss(rules)


def test_with_a_cap_the_worst_result_can_have_high_cards_in_other_hands():
    """The first hand reaches the cap with low cards, too, so the others can have the high ones."""
    rules = RuleSet.make(
        options={
            "guard": "pays_all",
            "card_values": "ladder",
            "loss_cap": 200,
            "multipliers": "1:9",
            "multiply_only_starter": True,
        }
    )
    winners = cards("KS")
    highest = [card for card in range(51, -1, -1) if not winners & cards_of([card])]
    result = Outcome(
        left=(0, cards_of(range(12)), cards_of(highest[:13]), cards_of(highest[13:26])),
        winner=0,
        starter=1,
        played_none=(False, False, True, True),
        last_play=winners,
        foul=1,
    )
    assert -min(score(rules, result).net) <= max_deal_loss(rules)
