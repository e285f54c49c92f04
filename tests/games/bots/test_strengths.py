"""Strengths of bots: what each of them looks at, and their order."""

import subprocess
import sys
from dataclasses import replace
from itertools import pairwise
from pathlib import Path
from random import Random

import pytest

from games.bots import BOTS, DEFAULT, bot
from games.bots.counting.coarse import Coarse, without_earlier_tricks
from games.bots.strengths import FOR_MONEY, OFFERED, PLAY_NOW, QUICK, STAND_IN, Strength
from games.rules.cards import RANK_MASKS, RANK_TWO, TWOS, parse_cards
from games.rules.deal.actions import Play
from games.rules.deal.apply import apply
from games.rules.deal.start import shuffled_pack, start
from games.rules.ruleset.rule_set import RuleSet
from games.rules.view import view
from tests.proofs import WHOLE, size

from ..rules.support import random_action
from .support import match, table_view

#: Aces and twos.
HIGH = RANK_MASKS[RANK_TWO - 1] | TWOS


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


def test_the_beginner_forgets_earlier_tricks_and_the_club_bot_does_not():
    different = 0
    for seen in positions("pagat", 6):
        forgotten = without_earlier_tricks(seen)
        assert bot("beginner").choose(forgotten) == bot("beginner").choose(seen)
        different += bot("club").choose(forgotten) != bot("club").choose(seen)
    assert different


def test_the_casual_bot_remembers_aces_and_twos_of_earlier_tricks():
    for seen in positions("pagat", 4):
        forgotten = without_earlier_tricks(seen, HIGH)
        assert forgotten.played & HIGH == seen.played & HIGH
        assert bot("casual").choose(forgotten) == bot("casual").choose(seen)


@pytest.mark.parametrize(("remembered", "known"), [(0, ""), (HIGH, "AC 2S")])
def test_cards_of_the_current_trick_are_never_forgotten(remembered, known):
    hands = ("3C 4C", "5H 6H", "7S 8S", "9D TD")
    seen = table_view(*hands, plays=["3C", "5H"])
    seen = replace(seen, played=parse_cards("3C 5H JD QD AC 2S"))
    assert without_earlier_tricks(seen, remembered).played == parse_cards(f"3C 5H {known}")


def test_weaker_bots_take_nearly_equal_actions_as_equal():
    exact, coarse = Coarse(0.0), Coarse(3.0)
    different = [
        (exact.choose(seen), coarse.choose(seen))
        for seen in positions("pagat", 4)
        if exact.choose(seen) != coarse.choose(seen)
    ]
    plays = [(one.cards, other.cards) for one, other in different if isinstance(one, Play)]
    assert plays
    assert all(other.bit_count() <= one.bit_count() for one, other in plays)


@pytest.mark.parametrize("strength", OFFERED)
def test_bots_go_out_if_they_can(strength):
    out = table_view("3C 3D 9H", "5H 5S", "7S 8S TH", "JD TD QC", plays=["3C 3D"])
    assert bot(strength).choose(out) == Play(1, parse_cards("5H 5S"))


@pytest.mark.proof
@pytest.mark.parametrize(
    ("lower", "higher"),
    pairwise(QUICK) if WHOLE else [(Strength.BEGINNER, Strength.CLUB)],
)
def test_a_higher_strength_wins_more(lower, higher):
    """`python -m benchmarks bots --strengths` measures by how much, with standard errors."""
    rules = RuleSet.make("pagat")
    packs = size("strengths: packs")
    up = match(rules, bot(higher), bot(lower), packs)
    down = match(rules, bot(lower), bot(higher), packs)
    assert sum(net for _, net in up) > 0 > sum(net for _, net in down)


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
