"""Finding of puzzles: positions in which one action is clearly best.

What the best action guarantees is at least `MIN_GAP` points more than any other action could bring.
"""

from dataclasses import replace
from typing import Final

from games.bots import bot
from games.bots.strengths import QUICK
from games.puzzles.puzzle import SOLVER, Line, Puzzle
from games.puzzles.solving import Solver, TooManyPositionsError, Value, can_solve
from games.rules.cards import Cards
from games.rules.deal.actions import Pass, Play
from games.rules.deal.judge import legal_plays
from games.rules.deal.state import DealState
from games.rules.ruleset.rule_set import RuleSet
from games.rules.scoring import SeatNumber
from games.rules.view import view

#: In points.
MIN_GAP: Final = 2
#: Of the solver's hand, and of all hands together.
MIN_CARDS: Final = 3
MAX_CARDS: Final = 8
MAX_ALL_CARDS: Final = 16
#: Below it the solution is found at a glance.
MIN_POSITIONS: Final = 30
MAX_POSITIONS: Final = 8_000


def puzzle_from(
    rules_name: str, state: DealState, own_rules: RuleSet | None = None
) -> Puzzle | None:
    """Return the puzzle that a position makes; None if it is not one.

    :param own_rules: the rule set if the name is not that of a preset
    """
    seat = state.turn
    if seat is None or not can_solve(state) or state.hands[seat] in legal_plays(state):
        return None
    if not has_few_cards(state, seat):
        return None
    position = _position(rules_name, state, seat, own_rules)
    if not can_solve(position.state):
        return None
    solver = Solver(position.state, MAX_POSITIONS)
    try:
        values = solver.values()
    except TooManyPositionsError:
        return None
    best = clearly_best(values)
    if best is None or solver.positions < MIN_POSITIONS:
        return None
    action = Play(seat, best) if best else Pass(seat)
    missed = sum(bot(name).choose(view(state, seat)) != action for name in QUICK)
    return replace(
        position,
        lines={
            cards: Line(value.points, tuple(solver.line(cards))) for cards, value in values.items()
        },
        rating=rating_of(missed, len(values), len(solver.line(best))),
    )


def has_few_cards(state: DealState, seat: SeatNumber) -> bool:
    """Return whether the hands are small enough for a puzzle, and the seat's large enough."""
    return (
        MIN_CARDS <= state.hands[seat].bit_count() <= MAX_CARDS
        and sum(map(int.bit_count, state.hands)) <= MAX_ALL_CARDS
    )


def _position(
    rules_name: str, state: DealState, seat: SeatNumber, own_rules: RuleSet | None
) -> Puzzle:
    """Return a puzzle without its solution: the state with this seat as the solver's."""
    players = len(state.hands)
    top, owner = state.trick.top, state.trick.owner
    return Puzzle(
        number=0,
        rules_name=rules_name,
        hands=tuple(state.hands[(seat + away) % players] for away in range(players)),
        top=0 if top is None else top.cards,
        owner=SOLVER if owner is None else (owner - seat) % players,
        lines={},
        rating=0,
        own_rules=own_rules,
    )


def clearly_best(values: dict[Cards, Value]) -> Cards | None:
    """Return the action that guarantees `MIN_GAP` more than any other could bring, or None."""
    if len(values) < 3:
        return None
    best = max(values, key=lambda cards: values[cards].guaranteed)
    highest = max(value.highest for cards, value in values.items() if cards != best)
    return best if values[best].guaranteed >= highest + MIN_GAP else None


def rating_of(missed: int, actions: int, length: int) -> int:
    """Return the fixed rating of a puzzle.

    :param missed: how many of the quick strengths of bots choose another action
    :param actions: how many actions are legal
    :param length: how many actions there are until the end, if all play well
    """
    return 800 + 150 * missed + 15 * min(actions, 20) + 10 * min(length, 20)
