"""Records: deals as text."""

import pickle
from random import Random

import pytest

from games.rules import record
from games.rules.deal.actions import (
    ActionError,
    Give,
    Pass,
    Play,
    Redeal,
    action_text,
    parse_action,
)
from games.rules.deal.start import shuffled_pack, start
from games.rules.record import RecordError
from games.rules.ruleset.rule_set import RuleSet

from .support import played, random_rules, random_start


def test_a_record_replays_to_the_same_deal_at_any_moment():
    random = Random(21)
    for _ in range(40):
        for state in played(random_start(random, random_rules(random)), random):
            if state.over or random.random() < 0.05:
                text = record.write(state)
                assert record.replay(text) == state
                assert record.write(record.replay(text)) == text


def test_a_deal_can_be_pickled():
    state = start(RuleSet.make(), shuffled_pack("p"))
    assert pickle.loads(pickle.dumps(state)) == state  # our own


@pytest.mark.parametrize(
    "action", [Play(0, 1), Play(3, 0b1111 << 20), Pass(2), Redeal(1), Give(2, 51)]
)
def test_actions_round_trip(action):
    assert parse_action(action_text(action)) == action


@pytest.mark.parametrize(
    "text",
    [
        "",
        "0",
        "0 play",
        "0 play 3X",
        "0 play 3D 3D 3D",
        "x pass",
        "-1 pass",
        "0 pass 3D",
        "0 give",
        "0 give 3D 4D",
        "0 redeal now",
        "0 sing",
        "\u0661 pass",
    ],
)
def test_a_text_that_is_not_an_action_is_refused(text):
    with pytest.raises(ActionError):
        parse_action(text)


@pytest.fixture(scope="module")
def lines():
    *_, over = played(start(RuleSet.make(), shuffled_pack("r"), seed='a "b"\n'), Random(2))
    return record.write(over).splitlines()


def broken(lines, number, line):
    """Return a record with one line (from 1) replaced, or removed if None."""
    return "\n".join([*lines[: number - 1], *([] if line is None else [line]), *lines[number:]])


@pytest.mark.parametrize(
    ("number", "line", "reason"),
    [
        (1, "little two deal 1", "first line"),
        (2, "rules {}", "options without a value"),
        (2, "rules []", "not a JSON object"),
        (2, "rules {", "Expecting"),
        (2, None, "'rules' must be here"),
        (3, "number one", "not a whole number"),
        (3, "number 1.5", "not a whole number"),
        (4, "dealer", "not a whole number"),
        (5, "seed 3", "not a JSON string"),
        (6, "previous {}", "winner"),
        (6, 'previous {"winner": "0", "loser": null, "left": []}', "not a seat"),
        (6, 'previous {"winner": 0, "loser": null, "left": 3}', "not a list of lists"),
        (6, "previous 7", ""),
        (7, "pack 3D", "each of the 52 cards"),
        (7, "pack XX", "no such card"),
        (7, "hands [[3]]", "no such card"),
        (8, "action 0 sing", "not an action"),
        (8, "action 9 pass", "refused, no_such_seat"),
        (8, "story", "neither an action nor a result"),
        (-1, "result {}", "the result differs"),
        (-1, "result 3", "not a JSON object"),
        (-1, None, "there is no result"),
        (-2, None, "the deal is not over"),
    ],
)
def test_a_corrupt_record_is_an_error_with_reason_and_line(lines, number, line, reason):
    number = number if number > 0 else len(lines) + 1 + number
    with pytest.raises(RecordError) as caught:
        record.replay(broken(lines, number, line))
    assert reason in caught.value.reason
    assert caught.value.line == number
    assert f"line {number}" in str(caught.value)


def test_a_record_with_lines_after_the_result_is_refused(lines):
    with pytest.raises(RecordError, match="the result must be the last"):
        record.replay("\n".join([*lines, "action 0 pass"]))


def test_a_record_with_altered_points_is_refused(lines):
    other = lines[-1].replace('"points": [', '"points": [7, ')
    with pytest.raises(RecordError, match="the result differs: points"):
        record.replay("\n".join([*lines[:-1], other]))


def test_a_damaged_record_is_a_record_error_or_still_replays(lines):
    """With any byte changed, reading gives the named error or a deal that replays."""
    random = Random(4)
    text = "\n".join(lines)
    errors = 0
    for _ in range(400):
        place = random.randrange(len(text))
        damaged = text[:place] + random.choice('0 3D{}[]":,\n\u00e9') + text[place + 1 :]
        try:
            record.replay(damaged)
        except RecordError:
            errors += 1
    assert errors > 300


def test_deep_nesting_is_a_record_error(lines):
    with pytest.raises(RecordError):
        record.replay(broken(lines, 6, "previous " + "[" * 100_000))
