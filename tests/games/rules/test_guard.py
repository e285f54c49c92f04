"""Duty of the player right before one with a single card left."""

import pytest

from games.rules.deal.actions import Pass
from games.rules.deal.apply import apply
from games.rules.deal.guard import duty
from games.rules.deal.refusals import Refusal
from games.rules.deal.start import start_from_hands
from games.rules.ruleset.rule_set import RuleSet

from .support import cards, play, run

PAYS = "pays_all"
PREVENTABLE = "pays_all_if_preventable"
HANDS = ("8D KD 9D", "AS", "4D 4C", "5D 5C")


def deal(guard, *hands, **options):
    rules = RuleSet.make(options={"guard": guard, **options})
    return start_from_hands(rules, [cards(hand) for hand in hands], leader=0)


@pytest.mark.parametrize(
    ("guard", "led", "foul"),
    [
        ("none", "8D", None),
        (PAYS, "8D", 0),
        ("deals_next", "8D", 0),
        (PAYS, "KD", None),
        # The king does not beat the ace, so nothing could be prevented.
        (PREVENTABLE, "8D", None),
    ],
)
def test_a_guard_who_leads_low_and_lets_the_next_player_win_fouls(guard, led, foul):
    state = run(deal(guard, *HANDS), play(0, led), play(1, "AS"))
    assert state.result.foul == foul


def test_a_guard_fouls_if_the_highest_card_would_have_beaten():
    state = deal(PREVENTABLE, "8D 2D 9D", "AS", "4D 4C", "5D 5C")
    assert run(state, play(0, "8D"), play(1, "AS")).result.foul == 0


def test_a_play_of_several_cards_keeps_the_duty():
    state = deal("enforced", "8D 8C KD", "AS", "4D 4C", "5D 5C")
    assert not isinstance(apply(state, play(0, "8D 8C")), Refusal)
    assert isinstance(apply(state, play(0, "8D")), Refusal)


def test_the_guard_has_no_duty_when_several_cards_are_to_be_beaten():
    state = run(deal("enforced", "3D 3C 9D", "4D 4C KD KC", "AS", "5D 5C"), play(0, "3D 3C"))
    assert duty(state) is None
    assert not isinstance(apply(state, play(1, "4D 4C")), Refusal)


def test_a_breach_counts_only_if_the_next_action_wins_the_deal():
    state = deal(PAYS, "8D KD 9D", "JS", "4D QD", "5D 5C")
    state = run(state, play(0, "8D"))
    assert state.breach is not None
    state = run(state, Pass(1))
    assert state.breach is None
    state = run(state, play(2, "QD"), Pass(3), play(0, "KD"), Pass(1), Pass(2), Pass(3))
    assert run(state, play(0, "9D")).result.foul is None


def test_the_guard_commits_no_foul_if_another_player_wins():
    """The guard lets the next player in, but the pass gives the lead to another."""
    state = deal(PAYS, "QD 9D", "8D KD", "KC", "5D 5C", passing="one_pass_ends")
    state = run(state, play(0, "QD"), Pass(1))
    assert state.breach.guarded == 2
    assert run(state, play(0, "9D")).result.foul is None


def test_the_guarded_player_is_the_next_one_not_locked_out():
    state = deal("enforced", "4D 9D KD 6C", "5D 5C", "8D 9C", "QD 3D 3C", passing="locked")
    state = run(state, play(0, "4D"), Pass(1), play(2, "8D"), play(3, "QD"))
    assert duty(state).guarded == 2


def test_a_guard_may_pass_if_the_highest_card_cannot_be_the_last_play():
    rules = {"going_out": "not_single_two"}
    state = run(deal("enforced", "4D 9D 6D", "2D", "AS", "5D 5C", **rules), play(0, "9D"))
    assert duty(state).may_pass
    assert not isinstance(apply(state, Pass(1)), Refusal)


def test_a_bomb_keeps_the_duty():
    four = "8D 8C 8H 8S 3D"
    state = deal("enforced", "4D 9D 6D", four + " 2D", "AS", "5D 5C", honours="any")
    state = run(state, play(0, "4D"))
    assert not isinstance(apply(state, play(1, four)), Refusal)
    assert isinstance(apply(state, Pass(1)), Refusal)


def test_a_player_who_cuts_in_has_no_duty():
    four = "8D 8C 8H 8S 3D"
    state = deal("enforced", "4D 9D 6D", "5D 5C", four + " 2D", "AS", honours="any_out_of_turn")
    state = run(state, play(0, "4D"))
    assert run(state, play(2, four)).breach is None
