"""Bounds of wins and losses in a deal: never exceeded, and worked examples."""

from random import Random

import pytest

from games.rules.ruleset.presets import PRESETS
from games.rules.ruleset.rule_set import RuleSet
from games.rules.scoring import score
from tests.games.rules.support import played, random_outcome, random_rules, random_start
from tests.proofs import size
from tournaments.pairing import bounds
from tournaments.pairing.bounds import bounds_of_deals, deal_bounds
from tournaments.pairing.standings.chances import Bounds


def exceeding(rules, nets):
    """Return the nets that exceed the bounds."""
    bounds = deal_bounds(rules)
    return [
        net
        for net in nets
        if (bounds.win is not None and net > bounds.win)
        or (bounds.loss is not None and -net > bounds.loss)
    ]


@pytest.mark.parametrize("preset", PRESETS)
def test_no_played_deal_exceeds_the_bound_of_its_preset(preset):
    random, rules = Random(preset), RuleSet.make(preset)
    for _ in range(4):
        *_, state = played(random_start(random, rules), random)
        assert exceeding(rules, state.result.net) == []


@pytest.mark.proof
def test_no_random_outcome_exceeds_the_bound_under_any_rules():
    random = Random("bounds")
    for _ in range(size("bounds: random rules")):
        rules = random_rules(random)
        if rules.has_stock:
            continue
        for _ in range(40):
            end = random_outcome(random, rules)
            nets = score(rules, end).net
            assert exceeding(rules, nets) == [], (rules, end, nets, deal_bounds(rules))


@pytest.mark.proof
def test_no_played_deal_exceeds_the_bound_under_any_rules():
    random = Random("played bounds")
    for _ in range(size("bounds: random deals")):
        rules = random_rules(random)
        *_, state = played(random_start(random, rules), random)
        assert exceeding(rules, state.result.net) == [], rules


def test_a_bound_computed_in_fewer_steps_is_never_lower(monkeypatch):
    random = Random("few steps")
    some = [*map(RuleSet.make, PRESETS), *[random_rules(random, 5) for _ in range(30)]]
    full = [deal_bounds.__wrapped__(rules) for rules in some]
    monkeypatch.setattr(bounds, "MOST_STEPS", 0)
    for rules, exact in zip(some, full, strict=True):
        coarse = deal_bounds.__wrapped__(rules)
        assert coarse.loss == exact.loss
        assert (coarse.win is None) == (exact.win is None)
        assert (coarse.win or 0) >= (exact.win or 0)


def test_large_tables_that_settle_differences_are_bounded_without_enumeration(monkeypatch):
    """There are 50,388 combinations of cards left in eight hands of thirteen."""
    monkeypatch.setattr(bounds, "combinations_with_replacement", None)
    options = {"players": 8, "packs": 2, "hand_size": 13, "payment": "count_difference"}
    rules = RuleSet.make(options=options | {"multipliers": "1:1,10:2,13:3"})
    assert deal_bounds.__wrapped__(rules).win == 7 * 13 * 3


def test_bounds_match_examples_computed_by_hand():
    # Three players left with 13 cards each pay the winner three times 13; one of them alone also
    # pays the difference to the two others, who have one card left.
    rules = RuleSet.make(None, {"multipliers": "1:1,10:2,13:3", "payment": "difference"})
    assert deal_bounds(rules) == Bounds(117, 3 * 39 - 2)
    rules = RuleSet.make(None, {"multipliers": "1:1,10:2,13:3", "payment": "winner_takes"})
    assert deal_bounds(rules) == Bounds(117, 39)
    rules = RuleSet.make(None, {"multipliers": "1:1", "payment": "count_difference"})
    assert deal_bounds(rules) == Bounds(39, 37)
    rules = RuleSet.make(None, {"payment": "loser_pays"})
    assert deal_bounds(rules) == Bounds(1, 1)
    # 5, 3, 1 and 0 points: the first is 2, 4 and 5 ahead, the last 5, 3 and 1 behind.
    rules = RuleSet.make(None, {"scoring": "placement", "play_on": True})
    assert deal_bounds(rules) == Bounds(11, 9)
    assert deal_bounds(RuleSet.make(None, {"scoring": "winner_point"})) == Bounds(3, 1)
    # A last play of four twos.
    assert deal_bounds(RuleSet.make(None, {"scoring": "deuces"})) == Bounds(48, 16)


def test_rules_that_do_not_limit_the_loss_have_no_bound():
    options = {
        "players": 3,
        "hand_size": 13,
        "leftover": "stock",
        "draw_on_pass": "one",
        "stock_recycle": True,
        "scoring": "indonesian",
    }
    rules = RuleSet.make(None, options)
    assert deal_bounds(rules) == Bounds()
    assert bounds_of_deals(deal_bounds(rules), 3) == Bounds()
    assert bounds_of_deals(Bounds(4, 5), 3) == Bounds(12, 15)
