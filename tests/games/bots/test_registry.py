"""Registry of bots, and the calls that `decide` makes."""

import pytest

from games.bots import BOTS, DEFAULT, UnknownBotError, bot, decide
from games.rules.cards import parse_cards
from games.rules.deal.actions import Pass, Play, Redeal
from games.rules.ruleset.rule_set import RuleSet

from .support import table_view

FULL = ("7C 8C 9C TC JC QC KC AC 2C 3D 4C 5D 6D", "7H 8H 9H TH JH QH KH AH 2H 3H 4H 5H 6H")


class RecordingBot:
    """A bot that records its calls and asks for a redeal if configured to."""

    name = "noting"

    def __init__(self, wish=False):
        self.wish = wish
        self.asked = []

    def choose(self, view):
        self.asked.append("choose")
        return Pass(view.seat)

    def cut_in(self, view):
        self.asked.append("cut_in")
        return Play(view.seat, view.hand)

    def redeal(self, _view):
        self.asked.append("redeal")
        return self.wish


def test_every_bot_is_found_by_its_name():
    assert {name: bot(name).name for name in BOTS} == {name: name for name in BOTS}
    assert bot() is BOTS[DEFAULT]


def test_an_unknown_name_is_an_error_that_lists_all_bots():
    with pytest.raises(UnknownBotError, match=r"'deep'.*counting, lowest"):
        bot("deep")


def test_a_bot_on_turn_is_asked_to_choose():
    asked = RecordingBot()
    assert decide(asked, table_view("3S 4D", *FULL, "5S 6S")) == Pass(0)
    assert asked.asked == ["choose"]


@pytest.mark.parametrize("wish", [True, False])
def test_a_bot_is_asked_for_a_redeal_before_it_chooses(wish):
    asked = RecordingBot(wish)
    weak = "3C 4D 4S 6C 6S 7D 8D 8S 9D 9S TD JD TS"
    held = table_view(weak, *FULL, "2D 2S AD AS", rules=RuleSet.make("wikipedia"))
    assert decide(asked, held) == (Redeal(0) if wish else Pass(0))
    assert asked.asked == (["redeal"] if wish else ["redeal", "choose"])


def test_a_bot_out_of_turn_is_asked_only_if_it_may_cut_in():
    hands = ("4D 5C", "8C 8D", "QD QC QH QS 3D", "AH KC")
    asked = RecordingBot()
    waiting = table_view(*hands, plays=["4D"], seat=2)
    assert decide(asked, waiting) is None
    assert asked.asked == []
    cutting = table_view(*hands, plays=["4D"], seat=2, rules=RuleSet.make("da_lao_er"))
    assert decide(asked, cutting) == Play(2, parse_cards(hands[2]))
    assert asked.asked == ["cut_in"]
