"""Runner for conformance cases: ``python -m games.rules.conformance FILE…``.

Each line of a case file is a JSON object with ``id``, ``op``, ``rules`` and ``expect``. The runner
prints a line for each failed case, then ``N passed, N failed``. The exit status is 0 if all cases
pass, 1 if any fails, and 2 if a file can't be read.
"""

import hashlib
import json
import sys
from collections.abc import Callable, Sequence
from typing import Any, NamedTuple

from games.rules.cards import Cards, card_name, card_names, parse_card, parse_cards
from games.rules.combinations.kinds import Combination, Kind
from games.rules.combinations.table import beats, classify
from games.rules.deal.actions import Action, Pass, Play
from games.rules.deal.apply import apply
from games.rules.deal.leader import opening
from games.rules.deal.refusals import Refusal
from games.rules.deal.start import start_from_hands
from games.rules.deal.state import DealState, Previous, step_of
from games.rules.moves import open_plays
from games.rules.ruleset.errors import RuleSetError
from games.rules.ruleset.rule_set import RuleSet
from games.rules.scoring import Outcome, Special, score

Case = dict[str, Any]


class BadCase(ValueError):
    """A case that can't be run; its text is the reason."""


class Failure(NamedTuple):
    """A case with an unexpected result, or that can't be run."""

    file: str
    line: int
    id: str
    expected: Any
    got: Any

    def __str__(self) -> str:
        return (
            f"{self.file}:{self.line}: {self.id}: expected {_json_text(self.expected)}, "
            f"got {self.got if isinstance(self.got, BadCase) else _json_text(self.got)}"
        )


def _json_text(value: Any) -> str:
    """Return a value as JSON, with characters outside ASCII as they are."""
    return json.dumps(value, ensure_ascii=False)


def run_case(case: Case) -> Any:
    """Return the result of a case, to be compared with its ``expect``.

    Raise `BadCase` if the case can't be run.
    """
    try:
        for name in ("id", "rules", "expect"):
            case[name]
        run = OPS.get(case["op"])
        if run is None:
            raise BadCase(f"unknown op {case['op']!r}")
        return run(case)
    except BadCase:
        raise
    except KeyError as error:
        raise BadCase(f"missing {error}") from None
    except (ValueError, TypeError, AttributeError, IndexError) as error:
        raise BadCase(f"{type(error).__name__}: {error}") from None


def run_file(path: str) -> tuple[int, list[Failure]]:
    """Run all cases of a file; return the number of passed cases and the failures.

    :raises OSError: if the file can't be read
    :raises UnicodeDecodeError: if the file is not UTF-8 text
    """
    passed = 0
    failures = []
    with open(path, encoding="utf-8") as file:
        for number, line in enumerate(file, 1):
            if not line.strip():
                continue
            case: Any = {}
            got: Any
            try:
                case = json.loads(line)
                if not isinstance(case, dict):
                    case = {}
                    raise BadCase("not a JSON object")
                got = run_case(case)
            except BadCase as error:
                got = error
            except (ValueError, RecursionError) as error:
                got = BadCase(f"not JSON: {error}")
            expected = case.get("expect")
            if not isinstance(got, BadCase) and _is_same_json(got, expected):
                passed += 1
            else:
                failures.append(Failure(path, number, str(case.get("id")), expected, got))
    return passed, failures


def _is_same_json(got: Any, expected: Any) -> bool:
    """Return whether two values are equal as JSON text, where true is not 1."""
    # Compare as JSON text, because True equals 1 in Python.
    return json.dumps(got, sort_keys=True) == json.dumps(expected, sort_keys=True)


def main(paths: Sequence[str]) -> int:
    """Run case files and print the report; return the exit status.

    It is 0 if all cases passed, 1 if any failed, 2 if a file couldn't be read or none was given.
    """
    if not paths:
        print("usage: python -m games.rules.conformance FILE…", file=sys.stderr)
        return 2
    passed, failed, unread = 0, 0, False
    for path in paths:
        try:
            file_passed, failures = run_file(path)
        except (OSError, UnicodeDecodeError) as error:
            print(f"{path}: {error}", file=sys.stderr)
            unread = True
            continue
        for failure in failures:
            print(failure)
        passed += file_passed
        failed += len(failures)
    print(f"{passed} passed, {failed} failed")
    return 2 if unread else 1 if failed else 0


# ---------------------------------------------------------------------- reading a case


def _rules(case: Case) -> RuleSet:
    """Return the rule set of a case, from its preset and options."""
    given = case["rules"]
    if not isinstance(given, dict) or given.keys() - {"preset", "options"}:
        raise BadCase(f"rules must have preset and options: {given!r}")
    options = given.get("options")
    if options is not None and not isinstance(options, dict):
        raise BadCase("options must be an object")
    return RuleSet.make(given.get("preset"), options)


