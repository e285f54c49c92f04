"""Figures of bots: equal bots win nothing, and each strength is measured against the one below."""

import argparse

import pytest

from benchmarks import bots
from games.bots import bot
from games.bots.net.weights import FILE
from games.bots.strengths import Strength
from games.bots.training.library import compiler
from games.rules.ruleset.rule_set import RuleSet

RULES = RuleSet.make("taiwan")


def options(*arguments):
    """Return the options of a run."""
    parser = argparse.ArgumentParser()
    bots.add_options(parser)
    return parser.parse_args(arguments)


def test_equal_bots_win_and_pay_nothing():
    figures = bots._figures("equal", RULES, (bot("club"), bot("counting")), packs=3, seed=1)
    assert figures.nets == [0, 0, 0]
    assert figures.units == figures.error == 0
    # A player decides at least once in each of twelve deals.
    assert len(figures.seconds) >= 12


def test_a_better_bot_wins_and_a_worse_one_pays():
    pair = bot("club"), bot("lowest")
    better = bots._figures("better", RULES, pair, packs=8, seed=1)
    worse = bots._figures("worse", RULES, pair[::-1], packs=8, seed=1)
    assert better.units > 0 > worse.units


def test_gaps_that_are_too_small_are_returned(monkeypatch, capsys):
    monkeypatch.setattr(bots, "OFFERED", (Strength.CLUB, "counting"))
    wrong = bots.run(options("--strengths", "--packs", "2", "--presets", "taiwan"))
    assert wrong == ["counting is +0.000 U above club"]
    report = capsys.readouterr().out
    assert "taiwan: counting among club" in report
    assert "taiwan: club among counting" in report


@pytest.mark.skipif(compiler() is None, reason="no C compiler")
def test_equal_networks_win_and_pay_nothing_in_the_compiled_engine(capsys):
    given = ("--compiled", "--rival", str(FILE), "--presets", "taiwan", "--packs", "5")
    assert bots.run(options(*given, "--random", "2", "--random-packs", "2")) == []
    report = capsys.readouterr().out
    assert "presets: 1, mean +0.000 U ± 0.000" in report.replace("-0.000", "+0.000")
    assert "random rule sets: 2, mean" in report


def test_the_compiled_engine_needs_a_rival():
    assert bots.run(options("--compiled")) == ["--compiled needs --rival"]
