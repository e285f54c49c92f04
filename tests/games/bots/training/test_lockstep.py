"""The self-play engine agrees with the rules at every step of random deals of random rules."""

from random import Random

import pytest

from games.bots.training.library import compiler
from games.rules.deal.apply import apply
from games.rules.deal.judge import judge_pass, legal_plays
from games.rules.deal.start import hands_of_pack
from games.rules.deal.state import Phase
from games.rules.moves import cut_ins
from games.rules.ruleset.presets import PRESETS
from games.rules.ruleset.rule_set import RuleSet
from tests.proofs import size

from ...rules.support import random_action, random_rules, random_start

pytestmark = pytest.mark.skipif(compiler() is None, reason="no C compiler")

DEALS_OF_A_RULE_SET = 5
MOST_LOSS = 2**50


def check_plays(engine, state):
    """Check the legal plays of the seat to act and the plays out of turn of all others."""
    plays, may_pass = engine.plays(state.turn)
    expected = legal_plays(state)
    assert len(plays) == len(expected)
    assert set(plays) == set(expected)
    assert may_pass == (judge_pass(state, state.turn) is None)
    top = state.trick.top
    if top is None or not state.rules.may_cut_in:
        return
    for seat, hand in enumerate(state.hands):
        if seat in (state.turn, state.trick.owner) or state.trick.locked >> seat & 1:
            continue
        plays, _ = engine.plays(seat)
        expected = cut_ins(state.rules, hand, top, twos_low=state.twos_low)
        assert len(plays) == len(expected)
        assert set(plays) == set(expected)


def play_in_lockstep(random, rules):
    """Play a deal at random and compare the two at each step; return the number of actions."""
    from .engine import EngineDeal, summary

    state = random_start(random, rules)
    setup = state.setup
    engine = EngineDeal(state, *hands_of_pack(rules, setup.pack, setup.dealer, setup.step))
    actions = 0
    while True:
        expected, found = summary(state), engine.summary()
        if state.over and max(map(abs, state.result.points)) >= MOST_LOSS:
            # The engine counts no more than that, and then the nets differ as well.
            found |= {name: expected[name] for name in ("points", "net")}
        assert found == expected, (rules.to_options(), state.actions)
        if state.over:
            return actions
        if state.phase is Phase.PLAY:
            check_plays(engine, state)
        action = random_action(random, state)
        after = apply(state, action)
        engine.apply(state, action)
        state = after
        actions += 1


@pytest.mark.parametrize("preset", PRESETS)
def test_a_deal_of_each_preset_is_the_same(preset):
    assert play_in_lockstep(Random(preset), RuleSet.make(preset)) > 0


@pytest.mark.proof
def test_random_deals_of_random_rules_are_the_same():
    random = Random(68)
    for _ in range(size("engine in lockstep: random rules")):
        rules = random_rules(random)
        for _ in range(DEALS_OF_A_RULE_SET):
            play_in_lockstep(random, rules)
