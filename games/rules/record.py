"""Records: deals as text that can be read and replayed.

A record contains everything that determines a deal: the resolved rule set, the pack or the hands,
and every action. The record of a finished deal also has the result, which a replay must reproduce::

    big-two deal 3
    rules {"players": 4, …}
    number 1
    dealer 0
    seed "…"
    previous null
    pack 3D TS …
    action 0 play 3D
    action 1 pass
    result {"ending": "out", …}

The record of a deal that started from given hands has the lines ``hands``, ``leftover`` and
``leader`` (JSON) instead of ``pack``. Records of previous versions, whose rule sets have fewer
options, can be read, too. A record reveals the cards of all players.
"""

import json
from collections.abc import Callable
from typing import Any, NamedTuple, TypeVar

from games.rules.cards import Cards, card_name, card_names, parse_card, parse_cards
from games.rules.deal.actions import Action, action_text, parse_action
from games.rules.deal.apply import apply
from games.rules.deal.refusals import Refusal
from games.rules.deal.start import start, start_from_hands
from games.rules.deal.state import DealState, Previous, Result, Setup
from games.rules.ruleset.options import OPTIONS
from games.rules.ruleset.rule_set import RuleSet

HEADER = "big-two deal 3"
#: By the first line of a record, the options that may be missing: their default is what was played
#: before they existed.
VERSIONS: dict[str, frozenset[str]] = {
    "big-two deal 1": frozenset(
        ("packs", "must_beat", "bomb_doubles", "loss_cap", "placement_points", "two_pairs")
    ),
    "big-two deal 2": frozenset(("two_pairs",)),
    HEADER: frozenset(),
}

_PACK_LINES = ("rules", "number", "dealer", "seed", "previous", "pack")
_HANDS_LINES = ("rules", "number", "dealer", "seed", "previous", "hands", "leftover", "leader")

_T = TypeVar("_T")


class RecordError(ValueError):
    """A text that is not a record, or a record whose replay differs."""

    def __init__(self, reason: str, line: int) -> None:
        super().__init__(f"line {line}: {reason}")
        #: The reason.
        self.reason = reason
        #: The number of the line, from 1.
        self.line = line


class Record(NamedTuple):
    """The starting data, actions and recorded result of a deal, as read from text."""

    #: The starting data of the deal.
    setup: Setup
    #: Every action.
    actions: tuple[Action, ...]
    #: Its result as returned by `result_data`, or None if the deal is not over.
    result: dict[str, Any] | None
    #: The number of the line of the first action, from 1.
    first_action: int


def write(state: DealState) -> str:
    """Return a deal as text; `replay(read(text))` returns the same deal."""
    setup = state.setup
    lines = [
        HEADER,
        "rules " + json.dumps(setup.rules.to_options()),
        f"number {setup.number}",
        f"dealer {setup.dealer}",
        "seed " + json.dumps(setup.seed),
        "previous " + json.dumps(previous_data(setup.previous)),
    ]
    if setup.pack is not None:
        lines.append("pack " + " ".join(card_name(card) for card in setup.pack))
    else:
        lines += [
            "hands " + json.dumps([card_names(hand) for hand in setup.hands or ()]),
            "leftover " + json.dumps([card_name(card) for card in setup.leftover]),
            "leader " + json.dumps(setup.leader),
        ]
    lines += ["action " + action_text(action) for action in state.actions]
    if state.result is not None:
        lines.append("result " + json.dumps(result_data(state.result)))
    return "\n".join(lines) + "\n"


def result_data(result: Result) -> dict[str, Any]:
    """Return a result as JSON data, with cards as names."""
    return {
        "ending": result.ending.value,
        "winner": result.winner,
        "loser": result.loser,
        "out": list(result.out),
        "left": [card_names(cards) for cards in result.left],
        "last_play": card_names(result.last_play),
        "foul": result.foul,
        "asked_by": result.asked_by,
        "points": list(result.points),
        "net": list(result.net),
    }


def read(text: str) -> Record:
    """Return the deal in a text, without replaying it; raise `RecordError` if it is no record.

    :raises RecordError: if the text is not a record, with the reason and the line
    """
    lines = text.splitlines()
    if not lines or lines[0] not in VERSIONS:
        raise RecordError(f"the first line must be {HEADER!r}", 1)
    may_lack = VERSIONS[lines[0]]
    readers = {**_READERS, "rules": lambda text: _read_rules(text, may_lack)}
    keyed = [line.partition(" ")[::2] for line in lines]
    with_hands = len(keyed) > 6 and keyed[6][0] == "hands"
    names = _HANDS_LINES if with_hands else _PACK_LINES
    found: dict[str, Any] = {}
    for number, name in enumerate(names, 2):
        if number > len(keyed) or keyed[number - 1][0] != name:
            raise RecordError(f"{name!r} must be here", number)
        found[name] = _checked(readers[name], keyed[number - 1][1], number)
    first_action = len(names) + 2
    actions: list[Action] = []
    result: dict[str, Any] | None = None
    for number, (key, rest) in enumerate(keyed[first_action - 1 :], first_action):
        if result is not None:
            raise RecordError("the result must be the last line", number)
        if key == "action":
            actions.append(_checked(parse_action, rest, number))
        elif key == "result":
            result = _checked(_read_object, rest, number)
        else:
            raise RecordError(f"neither an action nor a result: {key!r}", number)
    return Record(Setup(**found), tuple(actions), result, first_action)


