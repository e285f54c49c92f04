"""The shipped puzzles: their file, positions and solutions, solved again by other means."""

import json
from datetime import date, timedelta
from random import Random

import pytest

from games.bots.endgame import Solver
from games.bots.strengths import QUICK
from games.puzzles import finding, make
from games.puzzles.puzzle import (
    FILE,
    SOLVER,
    Level,
    after,
    cards_in,
    puzzle_of,
    puzzle_with,
    puzzles,
    read,
    write,
)
from games.rules.deal.judge import judge_pass, legal_plays
from games.rules.deal.redeal import redeal_refusal
from tests.games.rules.support import played, random_rules, random_start
from tests.proofs import size


def test_the_file_is_what_reading_and_writing_it_gives():
    rows = json.loads(FILE.read_text(encoding="utf-8"))
    assert [write(read(number, row)) for number, row in enumerate(rows, 1)] == rows


def test_there_are_200_different_puzzles_of_each_level():
    found = puzzles()
    assert len(found) == 200
    assert len({(each.rules_name, each.hands, each.top) for each in found}) == 200
    assert all(sum(each.level is level for each in found) >= 30 for level in Level)


@pytest.mark.parametrize("number", range(1, 201))
def test_a_puzzle_has_a_line_for_each_legal_action_and_one_is_clearly_best(number):
    puzzle = puzzle_with(number)
    state = puzzle.state
    assert state.turn == SOLVER
    assert state.hands == puzzle.hands
    passes = [0] if judge_pass(state, SOLVER) is None else []
    assert sorted(puzzle.lines) == sorted([*legal_plays(state), *passes])
    points = sorted((line.points for line in puzzle.lines.values()), reverse=True)
    assert points[0] >= points[1] + finding.MIN_GAP
    for cards, line in puzzle.lines.items():
        assert cards_in(line.actions[0]) == cards
        end = state
        for action in line.actions:
            end = after(end, action)
        assert end.result is not None
        assert end.result.net[SOLVER] == line.points


def test_it_is_too_late_to_ask_for_a_redeal():
    assert all(
        redeal_refusal(puzzle.state, seat) is not None
        for puzzle in puzzles()
        for seat in range(len(puzzle.hands))
    )


#: The puzzles with the fewest cards first, because they are solved fastest.
SAMPLE = sorted(puzzles(), key=lambda each: sum(map(int.bit_count, each.hands)))[
    : size("puzzles: solved again")
]


@pytest.mark.proof
@pytest.mark.parametrize("puzzle", SAMPLE, ids=lambda each: str(each.number))
def test_the_best_action_guarantees_more_than_any_other_could_bring(puzzle):
    solver = Solver(puzzle.state, finding.MAX_POSITIONS)
    solved = solver.solved()
    assert finding.clearly_best(solved) == puzzle.best == cards_in(solved[0].action)
    assert {
        cards_in(each.action): (each.nets[SOLVER], tuple(solver.line(each.action)))
        for each in solved
    } == puzzle.lines


@pytest.mark.proof
def test_a_position_goes_on_as_that_of_its_deal_under_random_rules():
    random, compared = Random(5), 0
    while compared < size("puzzles: random positions"):
        rules = random_rules(random, 4)
        for state in played(random_start(random, rules), random):
            seat, players = state.turn, rules.players
            if seat is None or state.starter is None or not finding.can_be_puzzle(state, seat):
                continue
            position = finding.position_of("", state, seat, rules).state
            assert position.turn == SOLVER
            assert position.trick.top == state.trick.top
            locked = {each for each in range(players) if position.trick.locked >> each & 1}
            assert locked == {
                (each - seat) % players for each in range(players) if state.trick.locked >> each & 1
            }
            assert position.breach is None
            assert legal_plays(position) == legal_plays(state)
            assert (judge_pass(position, SOLVER) is None) == (judge_pass(state, seat) is None)
            compared += 1


def test_the_puzzle_of_the_day_is_the_next_one_every_day():
    day = date(2026, 1, 1)
    numbers = [puzzle_of(day + timedelta(days=each)).number for each in range(200)]
    assert sorted(numbers) == list(range(1, 201))


@pytest.mark.parametrize("number", [0, -1, 201, 10**9])
def test_there_is_no_puzzle_of_another_number(number):
    assert puzzle_with(number) is None


def test_the_same_seed_makes_the_same_puzzles():
    def two() -> list[list[object]]:
        source = make._puzzles("two_players", 1)
        return [write(next(source)), write(next(source))]

    assert two() == two()


def test_a_puzzle_that_more_bots_miss_is_rated_higher():
    ratings = [finding.rating_of(missed, 5, 10) for missed in range(len(QUICK) + 1)]
    assert ratings == sorted(set(ratings))
