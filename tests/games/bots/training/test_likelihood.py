"""The likelihood of hands in self-play, and its training."""

import ctypes
from random import Random

import numpy as np
import pytest

from games.bots.search.likelihood import SHAPES, Likelihood, weights
from games.bots.search.worlds import Worlds
from games.bots.training.library import compiler, library
from games.bots.training.likelihood import learn
from games.bots.training.matches import use_likelihood
from games.rules.deal.apply import apply
from games.rules.deal.start import hands_of_pack
from games.rules.deal.state import Phase
from games.rules.ruleset.presets import PRESETS
from games.rules.ruleset.rule_set import RuleSet
from games.rules.view import view

from ...rules.support import random_action, random_rules, random_start
from .engine import EngineDeal


def differences(random, rules):
    """Yield how much the likelihood of true deals differs in the engine from that at play."""
    evaluate = library().club_likelihood_of_deal
    evaluate.restype = ctypes.c_float
    state = random_start(random, rules)
    setup = state.setup
    engine = EngineDeal(state, *hands_of_pack(rules, setup.pack, setup.dealer, setup.step))
    while not state.over:
        if state.phase is Phase.PLAY:
            worlds = Worlds(view(state, state.turn))
            expected = Likelihood(worlds.shown, weights()).of(worlds.hands([state]))[0]
            found = evaluate(ctypes.byref(engine.packed), ctypes.byref(engine.state), state.turn)
            yield abs(found - expected)
        action = random_action(random, state)
        engine.apply(state, action)
        state = apply(state, action)


@pytest.mark.skipif(compiler() is None, reason="no C compiler")
@pytest.mark.parametrize("preset", PRESETS)
def test_the_engine_computes_the_same_likelihood(preset):
    use_likelihood()
    assert max(differences(Random(preset), RuleSet.make(preset))) < 1e-3


@pytest.mark.skipif(compiler() is None, reason="no C compiler")
def test_the_engine_computes_the_same_likelihood_under_random_rules():
    use_likelihood()
    random = Random(7)
    for _ in range(30):
        assert max(differences(random, random_rules(random)), default=0) < 1e-3


def test_weights_are_learned_from_deals():
    learned = learn(deals=3, seed=3)
    assert {name: each.shape for name, each in learned.weights.items()} == SHAPES
    assert learned.decisions > 10
    assert learned.error < np.log(5) + 1
    again = learn(deals=3, seed=3)
    assert all(np.array_equal(learned.weights[name], again.weights[name]) for name in SHAPES)


def test_too_few_deals_cannot_be_learned_from():
    with pytest.raises(ValueError, match="only 0 decisions"):
        learn(deals=0, seed=3)
