"""The likelihood of hands after plays and passes."""

import math
from random import Random

import numpy as np
import pytest

from games.bots import bot
from games.bots.search import likelihood
from games.bots.search.likelihood import SHAPES, Likelihood, shapes, signs, weights
from games.bots.search.worlds import Worlds
from games.rules.cards import iter_cards, parse_cards
from games.rules.deal.actions import Pass, Play
from games.rules.deal.apply import apply
from games.rules.deal.start import shuffled_pack, start, start_from_hands
from games.rules.ruleset.rule_set import RuleSet
from games.rules.view import view

ONLINE = RuleSet.make("online")
HANDS = tuple(
    map(
        parse_cards,
        ("3D 3C 4D 5S 5C 6H 9S JD", "4C 9D TH QS JS KH", "5D 7H JC AD 4S 4H", "6S TD QC AH 8H"),
    )
)


def after(*actions):
    """Return the deal after some actions, of which seat 0 makes the first."""
    state = start_from_hands(ONLINE, HANDS, leader=0)
    for action in actions:
        state = apply(state, action)
    return state


def counts(*hands):
    """Return the copies of each card in some hands."""
    found = np.zeros((len(hands), 52), np.uint8)
    for row, hand in enumerate(hands):
        for card in iter_cards(parse_cards(hand)):
            found[row, card] += 1
    return found


def test_plays_and_passes_show_which_ranks_a_player_did_not_use():
    state = after(
        Play(0, parse_cards("4D")), Play(1, parse_cards("9D")), Pass(2), Play(3, parse_cards("TD"))
    )
    shown = signs(view(state, 0))
    singles = [each.declined[0].tolist() for each in shown]
    # Ranks from 3 to 2; seat 1 played a 9 on a 4, seat 2 passed on the 9, seat 3 skipped none.
    assert singles[0] == [0] * 13
    assert singles[1] == [0, 0, 1, 1, 1, 1, 0, 0, 0, 0, 0, 0, 0]
    assert singles[2] == [0, 0, 0, 0, 0, 0, 0, 1, 1, 1, 1, 1, 1]
    assert singles[3] == [0] * 13
    assert [each.led.tolist() for each in shown] == [[1, 0], [0, 0], [0, 0], [0, 0]]
    assert not any(each.declined[1].any() or each.passed_five for each in shown)


def test_passes_on_pairs_count_apart_and_the_owner_of_the_top_play_leads():
    pair = Play(0, parse_cards("3D 3C"))
    state = after(pair, Pass(1), Pass(2), Pass(3), Play(0, parse_cards("5S 5C")), Pass(1))
    shown = signs(view(state, 2))
    assert shown[1].declined[1].tolist() == [0, 1, 1, *[2] * 10]
    assert shown[2].declined[1].tolist() == [0, *[1] * 12]
    assert not shown[1].declined[0].any()
    assert shown[0].led.tolist() == [0, 2]


def test_the_lowest_kind_of_five_cards_that_a_player_passed_on_counts():
    hands = (
        "3D 4C 5D 6H 7S 8D 8C 8H 9D 9C",
        "3C 4D 5C 6C JD KD 2D QD TD AD",
        "3H 4S 7H 7C JC KC",
        "3S 4H 6S JH QH KH",
    )
    state = start_from_hands(ONLINE, tuple(map(parse_cards, hands)), leader=0)
    for action in (
        Play(0, parse_cards("3D 4C 5D 6H 7S")),
        Play(1, parse_cards("JD KD 2D QD TD")),
        Pass(2),
        Pass(3),
        Play(0, parse_cards("8D 8C 8H 9D 9C")),
    ):
        state = apply(state, action)
    # Seat 0 has gone out; seats 2 and 3 passed on a flush.
    assert [each.passed_five for each in signs(view(state, 1))] == [0, 0, 2, 2]


def test_shapes_are_the_highest_kind_that_the_ranks_and_suits_allow():
    found = shapes(
        counts(
            "3D 4C 6H 8S TD QC",
            "3D 4C 5H 6S 7D QC",
            "3D 4C 5H 6S 7D 9D JD KD",
            "3D 3C 3H 6S 6D QC",
            "3D 3C 3H 3S 4D 4C",
            "TD JC QH KS AD",
            "KS AD 2C 3D 4H",
        )
    )
    assert found.tolist() == [0, 1, 2, 3, 4, 1, 0]


def test_the_weights_have_the_shapes_that_are_read():
    assert {name: each.shape for name, each in weights().items()} == SHAPES
    assert all(np.isfinite(each).all() for each in weights().values())


@pytest.mark.parametrize("text", ["", "[]", "{}", '{"singles": [1, 2]}'])
def test_without_usable_weights_all_hands_are_equally_likely(tmp_path, monkeypatch, caplog, text):
    file = tmp_path / "likelihood.json"
    file.write_text(text)
    monkeypatch.setattr(likelihood, "FILE", file)
    weights.cache_clear()
    try:
        assert not any(each.any() for each in weights().values())
        assert weights() is weights()
    finally:
        weights.cache_clear()
    assert [each.levelname for each in caplog.records] == ["ERROR"]
    assert "likelihood.json" in caplog.text


def test_a_hand_without_cards_says_nothing():
    shown = signs(view(after(Play(0, parse_cards("4D"))), 2))[:1]
    assert Likelihood(shown, weights()).of(np.zeros((1, 1, 52), np.uint8)).tolist() == [0]


def test_worlds_rarely_have_a_pair_that_its_player_did_not_play():
    state = after(Play(0, parse_cards("3D 3C")), Pass(1))
    worlds = Worlds(view(state, 2))
    random = Random(1)

    def share_with_high_pair(hands):
        ranks = hands.reshape(len(hands), -1, 13, 4).sum(axis=3)
        return (ranks[:, 1, 1:12] > 1).any(axis=1).mean()

    usual = share_with_high_pair(worlds.hands_at_random(random, 400))
    dealt = [each for _ in range(25) for each in worlds.deal(random, 16)]
    assert share_with_high_pair(worlds.hands(dealt)) < usual - 0.1


@pytest.mark.parametrize("preset", ["online", "pagat", "indonesia"])
def test_true_hands_are_likelier_than_random_ones(preset):
    rules, random, strong = RuleSet.make(preset), Random(2), bot("strong")
    errors = []
    for number in range(12):
        state = start(rules, shuffled_pack(f"likelihood {number}"))
        while state.result is None:
            seen = view(state, state.turn)
            if seen.history and seen.open_plays() and random.random() < 0.5:
                worlds = Worlds(seen)
                hands = np.concatenate((worlds.hands([state]), worlds.hands_at_random(random, 4)))
                found = np.exp(Likelihood(worlds.shown, weights()).of(hands))
                errors.append(-math.log(found[0] / found.sum()))
            state = apply(state, strong.choose(seen))
    # By chance it is the logarithm of 5.
    assert sum(errors) / len(errors) < math.log(5) - 0.2
