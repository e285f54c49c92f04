"""A puzzle as its page shows it: before the answer the position, after it also what follows.

The position and the line of play are shown as a replay, with all hands open. Before the answer
nothing of the solution is on the page.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import NamedTuple

from django.urls import reverse
from django.utils.safestring import SafeString

from games.language import labels
from games.language.card_faces import faces
from games.puzzles import texts
from games.puzzles.puzzle import SOLVER, Puzzle, after
from games.puzzles.services import Answer
from games.replays.presenter import PLACES, LogLine, Step, lines_of, step_of
from games.rules.cards import Cards
from games.rules.deal.actions import Action, action_text
from games.tables import models
from games.tables.history import FinishedDeal


class OwnHand(NamedTuple):
    """The solver's cards as buttons, as the table's template of a hand shows them."""

    deal_key: str
    buttons: list[SafeString]


class ActionLine(NamedTuple):
    """A legal action with its result, as a row of the table of all actions."""

    label: str
    #: Of several cards; a single one is named by the label.
    cards: list[SafeString]
    points: int
    is_best: bool
    is_own: bool


@dataclass(frozen=True, slots=True)
class Solution:
    """The part of the page that is shown after the answer."""

    is_right: bool
    verdict: str
    reasons: list[str]
    actions: list[ActionLine]
    #: The lines of play that can be shown: the best one and, after another answer, one's own.
    best_url: str
    own_url: str
    is_own_line: bool


@dataclass(frozen=True, slots=True)
class PuzzlePage:
    """The contents of a puzzle's page; with the fields of a replay that its templates need."""

    number: int
    #: The address of the line that is shown.
    url: str
    rules_name: str
    rules_url: str
    rule_sentences: list[str]
    level: str
    level_name: str
    names: list[str]
    lines: list[LogLine]
    step: Step
    prompt: str
    hand: OwnHand
    #: None before the answer.
    solution: Solution | None


def decision_step(puzzle: Puzzle) -> int:
    """Return the step at which the solver acts."""
    return len(puzzle.states) - 1


def last_step(puzzle: Puzzle, first: Cards) -> int:
    """Return the last step of the line that begins with an action."""
    return decision_step(puzzle) + len(puzzle.lines[first].actions)


def puzzle_page(
    puzzle: Puzzle, answer: Answer | None, *, is_own_line: bool = False, step: int | None = None
) -> PuzzlePage:
    """Return the contents of a puzzle's page.

    :param answer: the reader's answer; None shows the position alone
    :param is_own_line: whether to show the line after the reader's answer, not the best one
    :param step: the step of the line, by default that at which the solver acts
    """
    following: tuple[Action, ...] = ()
    if answer is not None:
        following = puzzle.lines[answer.cards if is_own_line else puzzle.best].actions
    deal = _as_deal(puzzle, following)
    lines = lines_of(deal)
    number = decision_step(puzzle) if step is None or answer is None else step
    return PuzzlePage(
        number=puzzle.number,
        url=reverse("puzzle_own" if is_own_line else "puzzle", args=[puzzle.number]),
        rules_name=labels.rules_label(puzzle.rules_name),
        rules_url=reverse("rules_preset", args=[puzzle.rules_name]),
        rule_sentences=texts.rule_sentences(puzzle),
        level=puzzle.level.value,
        level_name=texts.level_name(puzzle.level),
        names=deal.names,
        lines=lines,
        step=step_of(deal, number, SOLVER, lines),
        prompt=texts.prompt(puzzle),
        hand=OwnHand(
            f"puzzle-{puzzle.number}", [face.button for face in faces(puzzle.hands[SOLVER])]
        ),
        solution=None if answer is None else _solution(puzzle, answer, is_own_line=is_own_line),
    )


def seat_names(puzzle: Puzzle) -> list[str]:
    """Return the names of the seats."""
    return [texts.seat_name(place) for place in PLACES[len(puzzle.hands)]]


def _solution(puzzle: Puzzle, answer: Answer, *, is_own_line: bool) -> Solution:
    """Return what is shown after an answer."""
    ordered = sorted(puzzle.lines.items(), key=lambda pair: (-pair[1].points, pair[0]))
    return Solution(
        is_right=answer.is_right,
        verdict=texts.verdict(puzzle, answer.cards),
        reasons=texts.reasons(puzzle, answer.cards),
        actions=[
            ActionLine(
                texts.action_label(puzzle, cards),
                [face.html for face in faces(cards)] if cards.bit_count() > 1 else [],
                line.points,
                cards == puzzle.best,
                cards == answer.cards,
            )
            for cards, line in ordered
        ],
        best_url=reverse("puzzle", args=[puzzle.number]),
        own_url="" if answer.is_right else reverse("puzzle_own", args=[puzzle.number]),
        is_own_line=is_own_line,
    )


def _as_deal(puzzle: Puzzle, following: Sequence[Action]) -> FinishedDeal:
    """Return the puzzle's trick and what follows as a deal to replay; nothing of it is stored."""
    states = list(puzzle.states)
    for action in following:
        states.append(after(states[-1], action))
    session = models.Session(rules_name=puzzle.rules_name)
    return FinishedDeal(
        table=models.Table(),
        session=session,
        deal=models.Deal(),
        seats=tuple(
            models.Seat(session=session, number=number, name=name)
            for number, name in enumerate(seat_names(puzzle))
        ),
        actions=tuple(
            models.Action(number=number, text=action_text(action))
            for number, action in enumerate(states[-1].actions)
        ),
        states=tuple(states),
        thrown_in=(),
    )
