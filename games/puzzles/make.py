"""Makes the puzzles: ``python -m games.puzzles.make`` (docs/BOTS.md).

Bots of mixed strengths play deals with each other. An ending of such a deal becomes a puzzle if one
action is clearly best: what it guarantees is at least `MIN_GAP` points more than any other action
could bring.
"""

import argparse
import json
from collections.abc import Iterator
from dataclasses import replace
from itertools import islice
from pathlib import Path
from random import Random
from typing import Final

from games.bots import bot
from games.bots.strengths import OFFERED
from games.puzzles.puzzle import FILE, SOLVER, Line, Puzzle, after, write
from games.puzzles.solving import Solver, TooManyPositionsError, Value, can_solve
from games.rules.cards import Cards
from games.rules.deal.actions import Pass, Play
from games.rules.deal.judge import legal_plays
from games.rules.deal.start import shuffled_pack, start
from games.rules.deal.state import DealState
from games.rules.ruleset.rule_set import RuleSet
from games.rules.scoring import SeatNumber
from games.rules.view import view

#: The number of puzzles under each preset.
PRESETS: Final = {
    "pagat": 45,
    "online": 30,
    "wikipedia": 20,
    "taiwan": 14,
    "hong_kong_street": 15,
    "paper": 15,
    "classic": 10,
    "taiwan_today": 10,
    "singapore": 10,
    "pusoy_dos": 5,
    "three_players": 13,
    "two_players": 13,
}
#: In points.
MIN_GAP: Final = 2
#: Of the solver's hand, and of all hands together.
MIN_CARDS: Final = 3
MAX_CARDS: Final = 8
MAX_ALL_CARDS: Final = 16
#: Below it the solution is found at a glance.
MIN_POSITIONS: Final = 30
MAX_POSITIONS: Final = 8_000


def main() -> None:
    """Make the puzzles and write their file."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--file", type=Path, default=FILE)
    options = parser.parse_args()
    found = []
    for name, count in PRESETS.items():
        source = _puzzles(name, options.seed)
        found += [next(source) for _ in range(count)]
        print(f"{name}: {count}", flush=True)
    Random(options.seed).shuffle(found)
    lines = ",\n".join(json.dumps(write(each)) for each in found)
    options.file.write_text(f"[\n{lines}\n]\n", encoding="utf-8")


def _puzzles(preset: str, seed: int) -> Iterator[Puzzle]:
    """Yield puzzles under a preset without end, at most one of each deal."""
    rules = RuleSet.make(preset)
    deal = 0
    while True:
        deal += 1
        found = (puzzle_from(preset, state) for state in _states(rules, f"{seed}/{preset}/{deal}"))
        yield from islice(filter(None, found), 1)


def _states(rules: RuleSet, seed: str) -> list[DealState]:
    """Return the states of a deal that bots play."""
    random = Random(seed)
    players = [bot(random.choice(OFFERED)) for _ in range(rules.players)]
    states = [start(rules, shuffled_pack(seed, rules.packs))]
    while (turn := states[-1].turn) is not None:
        states.append(after(states[-1], players[turn].choose(view(states[-1], turn))))
    return states


def puzzle_from(preset: str, state: DealState) -> Puzzle | None:
    """Return the puzzle that a position makes; None if it is not one."""
    seat = state.turn
    if seat is None or not can_solve(state) or state.hands[seat] in legal_plays(state):
        return None
    if not MIN_CARDS <= state.hands[seat].bit_count() <= MAX_CARDS:
        return None
    if sum(map(int.bit_count, state.hands)) > MAX_ALL_CARDS:
        return None
    position = _position(preset, state, seat)
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
    missed = sum(bot(name).choose(view(state, seat)) != action for name in OFFERED)
    return replace(
        position,
        lines={
            cards: Line(value.points, tuple(solver.line(cards))) for cards, value in values.items()
        },
        rating=rating_of(missed, len(values), len(solver.line(best))),
    )


def _position(preset: str, state: DealState, seat: SeatNumber) -> Puzzle:
    """Return a puzzle without its solution: the state with this seat as the solver's."""
    players = len(state.hands)
    top, owner = state.trick.top, state.trick.owner
    return Puzzle(
        number=0,
        rules_name=preset,
        hands=tuple(state.hands[(seat + away) % players] for away in range(players)),
        top=0 if top is None else top.cards,
        owner=SOLVER if owner is None else (owner - seat) % players,
        lines={},
        rating=0,
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

    :param missed: how many of the offered strengths of bots choose another action
    :param actions: how many actions are legal
    :param length: how many actions there are until the end, if all play well
    """
    return 800 + 150 * missed + 15 * min(actions, 20) + 10 * min(length, 20)


if __name__ == "__main__":
    main()
