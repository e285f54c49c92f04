"""The puzzles of the app: reading their file, and the position of each.

A puzzle is an ending with all hands open. The hands are in seat order, beginning with the solver's,
who acts. ``games.puzzles.make`` makes the file.
"""

import json
from collections.abc import Mapping
from dataclasses import dataclass
from datetime import date
from enum import StrEnum
from functools import cache, cached_property
from pathlib import Path
from typing import Any, Final, NamedTuple

from games.rules.cards import Cards, cards_text, parse_cards, together
from games.rules.deal.actions import Action, Pass, Play
from games.rules.deal.apply import apply
from games.rules.deal.refusals import Refusal
from games.rules.deal.start import start_from_hands
from games.rules.deal.state import DealState
from games.rules.ruleset.rule_set import RuleSet

FILE: Final = Path(__file__).with_name("puzzles.json")
#: The solver's seat.
SOLVER: Final = 0


class Level(StrEnum):
    """The levels of difficulty of puzzles, by their rating."""

    EASY = "easy"
    MEDIUM = "medium"
    HARD = "hard"


#: The lowest rating of each level above easy.
MEDIUM_FROM: Final = 1000
HARD_FROM: Final = 1200


class Line(NamedTuple):
    """The course and result of a legal action if every player plays for their own result."""

    #: The solver's result.
    points: int
    #: The action and all that follow until the end.
    actions: tuple[Action, ...]


@dataclass(frozen=True)
class Puzzle:
    """A puzzle: its position, and the solution."""

    #: From 1, in the order of the file.
    number: int
    #: The name of a preset, or of the rules of a user's own deal.
    rules_name: str
    #: The hands by seat; the solver has seat 0.
    hands: tuple[Cards, ...]
    #: The play to beat, 0 on lead, and the seat that made it.
    top: Cards
    owner: int
    #: Each legal action by its cards, 0 for a pass.
    lines: Mapping[Cards, Line]
    #: Fixed; see `games.puzzles.finding.rating_of`.
    rating: int
    #: The rule set of a user's own deal; None for a preset.
    own_rules: RuleSet | None = None

    @property
    def level(self) -> Level:
        """The level that follows from the rating."""
        if self.rating >= HARD_FROM:
            return Level.HARD
        return Level.MEDIUM if self.rating >= MEDIUM_FROM else Level.EASY

    @cached_property
    def best(self) -> Cards:
        """The cards of the best action, 0 for a pass."""
        return max(self.lines, key=lambda cards: self.lines[cards].points)

    @cached_property
    def rules(self) -> RuleSet:
        """The rule set."""
        return RuleSet.make(self.rules_name) if self.own_rules is None else self.own_rules

    @cached_property
    def states(self) -> tuple[DealState, ...]:
        """The states of the current trick, from its lead to the solver's turn."""
        hands = list(self.hands)
        if self.top:
            hands[self.owner] = together(hands[self.owner], self.top)
        leader = self.owner if self.top else SOLVER
        begin = start_from_hands(self.rules, hands, leader=leader)
        # Every player has played in earlier tricks, so it is too late to ask for a redeal.
        states = [begin._replace(active=(1 << len(hands)) - 1, starter=leader)]
        if self.top:
            states.append(after(states[-1], Play(self.owner, self.top)))
            while (turn := states[-1].turn) not in (SOLVER, None):
                states.append(after(states[-1], Pass(turn)))
        return tuple(states)

    @property
    def state(self) -> DealState:
        """The state in which the solver acts."""
        return self.states[-1]


def after(state: DealState, action: Action) -> DealState:
    """Return the state after a legal action."""
    following = apply(state, action)
    assert not isinstance(following, Refusal), following
    return following


@cache
def puzzles() -> tuple[Puzzle, ...]:
    """Return all puzzles in the order of their numbers."""
    rows = json.loads(FILE.read_text(encoding="utf-8"))
    return tuple(read(number, row) for number, row in enumerate(rows, 1))


def puzzle_with(number: int) -> Puzzle | None:
    """Return the puzzle with a number, or None."""
    found = puzzles()
    return found[number - 1] if 1 <= number <= len(found) else None


def puzzle_of(day: date) -> Puzzle:
    """Return the puzzle of the day, the same for all users."""
    found = puzzles()
    return found[day.toordinal() % len(found)]


def read(number: int, row: Mapping[str, Any]) -> Puzzle:
    """Return the puzzle of a row of the file."""
    lines = {}
    for points, text in row["lines"]:
        actions = tuple(map(_read_action, text.split("/")))
        lines[cards_in(actions[0])] = Line(points, actions)
    return Puzzle(
        number,
        row["rules"],
        tuple(parse_cards(hand) for hand in row["hands"]),
        parse_cards(row["top"]),
        row["owner"],
        lines,
        row["rating"],
    )


def write(puzzle: Puzzle) -> dict[str, Any]:
    """Return a puzzle as a row of the file, the best action first; the inverse of `read`."""
    lines = sorted(puzzle.lines.values(), key=lambda line: -line.points)
    return {
        "rules": puzzle.rules_name,
        "hands": [cards_text(hand) for hand in puzzle.hands],
        "top": cards_text(puzzle.top),
        "owner": puzzle.owner,
        "lines": [[line.points, "/".join(map(_action_text, line.actions))] for line in lines],
        "rating": puzzle.rating,
    }


def cards_in(action: Action) -> Cards:
    """Return the cards of a play, 0 for a pass."""
    return action.cards if isinstance(action, Play) else 0


def _read_action(text: str) -> Play | Pass:
    """Return the action of a text: the seat and, for a play, its cards."""
    seat, cards = int(text[0]), parse_cards(text[1:])
    return Play(seat, cards) if cards else Pass(seat)


def _action_text(action: Action) -> str:
    """Return an action as text; the inverse of `_read_action`."""
    return f"{action.seat}{cards_text(cards_in(action))}"
