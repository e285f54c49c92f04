"""Strength of the counting bot against lowest-play bots."""

import pytest

from games.bots import bot
from games.rules.ruleset.rule_set import RuleSet
from tests.proofs import size

from ..support import chance_of_wins, match

COUNTING, LOWEST = bot("counting"), bot("lowest")


@pytest.mark.proof
def test_the_counting_bot_wins_far_more_than_its_share():
    """Test: exact one-sided binomial against a win in four; rotated seats make it err on the safe

    side, for among equal players every pack would be won exactly once in its four deals.

    `python -m benchmarks engine` plays 1,200 deals.
    """
    results = match(RuleSet.make("pagat"), COUNTING, LOWEST, packs=size("counting bot: packs"))
    wins = sum(won for won, _ in results)
    assert chance_of_wins(wins, len(results), 4) < 1e-6
    assert wins > 0.4 * len(results)
    assert sum(net for _, net in results) / len(results) > 3


@pytest.mark.proof
@pytest.mark.parametrize(
    "preset", ["indonesia", "last_one_in", "lukang", "three_players", "two_players_stock"]
)
def test_the_counting_bot_wins_more_than_its_share_of_other_games(preset):
    """Whatever is played: a binomial chance of less than one in a hundred for equal players."""
    rules = RuleSet.make(preset)
    results = match(
        rules, COUNTING, LOWEST, size("counting bot: deals of other games") // rules.players
    )
    wins = sum(won for won, _ in results)
    assert chance_of_wins(wins, len(results), rules.players) < 1e-2
    assert sum(net for _, net in results) > 0


def test_equal_bots_win_equally_often():
    """The measure itself: one of four equal players wins each rotated pack exactly once."""
    results = match(RuleSet.make("pagat"), LOWEST, LOWEST, packs=10)
    assert sum(won for won, _ in results) == 10
    assert sum(net for _, net in results) == 0


def test_the_chance_of_wins_is_binomial():
    assert chance_of_wins(0, 10, 4) == 1
    assert chance_of_wins(2, 2, 4) == 1 / 16
