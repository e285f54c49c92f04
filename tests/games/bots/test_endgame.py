"""Exact values of deals whose cards are all known."""

from random import Random

import pytest

from games.bots.endgame import Solved, actions, after, solve
from games.rules.cards import cards_of, parse_cards
from games.rules.deal.actions import Pass, Play, Redeal
from games.rules.deal.apply import apply
from games.rules.deal.start import shuffled_pack, start, start_from_hands
from games.rules.deal.state import DealState
from games.rules.ruleset.presets import PRESETS
from games.rules.ruleset.rule_set import RuleSet
from tests.proofs import size

from ..rules.support import random_hand, random_rules


def dealt(rules, *hands, plays=()):
    """Return a deal that seat 0 leads, after some plays; an empty text is a pass."""
    state = start_from_hands(rules, [parse_cards(hand) for hand in hands], leader=0)
    for text in plays:
        action = Play(state.turn, parse_cards(text)) if text else Pass(state.turn)
        state = after(state, action)
    return state


def nets_by_text(found):
    """Return the nets by the cards of plays, an empty text for a pass."""
    return {
        each.action if isinstance(each.action, Pass) else each.action.cards: each.nets
        for each in found
    }


#: Two players, one point for each card left, nothing doubled.
TWO = RuleSet.make("two_players", {"multipliers": "1:1", "payment": "winner_takes"})


def test_a_card_that_nothing_beats_is_led_before_one_that_loses():
    found = solve(dealt(TWO, "4C 2S", "5C 6C 7C"))
    # The two holds, and 4C goes out: three cards of the other are left. If 4C is led first, the
    # other beats it with any card, and the two goes out against two cards.
    assert found == [
        Solved(Play(0, parse_cards("2S")), (3, -3)),
        Solved(Play(0, parse_cards("4C")), (2, -2)),
    ]


def test_control_before_a_pair_wins_more_than_a_single_now():
    state = dealt(TWO, "8C KC AC", "9D 9C 2S", plays=["8C"])
    found = solve(state)
    assert {each.action for each in found} == {
        Pass(1),
        *(Play(1, parse_cards(card)) for card in ("9D", "9C", "2S")),
    }
    best = found[0]
    # 2S keeps the lead, and the pair of nines goes out: two cards of the other are left.
    assert best.action == Play(1, parse_cards("2S"))
    assert best.nets == (-2, 2)
    # With a nine played, KC beats it, 2S beats KC and the other nine goes out: one card is left.
    assert nets_by_text(found)[parse_cards("9D")] == (-1, 1)


def test_each_of_several_players_looks_after_their_own_net():
    rules = RuleSet.make("pagat", {"players": 3, "multipliers": "1:1", "payment": "winner_takes"})
    # Seat 1 loses either way, but a card fewer if it sheds one.
    found = solve(dealt(rules, "5C 3C KH", "3D 6C", "4D", plays=["5C"]))
    nets = nets_by_text(found)
    # After a pass seat 2 passes (4D does not beat 5C) and seat 0 leads KH, then 3C: out.
    assert nets[Pass(1)] == (3, -2, -1)
    # After 6C seat 0 plays KH, leads 3C, and is out as well, but one card of seat 1 is gone.
    assert nets[parse_cards("6C")] == (2, -1, -1)
    assert found[0].action == Play(1, parse_cards("6C"))


def test_a_finished_deal_has_no_actions():
    state = dealt(TWO, "4C", "5C", plays=["4C"])
    assert solve(state) == []
    assert actions(state) == []


def test_nothing_is_returned_beyond_the_number_of_positions():
    state = start(RuleSet.make("pagat"), shuffled_pack("large"))
    assert solve(state, 100) is None


def test_an_illegal_action_is_refused():
    with pytest.raises(ValueError, match="refused"):
        after(dealt(TWO, "4C 5C", "6C"), Play(0, parse_cards("6C")))


def test_a_player_asks_for_a_redeal_if_the_deal_would_cost_more():
    rules = RuleSet.make("two_players", {"redeal": "three_points"})
    lost = start_from_hands(rules, [parse_cards("3D 4D 5D"), parse_cards("2C 2H")])
    assert solve(lost)[0] == Solved(Redeal(0), (0, 0))
    won = start_from_hands(rules, [parse_cards("3D 3C 3H"), parse_cards("2C 2H")])
    assert solve(won)[0].action == Play(0, parse_cards("3D 3C 3H"))


def test_a_player_cuts_in_before_the_next_player_goes_out():
    options = {"players": 3, "multipliers": "1:1", "payment": "winner_takes"}
    hands = ("3D 4D", "5C", "9D 9C 9H 9S 3C")
    lead = Play(0, parse_cards("3D"))
    for honours, nets in (("any_out_of_turn", (-1, -1, 2)), ("any", (-1, 6, -5))):
        rules = RuleSet.make("pagat", options | {"honours": honours})
        assert Solved(lead, nets) in solve(dealt(rules, *hands))


# ---------------------------------------------------------------------- against brute force


def brute_force(state):
    """Return the nets of a deal without a cache; each player takes the first best action."""
    if state.over:
        return state.result.net
    best = None
    for action in actions(state):
        nets = brute_force(apply(state, action))
        if best is None or nets[state.turn] > best[state.turn]:
            best = nets
    return best


def tiny_deal(random, rules):
    """Return a deal of a few cards."""
    few = {2: (2, 4), 3: (1, 3)}.get(rules.players, (1, 2))
    sizes = [random.randint(*few) if seat < 4 else 0 for seat in range(rules.players)]
    cards = list(range(52))
    random.shuffle(cards)
    pack = cards_of(cards) if random.random() < 0.4 else random_hand(random, 40)
    cards = [card for card in cards if pack >> card & 1]
    hands = []
    for count in sizes:
        hands.append(cards_of(cards[:count]))
        cards = cards[count:]
    stock = cards[:2] if rules.has_stock else ()
    return start_from_hands(rules, hands, leftover=stock, leader=0)


@pytest.mark.proof
def test_values_are_those_of_brute_force_under_random_rules():
    random = Random(3)
    solved = 0
    while solved < size("exact values: random deals"):
        # Out of turn, it depends on who is asked first.
        rules = RuleSet.make(options=random_rules(random, 4).to_options() | {"redeal": "none"})
        if rules.may_cut_in or rules.stock_recycle:
            continue
        state = tiny_deal(random, rules)
        for each in solve(state, 3_000) or ():
            assert each.nets == brute_force(after(state, each.action)), (state, each)
        solved += 1


@pytest.mark.parametrize("preset", PRESETS)
def test_deals_of_every_preset_are_solved(preset):
    random = Random(preset)
    rules = RuleSet.make(preset)
    state = tiny_deal(random, rules)
    found = solve(state)
    assert found is None or [each.action for each in found]
    for each in found or ():
        assert sum(each.nets) == 0
        assert isinstance(after(state, each.action), DealState)
