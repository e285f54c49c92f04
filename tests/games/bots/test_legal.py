"""Whatever the rules and the cards, a bot's action is legal, and always the same."""

from random import Random

import pytest

from games import bots
from games.bots import choose, cut_in, lowest, redeal, think
from games.rules import (
    PRESETS,
    DealState,
    Play,
    Redeal,
    Refusal,
    RuleSet,
    apply,
    cards_of,
    iter_cards,
    shuffled_pack,
    start,
)
from games.rules.view import view

from ..rules.support import random_action, random_rules, random_start

MOST_ACTIONS = 5_000


def out_of_turn(state):
    """A bot's play or request out of turn, or None when all wait."""
    for seat in range(state.rules.players):
        if seat != state.turn:
            seen = view(state, seat)
            action = redeal(seen) or cut_in(seen)
            if action is not None:
                assert isinstance(action, (Play, Redeal))
                return action
    return None


def play_to_the_end(state, random):
    """Play a deal with bots, some random actions between; return how many decisions they took."""
    for decisions in range(MOST_ACTIONS):
        if state.over:
            return decisions
        seen = view(state, state.turn)
        action = think(seen)
        assert action == choose(seen)
        assert action.seat == state.turn
        for legal in (action, lowest(seen)):
            assert isinstance(apply(state, legal), DealState), (legal, state.rules)
        kind = random.random()
        if kind < 0.2:
            action = random_action(random, state)
        elif kind < 0.6:
            action = out_of_turn(state) or action
        after = apply(state, action)
        assert not isinstance(after, Refusal), (after, action, state.rules)
        state = after
    raise AssertionError("the deal does not end")


@pytest.mark.parametrize("preset", PRESETS)
def test_presets(preset):
    random = Random(preset)
    for _ in range(2):
        assert play_to_the_end(random_start(random, RuleSet.make(preset)), random) >= 0


@pytest.mark.parametrize("seed", range(10))
def test_random_rule_sets(seed):
    random = Random(seed)
    for _ in range(6):
        rules = random_rules(random)
        try:
            state = random_start(random, rules)
            play_to_the_end(state, random)
        except NotImplementedError:  # pragma: no cover - a rule that is not written yet
            continue


@pytest.mark.parametrize("hand_size", [17, 21, 26])
def test_many_cards(hand_size):
    random = Random(hand_size)
    rules = RuleSet.make("two_players", {"hand_size": hand_size})
    assert play_to_the_end(random_start(random, rules), random) > 2


@pytest.mark.parametrize("preset", ["pagat", "indonesia", "two_players_stock"])
def test_hidden_cards_do_not_matter(preset):
    """Whatever the others hold and whatever is in the stock, the same view, the same action."""
    random = Random(preset)
    state = start(RuleSet.make(preset), shuffled_pack(preset), seed=preset)
    decisions = 0
    while not state.over and decisions < 25:
        seen = view(state, state.turn)
        action = choose(seen)
        exchanged = hidden_exchanged(state, random)
        assert choose(view(exchanged, state.turn)) == action
        state = apply(state, action)
        decisions += 1


def hidden_exchanged(state, random):
    """The same deal with all cards dealt anew that the seat to act cannot see."""
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


def test_a_spectator_has_nothing_to_do():
    state = start(RuleSet.make("pagat"), shuffled_pack("spectator"))
    with pytest.raises(ValueError, match="spectator"):
        choose(view(state, None))
    with pytest.raises(ValueError, match="spectator"):
        lowest(view(state, None))
    assert cut_in(view(state, None)) is None
    assert redeal(view(state, None)) is None


def test_a_bot_that_fails_makes_the_lowest_play(monkeypatch):
    def fail(_):
        raise KeyError("no such thought")

    state = start(RuleSet.make("pagat"), shuffled_pack("fallback"))
    seen = view(state, state.turn)
    monkeypatch.setattr(bots, "take_turn", fail)
    assert choose(seen) == lowest(seen)


def test_who_is_not_to_act_gets_an_action_that_the_rules_refuse():
    state = start(RuleSet.make("pagat"), shuffled_pack("turn"))
    other = (state.turn + 1) % 4
    assert isinstance(apply(state, choose(view(state, other))), Refusal)
