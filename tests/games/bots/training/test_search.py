"""The search of self-play: legal, blind to hidden cards, and right where the answer is obvious."""

import ctypes
from random import Random

import numpy as np
import pytest

from games.bots.net.layout import HIDDEN, LAYOUT
from games.bots.training.library import compiler, engine_card, engine_set, library, rules_set
from games.bots.training.matches import Side, match
from games.rules.cards import parse_cards
from games.rules.deal.actions import Pass, Play
from games.rules.deal.judge import judge_pass, legal_plays
from games.rules.deal.start import hands_of_pack, shuffled_pack, start
from games.rules.deal.state import Phase
from games.rules.ruleset.presets import PRESETS
from games.rules.ruleset.rule_set import RuleSet

from ...rules.support import played, random_start
from ..test_legal import redeal_hidden_cards
from .engine import EngineDeal

pytestmark = pytest.mark.skipif(compiler() is None, reason="no C compiler")

DECISIONS = 60


@pytest.fixture(scope="module")
def parameters():
    """Return random parameters."""
    many = library().club_parameters()
    return np.random.default_rng(1).normal(0, 0.05, many).astype(np.float32)


@pytest.fixture(scope="module")
def nothing_known():
    """Return parameters by which every action is worth 0."""
    return np.zeros(library().club_parameters(), np.float32)


def search(engine, parameters):
    """Return the action that the search chooses for the seat to act, and how many it compared."""
    words, compared = (ctypes.c_uint64 * 2)(), ctypes.c_int()
    plays = library().club_search(
        ctypes.byref(engine.packed),
        ctypes.byref(engine.state),
        parameters.ctypes.data_as(ctypes.c_void_p),
        DECISIONS,
        ctypes.byref(ctypes.c_uint64(5)),
        words,
        ctypes.byref(compared),
    )
    seat = engine.state.turn
    action = Play(seat, rules_set(engine.rules, *words)) if plays else Pass(seat)
    return action, compared.value


def redeal(engine, state, random):
    """Deal again what the seat to act cannot see."""
    again = redeal_hidden_cards(state, random)
    for place, hand in enumerate(again.hands):
        engine.state.hands[place] = engine_set(engine.rules, hand)
    for place, card in enumerate(again.stock):
        engine.state.stock[place] = engine_card(engine.rules, card)


@pytest.mark.parametrize("preset", PRESETS)
def test_it_plays_legally_and_cannot_see_hidden_cards(preset, parameters):
    random, rules = Random(preset), RuleSet.make(preset)
    begun = random_start(random, rules)
    setup = begun.setup
    engine = EngineDeal(begun, *hands_of_pack(rules, setup.pack, setup.dealer, setup.step))
    found = 0
    before = None
    for state in played(begun, random):
        if before is not None:
            engine.apply(before, state.actions[-1])
        before = state
        if state.phase is not Phase.PLAY or state.exchange is not None:
            continue
        action, compared = search(engine, parameters)
        if isinstance(action, Play):
            assert action.cards in legal_plays(state)
        else:
            assert judge_pass(state, state.turn) is None
        found += compared > 1
        if rules.packs == 1 and not state.leftover:
            kept = type(engine.state).from_buffer_copy(engine.state)
            redeal(engine, state, random)
            assert search(engine, parameters) == (action, compared)
            engine.state = kept
    assert found or begun.exchange is not None


@pytest.mark.parametrize("passing", [-0.1, 0.0, 0.1])
def test_it_goes_out_whatever_the_network_thinks_of_passing(nothing_known, passing):
    first, second = HIDDEN
    of_second = (LAYOUT.size + 1) * first
    prejudiced = nothing_known.copy()
    # Only passes reach the first unit of each layer.
    prejudiced[LAYOUT.places["act_type"] * first] = 1
    prejudiced[of_second] = 1
    prejudiced[of_second + (first + 1) * second] = passing
    rules = RuleSet.make("pagat")
    texts = "3D 3C 4D 6H 9S JD", "2S 2H", "5D 7H JC AD 8C 8H", "6S TD QC AH 4S 4H"
    engine = EngineDeal(
        start(rules, shuffled_pack("obvious"), seed="obvious"), map(parse_cards, texts), ()
    )
    engine.apply(None, Play(0, parse_cards("3D 3C")))
    assert engine.state.turn == 1
    action, compared = search(engine, prejudiced)
    assert (action, compared) == (Play(1, parse_cards("2S 2H")), 2)


def test_equal_players_win_nothing_from_one_another_unless_one_searches(nothing_known):
    rules = RuleSet.make("online")
    same = Side(nothing_known)
    equal = match(rules, same, same, packs=2, seed=1)
    assert max(map(abs, equal.nets)) < 1e-9 < equal.swing
    better = match(rules, same._replace(searches=True), same, packs=2, seed=1)
    worse = match(rules, same, same._replace(searches=True), packs=2, seed=1)
    assert sum(worse.nets) < 0 < sum(better.nets)
    assert better.swing == worse.swing == equal.swing
