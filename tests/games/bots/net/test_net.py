"""The bot with a network: legal, deterministic, and blind to hidden cards."""

from random import Random

import pytest

from games.bots.net import Net, values
from games.rules.cards import parse_cards
from games.rules.deal.actions import Give, Pass, Play
from games.rules.deal.apply import apply
from games.rules.deal.start import shuffled_pack, start
from games.rules.deal.state import DealState
from games.rules.ruleset.presets import PRESETS
from games.rules.ruleset.rule_set import RuleSet
from games.rules.view import view
from tests.proofs import size

from ...rules.support import random_action, random_rules, random_start
from ..support import table_view
from ..test_legal import redeal_hidden_cards
from .support import random_network

NETWORK = random_network()


def decisions(state, random):
    """Yield a view for each decision of a deal played half by the network, half at random."""
    player = Net(NETWORK)
    while not state.over:
        seen = view(state, state.turn)
        yield state, seen
        action = player.choose(seen)
        assert isinstance(apply(state, action), DealState), (action, state.rules.to_options())
        if state.rules.may_cut_in:
            for seat in range(state.rules.players):
                waiting = view(state, seat)
                if waiting.may_cut_in and (cut_in := player.cut_in(waiting)) is not None:
                    assert isinstance(apply(state, cut_in), DealState)
        state = apply(state, action if random.random() < 0.5 else random_action(random, state))


@pytest.mark.proof
def test_the_network_plays_legally_and_cannot_see_hidden_cards():
    random = Random(5)
    count = 0
    while count < size("network: decisions of random rules"):
        for state, seen in decisions(random_start(random, random_rules(random)), random):
            count += 1
            if random.random() < 0.1 and not seen.must_give and state.rules.packs == 1:
                other = view(redeal_hidden_cards(state, random), state.turn)
                assert Net(NETWORK).choose(other) == Net(NETWORK).choose(seen)


@pytest.mark.parametrize("preset", PRESETS)
def test_every_legal_action_has_a_value_under_every_preset(preset):
    random = Random(preset)
    for _, seen in decisions(random_start(random, RuleSet.make(preset)), random):
        found = values(seen, NETWORK)
        actions = {each.action for each in found}
        points = [each.points for each in found]
        assert points == sorted(points, reverse=True)
        if seen.must_give:
            assert all(isinstance(action, Give) for action in actions)
        else:
            assert {each.cards for each in actions if isinstance(each, Play)} == set(
                seen.open_plays()
            )
            assert (Pass(seen.seat) in actions) == seen.may_pass


def test_the_value_is_in_points_of_the_rule_set():
    # Under `loser_pays` only one point is paid.
    hands = ("3C 3D 4D 5H", "8C 9C TC", "TD JD QD", "JC QC KC")
    plain, one_point = (
        values(table_view(*hands, rules=RuleSet.make("pagat", {"payment": payment})), NETWORK)
        for payment in ("winner_takes", "loser_pays")
    )
    assert max(abs(each.points) for each in one_point) < max(abs(each.points) for each in plain)


@pytest.mark.parametrize("seed", range(4))
def test_a_run_that_nothing_can_stop_is_played_whatever_the_network_estimates(seed):
    player = Net(random_network(seed))
    rest = ("4C 5C 6H", "8D 9D TH", "JC QC KH")
    assert player.choose(table_view("2S 2H 3D", *rest)) in {
        Play(0, parse_cards(cards)) for cards in ("2S", "2H", "2S 2H")
    }
    beating = table_view("7D 2S 3S 3D", *rest, plays=["7D", "", "TH", ""], seat=0)
    assert player.choose(beating) == Play(0, parse_cards("2S"))


def test_a_spectator_has_nothing_to_value():
    watched = view(start(RuleSet.make("pagat"), shuffled_pack("spectator")), None)
    with pytest.raises(ValueError, match="spectator"):
        values(watched, NETWORK)
