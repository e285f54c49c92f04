"""Actions of all bots are legal, deterministic and blind to hidden cards, under any rules."""

from math import inf
from random import Random

import pytest

from games.bots import BOTS, bot, decide
from games.bots.lowest import lowest
from games.bots.search import Searching
from games.bots.strengths import QUICK
from games.rules.cards import cards_of, iter_cards, parse_cards
from games.rules.deal.actions import Pass, Play, Redeal
from games.rules.deal.apply import apply
from games.rules.deal.refusals import Refusal
from games.rules.deal.start import shuffled_pack, start
from games.rules.deal.state import DealState
from games.rules.ruleset.presets import PRESETS
from games.rules.ruleset.rule_set import RuleSet
from games.rules.view import view
from tests.proofs import size

from ..rules.support import random_action, random_rules, random_start
from .support import table_view

MOST_ACTIONS = 5_000
SEARCHING = Searching(seconds=inf, decisions=20)
#: Older names stand for some of these. The search is shorter here, and never ends by the clock.
PLAYERS = [
    *(bot(strength) for strength in QUICK),
    SEARCHING,
]


def move_out_of_turn(state):
    """Return the default bot's play or request out of turn, or None if all wait."""
    for seat in range(state.rules.players):
        if seat != state.turn:
            action = decide(bot(), view(state, seat))
            if action is not None:
                assert isinstance(action, (Play, Redeal))
                return action
    return None


def play_to_the_end(state, random):
    """Play a deal with bots and some random actions; return the number of bot decisions.

    Each bot decides twice on each position, often with hidden cards dealt again.
    """
    for decisions in range(MOST_ACTIONS):
        if state.over:
            return decisions
        held = view(state, state.turn)
        again = held
        if state.rules.packs == 1 and not held.must_give and random.random() < 0.5:
            again = view(redeal_hidden_cards(state, random), state.turn)
        for player in PLAYERS:
            if player is SEARCHING and random.random() < 0.8:
                continue
            action = decide(player, held)
            assert action == decide(player, again), (player.name, state.rules)
            assert action.seat == state.turn
            assert isinstance(apply(state, action), DealState), (player, action, state.rules)
        action = decide(bot(), held)
        kind = random.random()
        if kind < 0.2:
            action = random_action(random, state)
        elif kind < 0.6:
            action = move_out_of_turn(state) or action
        after = apply(state, action)
        assert not isinstance(after, Refusal), (after, action, state.rules)
        state = after
    raise AssertionError("the deal does not end")


@pytest.mark.proof
@pytest.mark.parametrize("preset", PRESETS)
def test_bots_play_legally_under_every_preset(preset):
    random = Random(preset)
    for _ in range(size("bots: deals of each game")):
        assert play_to_the_end(random_start(random, RuleSet.make(preset)), random) >= 0


@pytest.mark.proof
def test_bots_play_legally_under_random_rules():
    random = Random(0)
    for _ in range(size("bots: random rules")):
        play_to_the_end(random_start(random, random_rules(random)), random)


@pytest.mark.parametrize("hand_size", [17, 21, 26])
def test_bots_play_legally_with_large_hands(hand_size):
    random = Random(hand_size)
    rules = RuleSet.make("two_players", {"hand_size": hand_size})
    assert play_to_the_end(random_start(random, rules), random) > 2


@pytest.mark.parametrize("preset", ["pagat", "indonesia", "two_players_stock"])
def test_bots_ignore_hidden_cards(preset):
    """The same view gives the same action, whatever other hands and the stock contain."""
    random = Random(preset)
    state = start(RuleSet.make(preset), shuffled_pack(preset), seed=preset)
    decisions = 0
    while not state.over and decisions < 25:
        held = view(state, state.turn)
        exchanged = view(redeal_hidden_cards(state, random), state.turn)
        for player in PLAYERS:
            assert decide(player, exchanged) == decide(player, held)
        state = apply(state, decide(bot(), held))
        decisions += 1


def redeal_hidden_cards(state, random):
    """Return the same deal with all cards that the seat to act cannot see dealt again."""
    hidden = [
        card
        for seat, hand in enumerate(state.hands)
        if seat != state.turn
        for card in iter_cards(hand)
    ]
    hidden += state.stock
    random.shuffle(hidden)
    hands = []
    for seat, hand in enumerate(state.hands):
        if seat == state.turn:
            hands.append(hand)
        else:
            count = hand.bit_count()
            hands.append(cards_of(hidden[:count]))
            hidden = hidden[count:]
    return state._replace(hands=tuple(hands), stock=tuple(hidden))


@pytest.mark.parametrize("player", BOTS.values(), ids=BOTS)
def test_a_bot_does_nothing_as_a_spectator(player):
    watched = view(start(RuleSet.make("pagat"), shuffled_pack("spectator")), None)
    assert decide(player, watched) is None
    with pytest.raises(ValueError, match="spectator"):
        player.choose(watched)


def test_a_bot_waits_when_it_is_not_its_turn():
    state = start(RuleSet.make("pagat"), shuffled_pack("turn"))
    assert decide(bot(), view(state, (state.turn + 1) % 4)) is None


def test_the_lowest_bot_plays_the_fewest_and_then_the_lowest_cards():
    rest = ("TD JD", "TC JC")
    assert lowest(table_view("3C 3D 4D 5H", "8C 9C", *rest)) == Play(0, parse_cards("3D"))
    pairs = table_view("7C 7D AS", "8C 9H 8D 9S TS", *rest, plays=["7C 7D"])
    assert lowest(pairs) == Play(1, parse_cards("8C 8D"))
    assert lowest(table_view("KC 7D", "8C 9H", *rest, plays=["KC"])) == Pass(1)