def replay(record: Record | str) -> DealState:
    """Return the deal of a record, played again; raise `RecordError` if that fails or differs.

    :raises RecordError: if the text is not a record, no deal can start from it, an action is
        refused, or the result differs from the recorded one
    """
    if isinstance(record, str):
        record = read(record)
    state = _start_of(record)
    for line, action in enumerate(record.actions, record.first_action):
        after = apply(state, action)
        if isinstance(after, Refusal):
            raise RecordError(f"refused, {after.code.value}: {action_text(action)}", line)
        state = after
    last = record.first_action + len(record.actions)
    result = None if state.result is None else result_data(state.result)
    if record.result is not None and result is None:
        raise RecordError("there is a result, but the deal is not over", last)
    if record.result is None and result is not None:
        raise RecordError("the deal is over, but there is no result", last)
    if record.result is not None and result is not None and record.result != result:
        names = [name for name in result if record.result.get(name) != result[name]]
        names += [name for name in record.result if name not in result]
        raise RecordError(f"the result differs: {', '.join(names)}", last)
    return state


def _start_of(record: Record) -> DealState:
    """Return the deal of a record before its first action; raise `RecordError` for none."""
    setup = record.setup
    try:
        if setup.pack is not None:
            return start(
                setup.rules,
                setup.pack,
                number=setup.number,
                dealer=setup.dealer,
                previous=setup.previous,
                seed=setup.seed,
            )
        return start_from_hands(
            setup.rules,
            setup.hands or (),
            leftover=setup.leftover,
            leader=setup.leader,
            number=setup.number,
            dealer=setup.dealer,
            previous=setup.previous,
            seed=setup.seed,
        )
    except ValueError as error:
        raise RecordError(f"the deal can't start: {error}", record.first_action - 1) from None


def previous_data(previous: Previous | None) -> dict[str, Any] | None:
    """Return the outcome of a previous deal as JSON data, or None."""
    if previous is None:
        return None
    return {
        "winner": previous.winner,
        "loser": previous.loser,
        "left": [card_names(cards) for cards in previous.left],
    }


def _checked(reader: Callable[[str], _T], text: str, line: int) -> _T:
    """Return the value that `reader` reads from a text, with errors as `RecordError` of a line.

    :raises RecordError: if the reader raises an error
    """
    try:
        return reader(text)
    except (ValueError, TypeError, KeyError, RecursionError) as error:
        raise RecordError(str(error) or type(error).__name__, line) from None


def _read_object(text: str) -> dict[str, Any]:
    """Return the JSON object in a text."""
    data = json.loads(text)
    if not isinstance(data, dict):
        raise TypeError(f"not a JSON object: {text!r}")
    return data


def _read_rules(text: str, optional: frozenset[str]) -> RuleSet:
    """Return the rule set in a JSON object, in which only `optional` options may be missing."""
    options = _read_object(text)
    missing = OPTIONS.keys() - options.keys() - optional
    if missing:
        raise ValueError(f"options without a value: {', '.join(sorted(missing))}")
    return RuleSet.make(options=options)


def _read_number(text: str) -> int:
    """Return the whole number in a text of ASCII digits."""
    if not (text.isascii() and text.isdigit()):
        raise ValueError(f"not a whole number: {text!r}")
    return int(text)


def _read_string(text: str) -> str:
    """Return the JSON string in a text."""
    data = json.loads(text)
    if not isinstance(data, str):
        raise TypeError(f"not a JSON string: {text!r}")
    return data


def _read_seat(text: str) -> int | None:
    """Return the number of a seat in a JSON text, or None for null."""
    return _seat(json.loads(text))


def _seat(data: object) -> int | None:
    """Return JSON data if it is a whole number or null; otherwise raise `ValueError`."""
    if data is None or type(data) is int:
        return data
    raise ValueError(f"not a seat: {data!r}")


def _lists_of_cards(data: object) -> tuple[Cards, ...]:
    """Return the sets of cards in a JSON list of lists of card names."""
    if not isinstance(data, list) or not all(isinstance(names, list) for names in data):
        raise ValueError("not a list of lists of cards")
    return tuple(parse_cards(names) for names in data)


def _read_previous(text: str) -> Previous | None:
    """Return the outcome of a previous deal in a JSON text, or None for null."""
    data = json.loads(text)
    if data is None:
        return None
    return Previous(_seat(data["winner"]), _seat(data["loser"]), _lists_of_cards(data["left"]))


_READERS: dict[str, Callable[[str], Any]] = {
    "number": _read_number,
    "dealer": _read_number,
    "seed": _read_string,
    "previous": _read_previous,
    "pack": lambda text: tuple(parse_card(name) for name in text.split(" ")),
    "hands": lambda text: _lists_of_cards(json.loads(text)),
    "leftover": lambda text: tuple(parse_card(name) for name in json.loads(text)),
    "leader": _read_seat,
}
