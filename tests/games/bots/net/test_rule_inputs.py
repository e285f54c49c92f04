"""Facts of rule sets for the network."""

import pytest

from games.bots.net.layout import OPTION_PLACES
from games.bots.net.rule_inputs import mean_card_value, option_inputs, scale
from games.rules.ruleset.rule_set import RuleSet


@pytest.mark.parametrize(
    ("preset", "sixteenths"),
    [
        # One of four players pays one point to another.
        ("taiwan", 8),
        # Each of three pays one point to the winner.
        ("guide", 24),
        # 5, 3, 1 and 0 points: the nets are 11, 3, -5 and -9.
        ("last_one_in", 16 * 7),
    ],
)
def test_the_usual_swing_is_that_of_the_payments(preset, sixteenths):
    assert scale(RuleSet.make(preset)) == sixteenths


def test_doubled_stakes_double_the_usual_swing():
    single, double = (
        scale(RuleSet.make("online", {"multipliers": factors})) for factors in ("1:1", "1:2")
    )
    assert double == pytest.approx(2 * single, abs=1)


def test_only_options_that_differ_from_the_defaults_are_on():
    assert option_inputs(RuleSet.make("pagat")) == ()
    on = option_inputs(RuleSet.make("guide"))
    names = {name for (name, _value), place in OPTION_PLACES.items() if place in on}
    assert names == {"triples", "flush_order", "guard", "scoring"}


def test_the_mean_value_of_a_card_is_in_sixteenths():
    assert mean_card_value(RuleSet.make("pagat")) == 16
    assert mean_card_value(RuleSet.make("pagat", {"card_values": "ladder"})) == 7 * 16
