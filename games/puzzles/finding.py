"""Finding of puzzles: positions in which one action is clearly best.

What the best action guarantees is at least `MIN_GAP` points more than any other action could bring.
"""

from collections.abc import Sequence
from dataclasses import replace
from typing import Final

from games.bots import bot
from games.bots.endgame import Solved, Solver, TooManyPositionsError
from games.bots.strengths import QUICK
from games.puzzles.puzzle import SOLVER, Line, Puzzle, cards_in
from games.rules.cards import Cards
from games.rules.deal.actions import Pass, Play
from games.rules.deal.judge import legal_plays
from games.rules.deal.state import DealState, Phase, step_of
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
    if seat is None or not has_few_cards(state, seat) or not can_be_puzzle(state, seat):
        return None
    if state.hands[seat] in legal_plays(state):
        return None
    position = position_of(rules_name, state, seat, own_rules)
    solver = Solver(position.state, MAX_POSITIONS)
    try:
        solved = solver.solved()
        best = clearly_best(solved)
        if best is None or solver.positions < MIN_POSITIONS:
            return None
        lines = {
            cards_in(each.action): Line(each.nets[SOLVER], tuple(solver.line(each.action)))
            for each in solved
        }
    except TooManyPositionsError:
        return None
    action = Play(seat, best) if best else Pass(seat)
    missed = sum(bot(name).choose(view(state, seat)) != action for name in QUICK)
    rating = rating_of(missed, len(lines), len(lines[best].actions))
    return replace(position, lines=lines, rating=rating)


def can_be_puzzle(state: DealState, seat: SeatNumber) -> bool:
    """Return whether hands, the play to beat and its owner tell how a deal goes on and is scored.

    A puzzle is played in the direction of a first deal, all its players have played before, its
    cards are told apart by their names, and it asks for an action in turn.
    """
    rules, trick = state.rules, state.trick
    have_played = state.active.bit_count() == len(state.hands)
    step = step_of(rules, 1)
    # All between the owner of the play to beat and the seat have passed, and no other player has.
    passes = 0 if trick.owner is None else ((seat - trick.owner) * step - 1) % len(state.hands)
    return (
        state.phase is Phase.PLAY
        and all(state.hands)
        and state.setup.step == step
        and trick.passes == passes
        and trick.locked.bit_count() in (0, passes)
        and state.must_include is None
        and state.breach is None
        and not (state.twos_low or state.specials or state.bombs)
        and (have_played or not rules.unplayed_multiplier)
        and not (rules.has_stock or rules.may_cut_in or rules.packs > 1)
        and not rules.multiply_only_starter
    )


def has_few_cards(state: DealState, seat: SeatNumber) -> bool:
    """Return whether the hands are small enough for a puzzle, and the seat's large enough."""
    return (
        MIN_CARDS <= state.hands[seat].bit_count() <= MAX_CARDS
        and sum(map(int.bit_count, state.hands)) <= MAX_ALL_CARDS
    )


def position_of(
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


def clearly_best(solved: Sequence[Solved]) -> Cards | None:
    """Return the cards of the clearly best action, 0 for a pass; None if there is none.

    It guarantees `MIN_GAP` more than any other could bring.
    """
    if len(solved) < 3:
        return None
    best = max(solved, key=lambda each: each.guaranteed)
    highest = max(each.highest for each in solved if each is not best)
    return cards_in(best.action) if best.guaranteed >= highest + MIN_GAP else None


def rating_of(missed: int, actions: int, length: int) -> int:
    """Return the fixed rating of a puzzle.

    :param missed: how many of the quick strengths of bots choose another action
    :param actions: how many actions are legal
    :param length: how many actions there are until the end, if all play well
    """
    return 800 + 150 * missed + 15 * min(actions, 20) + 10 * min(length, 20)
