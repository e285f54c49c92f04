"""Inputs of many decisions at once are those of each one."""

from random import Random

import numpy as np
import pytest

from games.bots.net.batch import Batches, Decision, passed_after, passed_in
from games.bots.net.inputs import inputs
from games.bots.net.layout import LAYOUT
from games.bots.net.weights import network
from games.rules.deal.apply import apply
from games.rules.deal.judge import judge_pass, legal_plays
from games.rules.deal.state import Phase
from games.rules.ruleset.presets import PRESETS
from games.rules.ruleset.rule_set import RuleSet
from games.rules.view import view
from tests.proofs import size

from ...rules.support import random_action, random_rules, random_start

MOST_PLAYS = 60


def decisions_of(state, random):
    """Return the decisions of a random deal, from a random one of them on."""
    found = []
    passed = None
    start = random.randrange(20)
    while not state.over:
        seat = state.turn
        if state.phase is Phase.PLAY and len(state.actions) >= start:
            if passed is None:
                passed = passed_in(view(state, seat))
            plays = legal_plays(state)
            if plays:
                some = random.sample(plays, min(MOST_PLAYS, len(plays)))
                found.append(Decision(state, some, judge_pass(state, seat) is None, passed))
        action = random_action(random, state)
        after = apply(state, action)
        if passed is not None:
            passed = passed_after(passed, state, action, after)
        state = after
    return found


def compare(decisions):
    """Compare the inputs of some decisions; return how many."""
    for low in (False, True):
        some = [each for each in decisions if each.state.twos_low == low]
        if not some:
            continue
        rules = some[0].state.rules
        found = Batches(rules, low).inputs(some)
        row = 0
        for each, shared, count in zip(some, found.states, found.counts, strict=True):
            expected = inputs(view(each.state, each.state.turn), each.plays)
            assert count == len(expected.rows)
            assert not names(shared != expected.state), rules.to_options()
            different = (found.rows[row : row + count] != expected.rows).any(axis=0)
            assert not names(different, LAYOUT.state_size), rules.to_options()
            row += count
        assert row == len(found.rows)
    return len(decisions)


def names(different, start=0):
    """Return the blocks and places of inputs that differ."""
    starts = sorted((place, name) for name, place in LAYOUT.places.items() if name[:6] != "rival_")
    return {
        (max(each for each in starts if each[0] <= place)[1], int(place))
        for place in np.flatnonzero(different) + start
    }


@pytest.mark.parametrize("preset", PRESETS)
def test_they_are_equal_under_presets(preset):
    random = Random(preset)
    assert compare(decisions_of(random_start(random, RuleSet.make(preset)), random))


@pytest.mark.proof
def test_they_are_equal_under_random_rules():
    random = Random(5)
    count = 0
    while count < size("inputs of many: decisions"):
        count += compare(decisions_of(random_start(random, random_rules(random)), random))


def test_values_of_several_decisions_are_those_of_each():
    random = Random(8)
    by = network()
    rules = RuleSet.make("pagat")
    some = decisions_of(random_start(random, rules), random)
    values = by.values_of_batch(*Batches(rules, False).inputs(some))
    for each, found in zip(some, values, strict=True):
        expected = inputs(view(each.state, each.state.turn), each.plays)
        assert found == pytest.approx(by.values(expected.state, expected.rows), abs=1e-4)