def _list(data: Any, field: str) -> list[Any]:
    """Return JSON data if it is a list; otherwise raise `BadCase` with the field's name."""
    if not isinstance(data, list):
        raise BadCase(f"{field} must be a list")
    return data


def _cards(data: Any, field: str) -> Cards:
    """Return the set of cards in a JSON list of card names."""
    return parse_cards(_list(data, field))


def _hands(data: Any, field: str, players: int) -> tuple[Cards, ...]:
    """Return one set of cards for each player from a JSON list of lists.

    Raise `BadCase` if there are not `players` lists.
    """
    lists = _list(data, field)
    if len(lists) != players:
        raise BadCase(f"{field} must be {players} lists")
    return tuple(_cards(cards, field) for cards in lists)


def _check_copies(rules: RuleSet, *card_sets: Cards) -> None:
    """Check that no card occurs in all sets together more often than there are packs.

    :raises CardError: if a card is
    """
    parse_cards([name for cards in card_sets for name in card_names(cards)], rules.packs)


def _seat(data: Any, players: int) -> int:
    """Return JSON data if it is the number of a seat; otherwise raise `BadCase`."""
    if type(data) is not int or not 0 <= data < players:
        raise BadCase(f"not a seat: {data!r}")
    return data


def _seat_or_none(data: Any, players: int) -> int | None:
    """Return the number of a seat, or None for null."""
    return None if data is None else _seat(data, players)


def _flag(data: Any, field: str) -> bool:
    """Return JSON data if it is true or false; otherwise raise `BadCase` with the field's name."""
    if not isinstance(data, bool):
        raise BadCase(f"{field} must be true or false")
    return data


def _deal_number(data: Any) -> int:
    """Return JSON data if it is the number of a deal, from 1; otherwise raise `BadCase`."""
    if type(data) is not int or data < 1:
        raise BadCase(f"not the number of a deal: {data!r}")
    return data


def _count(data: Any, field: str) -> int:
    """Return JSON data if it is a whole number from 0; otherwise raise `BadCase`."""
    if type(data) is not int or data < 0:
        raise BadCase(f"{field} must be a whole number")
    return data


def _previous(data: Any, players: int) -> Previous | None:
    """Return the outcome of the previous deal from JSON data, or None for null."""
    if data is None:
        return None
    return Previous(
        _seat_or_none(data["winner"], players),
        _seat_or_none(data.get("loser"), players),
        _hands(data["left"], "previous left", players),
    )


# ---------------------------------------------------------------------- the ops


def _classify(case: Case) -> str | None:
    """Run the op ``classify``: return the kind of the cards, or None if they are no combination."""
    rules = _rules(case)
    cards = _cards(case["cards"], "cards")
    _check_copies(rules, cards)
    found = classify(rules, cards, _flag(case.get("twos_low", False), "twos_low"))
    return None if found is None else found.kind.value


def _beats(case: Case) -> bool:
    """Run the op ``beats``: return whether ``play`` beats ``over``."""
    rules = _rules(case)
    play, over = _cards(case["play"], "play"), _cards(case["over"], "over")
    for cards in (play, over):
        _check_copies(rules, cards)
    return beats(
        rules,
        play,
        over,
        _flag(case.get("twos_low", False), "twos_low"),
    )


def _legal(case: Case) -> dict[str, Any]:
    """Run the op ``legal``: return the number and hash of the legal plays, and ``may_pass``."""
    rules = _rules(case)
    twos_low = _flag(case.get("twos_low", False), "twos_low")
    hand = _cards(case["hand"], "hand")
    over: Combination | None = None
    if case["over"] is not None:
        cards = _cards(case["over"], "over")
        _check_copies(rules, hand, cards)
        over = classify(rules, cards, twos_low)
        if over is None:
            raise BadCase("over is not a combination")
    must_include = None if case["must_include"] is None else parse_card(case["must_include"])
    next_has_one = _flag(case["next_has_one"], "next_has_one")
    plays = open_plays(
        rules,
        hand,
        over,
        must_include=must_include,
        next_has_one=next_has_one,
        twos_low=twos_low,
    )
    text = "\n".join(sorted("".join(card_names(play)) for play in plays))
    may_pass = not plays
    if over is not None:
        may_pass = True
        if rules.guard == "enforced" and next_has_one and must_include is None and hand:
            # A single that the duty allows is the highest card, and it beats the play.
            may_pass = over.size != 1 or not any(play.bit_count() == 1 for play in plays)
        if rules.must_beat and plays:
            may_pass = False
    return {
        "count": len(plays),
        "may_pass": may_pass,
        "sha256": hashlib.sha256(text.encode()).hexdigest(),
    }


