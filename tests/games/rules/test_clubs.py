"""Rules of clubs beyond the sources: bombs that double, caps, other points for places."""

import pytest

from games.rules.combinations.kinds import Kind
from games.rules.combinations.table import beats, classify
from games.rules.deal.start import start_from_hands
from games.rules.ruleset.rule_set import RuleSet
from games.rules.scoring import Outcome, score

from .support import cards, play, run

FOUR = "4D 4C 4H 4S"


def outcome(*left, **more):
    hands = tuple(map(cards, left))
    given = {"winner": 0, "starter": 0, "played_none": (False,) * len(hands), "out": (0,), **more}
    return Outcome(left=hands, **given)


def test_a_four_can_be_played_bare_or_with_a_fifth_card():
    rules = RuleSet.make(options={"four_of_a_kind": "either", "honours": "any"})
    bare, five = cards(FOUR), cards(FOUR + " 9D")
    assert classify(rules, bare).kind is Kind.BARE_FOUR
    assert classify(rules, five).kind is Kind.FOUR_OF_A_KIND
    assert beats(rules, cards("5D 5C 5H 5S"), bare)
    assert not beats(rules, bare, cards("2S"))
    assert beats(rules, five, cards("2D 2C 2H 2S"))


def test_each_bomb_doubles_the_losses_of_all_players():
    rules = RuleSet.make(options={"bomb_doubles": True})
    scored = score(rules, outcome("", "3D", "5D 6D", "7D 8D 9D", bombs=2))
    assert scored.points == (0, -4, -8, -12)
    assert scored.seats[1].loss.bombs == 2


def test_a_bomb_counts_even_if_it_is_beaten():
    state = start_from_hands(
        RuleSet.make(options={"bomb_doubles": True}),
        [cards(FOUR + " 3D 9D"), cards("5D 5C 5H 5S 3C 9C"), cards("6D 6C"), cards("7D")],
    )
    state = run(state, play(0, FOUR + " 3D"))
    assert state.bombs == 1
    state = run(state, play(1, "5D 5C 5H 5S 3C"))
    assert state.bombs == 2


def test_bare_fours_do_not_double_losses():
    rules = RuleSet.make(options={"bomb_doubles": True, "four_of_a_kind": "bare"})
    hands = [cards(FOUR + " 3D"), cards("9C"), cards("6D"), cards("7D")]
    state = run(start_from_hands(rules, hands, leader=0), play(0, FOUR))
    assert state.bombs == 0


def test_a_loss_is_capped_after_all_doublings():
    rules = RuleSet.make(options={"bomb_doubles": True, "loss_cap": 10})
    scored = score(rules, outcome("", "3D", "5D 6D", "7D 8D 9D", bombs=2))
    assert scored.points == (0, -4, -8, -10)
    assert (scored.seats[3].loss.amount, scored.seats[3].loss.uncapped) == (10, 12)
    assert scored.seats[2].loss.uncapped is None


def test_a_guard_pays_the_capped_losses_of_others():
    rules = RuleSet.make(options={"loss_cap": 2, "guard": "pays_all"})
    scored = score(rules, outcome("", "3D", "5D 6D", "7D 8D 9D", foul=1))
    assert scored.points == (0, -5, 0, 0)


PLACES = {"play_on": True, "scoring": "placement", "payment": "points"}


def test_points_of_the_places_are_paid_without_differences():
    rules = RuleSet.make(options={**PLACES, "placement_points": "4,1,-2,-3"})
    scored = score(rules, outcome("", "", "", "3D", out=(2, 0, 1)))
    assert scored.points == scored.net == (1, -2, 4, -3)
    told = [(each.payer, each.payee, each.amount) for each in scored.transfers]
    assert told == [(1, 0, 1), (1, 2, 1), (3, 2, 3)]


@pytest.mark.parametrize(
    ("points", "shares"),
    [("4,1,-2,-3", (-2, -1, 4, -1)), ("4,2,0,-6", (-2, -1, 4, -1)), ("6,1,-3,-4", (-2, -2, 6, -2))],
)
def test_players_still_in_share_the_points_of_the_remaining_places(points, shares):
    rules = RuleSet.make(options={**PLACES, "placement_points": points})
    scored = score(rules, outcome("2S", "2H", "", "2C", winner=2, out=(2,)))
    assert scored.net == shares


def test_players_still_in_get_no_points_if_differences_are_paid():
    rules = RuleSet.make(
        options={**PLACES, "payment": "difference", "placement_points": "4,1,-2,-3"}
    )
    assert score(rules, outcome("2S", "2H", "", "2C", winner=2, out=(2,))).points == (0, 0, 4, 0)


def test_a_player_without_a_play_has_a_separate_factor():
    rules = RuleSet.make(options={"unplayed_multiplier": 4})
    scored = score(rules, outcome("", "3D", "5D", "7D", played_none=(False, True, False, False)))
    assert scored.points == (0, -4, -1, -1)


def test_default_points_of_the_places_depend_on_the_players():
    assert RuleSet.make(options={"players": 3}).placement_points == (3, 1, 0)
    assert RuleSet.make(options={"players": 6}).placement_points == (5, 4, 3, 2, 1, 0)
