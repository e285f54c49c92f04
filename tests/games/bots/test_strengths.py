"""Strengths of bots: what each of them looks at, and their order."""

import subprocess
import sys
from dataclasses import replace
from itertools import pairwise
from pathlib import Path
from random import Random

import pytest

from games.bots import BOTS, DEFAULT, bot
from games.bots.counting.coarse import without_earlier_tricks
from games.bots.strengths import FOR_MONEY, OFFERED, PLAY_NOW, STAND_IN, Strength
from games.rules.cards import parse_cards
from games.rules.deal.actions import Pass, Play
from games.rules.deal.apply import apply
from games.rules.deal.start import shuffled_pack, start
from games.rules.ruleset.rule_set import RuleSet
from games.rules.view import view
from tests.proofs import size

from ..rules.support import random_action
from .support import match, table_view


def test_every_strength_is_a_bot_under_its_value():
    assert {strength: bot(strength).name for strength in Strength} == {
        strength: strength.value for strength in Strength
    }


def test_the_names_in_rows_of_older_tables_are_bots():
    assert {"counting", "lowest", DEFAULT} <= set(BOTS)


def test_only_offered_strengths_are_defaults():
    assert {PLAY_NOW, STAND_IN, *FOR_MONEY} <= set(OFFERED)
    assert list(OFFERED) == [strength for strength in Strength if strength in OFFERED]


def positions(preset, deals):
    """Yield views of the seats on turn in random deals."""
    random = Random(preset)
    for number in range(deals):
        state = start(RuleSet.make(preset), shuffled_pack(f"{preset} {number}"))
        while not state.over:
            yield view(state, state.turn)
            state = apply(state, random_action(random, state))


def test_the_beginner_looks_at_nothing_but_its_hand_and_the_play_to_beat():
    for seen in positions("pagat", 3):
        forgotten = replace(seen, played=0, counts=(13,) * 4, history=(), active=(False,) * 4)
        assert bot("beginner").choose(forgotten) == bot("beginner").choose(seen)


def test_the_casual_bot_forgets_earlier_tricks_and_the_club_bot_does_not():
    different = 0
    for seen in positions("pagat", 12):
        forgotten = without_earlier_tricks(seen)
        assert bot("casual").choose(forgotten) == bot("casual").choose(seen)
        different += bot("club").choose(forgotten) != bot("club").choose(seen)
    assert different


def test_the_casual_bot_remembers_the_current_trick():
    hands = ("3C 4C", "5H 6H", "7S 8S", "9D TD")
    seen = table_view(*hands, plays=["3C", "5H"])
    assert without_earlier_tricks(seen).played == parse_cards("3C 5H")


@pytest.mark.parametrize("strength", OFFERED[1:])
def test_above_beginner_bots_go_out_if_they_can(strength):
    hands = ("3C 4C", "9H 9S", "7S 8S TH", "JD TD QC")
    assert bot(strength).choose(table_view(*hands, plays=["3C", "9S"], seat=2)) != Pass(2)
    out = table_view("3C 3D 9H", "5H 5S", "7S 8S TH", "JD TD QC", plays=["3C 3D"])
    assert bot(strength).choose(out) == Play(1, parse_cards("5H 5S"))


@pytest.mark.proof
@pytest.mark.parametrize(("lower", "higher"), pairwise(OFFERED))
def test_a_strength_wins_more_than_the_one_below(lower, higher):
    """`python -m benchmarks bots --strengths` measures by how much, with standard errors."""
    rules = RuleSet.make("pagat")
    packs = size("strengths: packs")
    up = match(rules, bot(higher), bot(lower), packs)
    down = match(rules, bot(lower), bot(higher), packs)
    assert sum(net for _, net in up) > sum(net for _, net in down)


@pytest.mark.skipif(not Path("/proc/self/task").exists(), reason="needs Linux's list of threads")
def test_the_network_keeps_numpy_to_one_thread():
    code = (
        "import games.bots, os, numpy; numpy.ones((500, 500)) @ numpy.ones((500, 500));"
        "print(len(os.listdir('/proc/self/task')))"
    )
    environment = {"PATH": ""}
    done = subprocess.run(
        [sys.executable, "-c", code], env=environment, check=True, capture_output=True, text=True
    )
    assert done.stdout.strip() == "1"
