"""Judging of decisions: sound figures, the strong bot's own choice, and no look at hidden cards."""

from random import Random

import pytest

from games.bots.judging import judge
from games.bots.net import Net
from games.bots.net.rule_inputs import usual_swing
from games.rules.cards import iter_cards, parse_cards
from games.rules.deal.actions import Give, Pass, Play, Redeal
from games.rules.deal.apply import apply
from games.rules.ruleset.rule_set import RuleSet
from games.rules.view import view
from tests.proofs import size

from ..rules.support import random_action, random_rules, random_start
from .net.support import random_network
from .support import table_view
from .test_legal import redeal_hidden_cards

NETWORK = random_network()


def judged_decisions(state, random):
    """Yield state, action and judgement of every action of a deal played at random."""
    while not state.over:
        action = random_action(random, state)
        yield state, action, judge(view(state, action.seat), action, NETWORK)
        state = apply(state, action)


@pytest.mark.proof
def test_a_judgement_has_both_choices_and_a_loss_that_is_never_negative():
    random = Random("judging")
    count = 0
    while count < size("judging: decisions of random rules"):
        rules = random_rules(random)
        for state, action, found in judged_decisions(random_start(random, rules), random):
            count += 1
            if found is None:
                continue
            choices = [each.action for each in found.choices]
            assert len(choices) == len(set(choices)) > 1
            assert {found.own, found.best} <= set(choices)
            assert found.own == action
            assert found.loss >= 0
            if state.turn == action.seat:
                assert found.best == Net(NETWORK).choose(view(state, action.seat))
            if found.own == found.best:
                assert found.loss == 0


def test_a_judgement_does_not_depend_on_cards_that_the_player_cannot_see():
    random = Random("hidden")
    rules = RuleSet.make("pagat")
    for _ in range(5):
        for state, action, found in judged_decisions(random_start(random, rules), random):
            other = redeal_hidden_cards(state, random)
            assert judge(view(other, action.seat), action, NETWORK) == found


def test_a_decision_without_a_choice_is_not_judged():
    only_one = table_view("3D", "5C 6D", "7C 8D", "9C TD")
    assert judge(only_one, Play(0, parse_cards("3D")), NETWORK) is None
    only_pass = table_view("9S 3D", "4C 6D", "7C 8D", "9C TD", plays=["9S"])
    assert judge(only_pass, Pass(1), NETWORK) is None
    free = table_view("3D 5D 8S", "5C 6D", "7C 8D", "9C TD")
    assert judge(free, Redeal(0), NETWORK) is None


def test_a_card_given_in_the_exchange_is_judged():
    random = Random("exchange")
    rules = RuleSet.make("three_players_exchange")
    for _ in range(200):
        state = random_start(random, rules)
        if state.exchange is not None:
            break
    seen = view(state, state.turn)
    found = judge(seen, Give(state.turn, next(iter_cards(seen.hand))), NETWORK)
    assert found is not None
    assert all(isinstance(each.action, Give) for each in found.choices)
    assert len(found.choices) == seen.hand.bit_count()


def test_a_play_out_of_turn_is_compared_with_waiting():
    hands = ("4D 5C", "8C 8D", "QD QC QH QS 3D", "AH KC")
    seen = table_view(*hands, plays=["4D"], seat=2, rules=RuleSet.make("da_lao_er"))
    found = judge(seen, Play(2, parse_cards(hands[2])), NETWORK)
    assert {each.action for each in found.choices} == {found.own, Pass(2)}
    assert found.best in (found.own, Pass(2))


def test_the_usual_swing_is_in_points_of_the_rules():
    assert usual_swing(RuleSet.make("pagat")) > usual_swing(RuleSet.make("pusoy_dos")) > 0
