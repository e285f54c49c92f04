"""Legal deals that the load benchmark plays to the end."""

import json

import pytest

from benchmarks.clients.protocol import Mirror, message_of
from games.rules import record
from games.rules.cards import parse_cards
from games.rules.deal.actions import Pass, Play, action_text
from games.rules.deal.start import shuffled_pack, start
from games.rules.ruleset.rule_set import RuleSet


@pytest.mark.parametrize("seed", ["one", "two", "three"])
def test_a_mirror_plays_a_deal_to_its_end(seed):
    given = record.write(start(RuleSet.make("pagat"), shuffled_pack(seed)))
    mirror = Mirror(given)
    sent = []
    while not mirror.state.over:
        seat, action = mirror.state.turn, mirror.choice()
        sent.append((seat, json.loads(message_of(action, f"1.1.1.{mirror.actions}"))))
        mirror.take(action)
    assert mirror.state.result.winner is not None
    # A receiver of those messages replays the same deal.
    other = Mirror(given)
    for place, (seat, message) in enumerate(sent):
        assert message["moment"] == f"1.1.1.{place}"
        assert other.state.turn == seat
        is_pass = message["do"] == "pass"
        other.take(Pass(seat) if is_pass else Play(seat, parse_cards(message["cards"])))
    assert other.state == mirror.state


def test_a_mirror_catches_up_with_a_deal():
    given = record.write(start(RuleSet.make("pagat"), shuffled_pack("four")))
    ahead, behind = Mirror(given), Mirror(given)
    for _ in range(5):
        ahead.take(ahead.choice())
    texts = [action_text(action) for action in ahead.state.actions]
    behind.follow(texts[:2])
    assert behind.actions == 2
    behind.follow(texts)
    assert behind.state == ahead.state


def test_a_mirror_refuses_an_illegal_action():
    mirror = Mirror(record.write(start(RuleSet.make("pagat"), shuffled_pack("five"))))
    waits = (mirror.state.turn + 1) % 4
    with pytest.raises(AssertionError):
        mirror.take(Pass(waits))
