"""Inputs and values at play equal those in self-play."""

import ctypes
from random import Random

import numpy as np
import pytest

from games.bots.net.inputs import inputs
from games.bots.net.layout import LAYOUT
from games.bots.net.weights import network_of
from games.bots.training.library import compiler, engine_card, engine_set, library
from games.rules.deal.actions import Give, Play
from games.rules.deal.apply import apply
from games.rules.deal.start import hands_of_pack
from games.rules.ruleset.presets import PRESETS
from games.rules.ruleset.rule_set import RuleSet
from games.rules.view import view
from tests.proofs import size

from ...rules.support import random_action, random_rules, random_start

pytestmark = pytest.mark.skipif(compiler() is None, reason="no C compiler")

MOST_ROWS = 8


@pytest.fixture(scope="module")
def parameters():
    """Return random parameters."""
    many = library().club_parameters()
    return np.random.default_rng(1).normal(0, 0.05, many).astype(np.float32)


def engine_row(engine, seat, action, parameters):
    """Return the engine's inputs of an action, and its value."""
    kind, words, card = 0, (0, 0), 0
    if isinstance(action, Play):
        kind, words = 2, engine_set(engine.rules, action.cards)
    elif isinstance(action, Give):
        kind, card = 1, engine_card(engine.rules, action.card)
    bits = np.zeros(LAYOUT.size, np.uint8)
    evaluate = library().club_inputs
    evaluate.restype = ctypes.c_float
    value = evaluate(
        ctypes.byref(engine.packed),
        ctypes.byref(engine.state),
        seat,
        kind,
        *map(ctypes.c_uint64, words),
        card,
        parameters.ctypes.data_as(ctypes.c_void_p),
        bits.ctypes.data_as(ctypes.c_void_p),
    )
    return bits, value


def differences(bits, expected):
    """Return the names of blocks with different inputs."""
    starts = sorted((place, name) for name, place in LAYOUT.places.items() if name[:6] != "rival_")
    found = set()
    for place in np.flatnonzero(bits != expected):
        found.add((max(each for each in starts if each[0] <= place)[1], int(place)))
    return found


def compare(engine, state, seat, network, parameters, random):
    """Compare some actions of a decision; return how many."""
    seen = view(state, seat)
    actions, shared, rows = inputs(seen)
    values = network.values(shared, rows)
    chosen = random.sample(range(len(actions)), min(MOST_ROWS, len(actions)))
    for place in chosen:
        bits, value = engine_row(engine, seat, actions[place], parameters)
        expected = np.concatenate([shared, rows[place]])
        assert not differences(bits, expected), (actions[place], state.rules.to_options())
        assert abs(value - values[place]) < 1e-4
    return len(chosen)


def play_and_compare(random, rules, network, parameters):
    """Play a deal at random and compare at each decision; return the number of positions."""
    from .engine import EngineDeal

    state = random_start(random, rules)
    setup = state.setup
    engine = EngineDeal(state, *hands_of_pack(rules, setup.pack, setup.dealer, setup.step))
    positions = 0
    while not state.over:
        seats = [state.turn]
        if rules.may_cut_in:
            seats += [seat for seat in range(rules.players) if view(state, seat).may_cut_in]
        for seat in seats:
            compare(engine, state, seat, network, parameters, random)
            positions += 1
        action = random_action(random, state)
        engine.apply(state, action)
        state = apply(state, action)
    return positions


@pytest.mark.parametrize("preset", PRESETS)
def test_inputs_of_each_preset_are_the_same(preset, parameters):
    network = network_of(parameters)
    assert play_and_compare(Random(preset), RuleSet.make(preset), network, parameters) > 0


@pytest.mark.proof
def test_inputs_under_random_rules_are_the_same(parameters):
    random, network = Random(34), network_of(parameters)
    positions = 0
    while positions < size("inputs of the network: positions"):
        positions += play_and_compare(random, random_rules(random), network, parameters)
