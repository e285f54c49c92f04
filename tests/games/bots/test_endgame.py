"""Exact values of deals whose cards are all known."""

from random import Random

import pytest

from games.bots.endgame import (
    Solved,
    Solver,
    TooManyPositionsError,
    actions,
    after,
    out_is_best,
    out_of_turn,
    solve,
)
from games.rules.cards import cards_of, parse_cards
from games.rules.deal.actions import Pass, Play, Redeal
from games.rules.deal.apply import apply
from games.rules.deal.refusals import Refusal
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
        Solved(Play(0, parse_cards("2S")), (3, -3), 3, 3),
        Solved(Play(0, parse_cards("4C")), (2, -2), 2, 2),
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


def test_equal_choices_of_others_go_against_the_seat_or_in_its_favor():
    rules = RuleSet.make("pagat", {"players": 3, "multipliers": "1:1", "payment": "winner_takes"})
    found = solve(dealt(rules, "3C 8D 2C", "9H KC AC", "3S 4H AS"))
    # The two holds and 3C is led, so 8D is left. Then seat 0 wins 2 or 3 points, or loses one if
    # the others play together.
    assert found[-1] == Solved(Play(0, parse_cards("2C")), (2, -1, -1), 3, -1)


def test_a_finished_deal_has_no_actions():
    state = dealt(TWO, "4C", "5C", plays=["4C"])
    assert solve(state) == []
    assert actions(state) == []


def test_nothing_is_returned_beyond_the_number_of_positions():
    state = start(RuleSet.make("pagat"), shuffled_pack("large"))
    assert solve(state, 100) is None
    with pytest.raises(TooManyPositionsError):
        Solver(state, 100).solved()


def test_an_illegal_action_is_refused():
    with pytest.raises(ValueError, match="refused"):
        after(dealt(TWO, "4C 5C", "6C"), Play(0, parse_cards("6C")))


def test_a_player_asks_for_a_redeal_if_the_deal_would_cost_more():
    rules = RuleSet.make("two_players", {"redeal": "three_points"})
    lost = start_from_hands(rules, [parse_cards("3D 4D 5D"), parse_cards("2C 2H")])
    assert solve(lost)[0] == Solved(Redeal(0), (0, 0), 0, 0)
    won = start_from_hands(rules, [parse_cards("3D 3C 3H"), parse_cards("2C 2H")])
    assert solve(won)[0].action == Play(0, parse_cards("3D 3C 3H"))


def test_a_player_cuts_in_before_the_next_player_goes_out():
    options = {"players": 3, "multipliers": "1:1", "payment": "winner_takes"}
    hands = ("3D 4D", "5C", "9D 9C 9H 9S 3C")
    lead = Play(0, parse_cards("3D"))
    for honours, nets in (("any_out_of_turn", (-1, -1, 2)), ("any", (-1, 6, -5))):
        rules = RuleSet.make("pagat", options | {"honours": honours})
        [found] = [each for each in solve(dealt(rules, *hands)) if each.action == lead]
        assert found.nets == nets


# ---------------------------------------------------------------------- against brute force


class BruteForce:
    """The values of positions without a cache or bounds."""

    def __init__(self, state):
        self.seat = state.turn
        self.out_is_best = out_is_best(state)

    def values(self, state):
        """Return the nets against and for the seat, and the net that it can guarantee."""
        if state.over:
            return state.result.net, state.result.net, state.result.net[self.seat]
        turn, found = state.turn, [(state.turn, each) for each in actions(state)]
        if self.out_is_best and (turn, Play(turn, state.hands[turn])) in found:
            found = [(turn, Play(turn, state.hands[turn]))]
        players = len(state.hands)
        for away in range(players - 1, 0, -1):
            other = (turn + state.setup.step * away) % players
            found += [(other, each) for each in out_of_turn(state, other)]
        (_, first), *rest = found
        against, favor, guaranteed = self.values(apply(state, first))
        for chooser, action in rest:
            value = self.values(apply(state, action))
            against = max(
                against, value[0], key=lambda nets, by=chooser: (nets[by], -nets[self.seat])
            )
            favor = max(favor, value[1], key=lambda nets, by=chooser: (nets[by], nets[self.seat]))
            guaranteed = (max if chooser == self.seat else min)(guaranteed, value[2])
        return against, favor, guaranteed


def most_for(state, seat):
    """Return the most that a seat could win if all players helped it."""
    if state.over:
        return state.result.net[seat]
    return max(most_for(apply(state, each), seat) for each in actions(state))


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


def tiny_deals(seed, count):
    """Yield deals of a few cards under random rules; plays and redeals out of turn are rare."""
    random = Random(seed)
    while count:
        rules = RuleSet.make(options=random_rules(random, 4).to_options())
        if not rules.stock_recycle:
            count -= 1
            state = tiny_deal(random, rules)
            # As in an ending, or at the start.
            begun = state._replace(active=(1 << rules.players) - 1, starter=0)
            yield random.choice((state, begun))


@pytest.mark.proof
def test_values_are_those_of_brute_force_under_random_rules():
    for state in tiny_deals(3, size("exact values: random deals")):
        solver = Solver(state, 3_000)
        try:
            solved = solver.solved()
            lines = [solver.line(each.action) for each in solved]
        except TooManyPositionsError:
            continue
        seat, brute_force = state.turn, BruteForce(state)
        for each, line in zip(solved, lines, strict=True):
            against, favor, guaranteed = brute_force.values(after(state, each.action))
            assert each[1:] == (against, favor[seat], guaranteed), (state, each)
            assert each.guaranteed <= each.nets[seat] <= each.highest
            end = state
            for action in line:
                end = after(end, action)
            assert end.result.net == against


@pytest.mark.proof
def test_nothing_is_better_than_to_go_out_where_the_solver_assumes_it():
    assumed = 0
    for state in tiny_deals(4, size("exact values: random deals")):
        hand = state.hands[state.turn]
        end = apply(state, Play(state.turn, hand))
        if not isinstance(end, Refusal) and out_is_best(state):
            assert most_for(state, state.turn) == end.result.net[state.turn], state
            assumed += 1
    assert assumed


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