def _leader(case: Case) -> dict[str, Any]:
    """Run the op ``leader``: return the leader, the card to include and the leftover's taker."""
    rules = _rules(case)
    hands = _hands(case["hands"], "hands", rules.players)
    leftover = _cards(case["leftover"], "leftover")
    _check_copies(rules, *hands, leftover)
    begin = opening(
        rules,
        hands,
        leftover,
        number=_deal_number(case["deal_number"]),
        previous=_previous(case["previous"], rules.players),
        dealer=_seat(case.get("dealer", 0), rules.players),
    )
    return {
        "leader": begin.leader,
        "must_include": None if begin.must_include is None else card_name(begin.must_include),
        "takes_leftover": begin.taker,
    }


def _deal(case: Case) -> dict[str, Any]:
    """Run the op ``deal``: return the state after all actions.

    At an illegal action, return its index from 0 and the seat to act instead.
    """
    rules = _rules(case)
    hands = _hands(case["hands"], "hands", rules.players)
    leftover = [parse_card(name) for name in _list(case.get("leftover", []), "leftover")]
    _check_copies(rules, *hands, *(1 << card for card in leftover))
    state = start_from_hands(
        rules,
        hands,
        leftover=leftover,
        leader=_seat_or_none(case.get("leader"), rules.players),
        number=_deal_number(case.get("deal_number", 1)),
        dealer=_seat(case.get("dealer", 0), rules.players),
        previous=_previous(case.get("previous"), rules.players),
    )
    for number, data in enumerate(_list(case["actions"], "actions")):
        action = _action(data)
        after = None if action is None else apply(state, action)
        if after is None or isinstance(after, Refusal):
            return {"illegal_at": number, "seat_to_act": state.turn}
        state = after
    return _state_data(state)


def _action(data: Any) -> Action | None:
    """Return the action in JSON data, or None for data that is not an action, so illegal."""
    try:
        seat, choice = data
        return Pass(seat) if choice == "pass" else Play(seat, parse_cards(_list(choice, "a play")))
    except (ValueError, TypeError):
        return None


def _state_data(state: DealState) -> dict[str, Any]:
    """Return a deal as JSON data: the seat to act and hands, or the result if it is over."""
    left = [card_names(hand) for hand in state.hands]
    result = state.result
    if result is None:
        return {"to_act": state.turn, "on_lead": state.on_lead, "left": left}
    return {
        "winner": result.winner,
        "out": list(result.out),
        "left": left,
        "points": list(result.points),
        "net": list(result.net),
        "foul": result.foul,
    }


def _score(case: Case) -> dict[str, Any]:
    """Run the op ``score``: return the points and nets of a finished deal."""
    rules = _rules(case)
    players = rules.players
    left = _hands(case["left"], "left", players)
    last_play = _cards(case["last_play"], "last_play")
    _check_copies(rules, *left, last_play)
    winner = _seat_or_none(case["winner"], players)
    out = tuple(_seat(seat, players) for seat in _list(case.get("out", []), "out"))
    played_none = tuple(_flag(each, "played_none") for each in case["played_none"])
    if len(played_none) != players:
        raise BadCase(f"played_none must be {players} flags")
    if not out and winner is not None:
        out = (winner,)
    if _flag(case.get("dragon", False), "dragon"):
        played_none = (True,) * players
    outcome = Outcome(
        left=left,
        winner=winner,
        starter=_seat_or_none(case["starter"], players),
        played_none=played_none,
        last_play=last_play,
        foul=_seat_or_none(case.get("foul"), players),
        out=out,
        bombs=_count(case.get("bombs", 0), "bombs"),
        step=step_of(rules, 1),
        specials=tuple(
            Special(_seat(seat, players), Kind(kind), _flag(last, "last"), _flag(twos, "all_twos"))
            for seat, kind, last, twos in case.get("specials", [])
        ),
    )
    scored = score(rules, outcome)
    return {"points": list(scored.points), "net": list(scored.net)}


def _refuse(case: Case) -> list[str] | str:
    """Run the op ``refuse``: return the invalid or conflicting options, or ``accepted``."""
    try:
        _rules(case)
    except RuleSetError as error:
        return list(error.options)
    return "accepted"


#: The ops by name.
OPS: dict[str, Callable[[Case], Any]] = {
    "classify": _classify,
    "beats": _beats,
    "legal": _legal,
    "leader": _leader,
    "deal": _deal,
    "score": _score,
    "refuse": _refuse,
}


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
