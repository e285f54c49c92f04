"""A puzzle as its page shows it: before the answer the position, after it also what follows.

The position and the line of play are shown as a replay, with all hands open. Before the answer
nothing of the solution is on the page.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from enum import StrEnum
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


class Shown(StrEnum):
    """The lines of play that can be shown after the answer."""

    BEST = "best"
    #: After the reader's answer.
    OWN = "own"
    #: After what the reader played in their deal.
    PLAYED = "played"


class Place(NamedTuple):
    """The name of a puzzle, and its addresses."""

    #: Its name as a heading.
    name: str
    #: Its name for the browser.
    key: str
    #: The addresses of the lines of play. That of the best line is the puzzle's own.
    urls: dict[Shown, str]
    rules_url: str
    #: Of a puzzle from the reader's deal: the cards they played, 0 for a pass; else None.
    played: Cards | None = None
    #: The review that the puzzle is from.
    review_url: str = ""


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
    #: Whether the reader played it in their deal.
    is_played: bool


class LineLink(NamedTuple):
    """A link to a line of play."""

    shown: Shown
    url: str


@dataclass(frozen=True, slots=True)
class Solution:
    """The part of the page that is shown after the answer."""

    is_right: bool
    verdict: str
    reasons: list[str]
    actions: list[ActionLine]
    #: The different lines of play that can be shown, if there are several.
    lines: list[LineLink]
    #: The line that is shown.
    shown: Shown


@dataclass(frozen=True, slots=True)
class PuzzlePage:
    """The contents of a puzzle's page; with the fields of a replay that its templates need."""

    #: 0 for a puzzle from the reader's deal.
    number: int
    name: str
    #: The address of the line that is shown.
    url: str
    rules_name: str
    rules_url: str
    #: The review that the puzzle is from; empty for a puzzle of the app.
    review_url: str
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


def place_of(puzzle: Puzzle) -> Place:
    """Return the place of a puzzle of the app."""
    return Place(
        texts.puzzle_name(puzzle),
        f"puzzle-{puzzle.number}",
        {
            Shown.BEST: reverse("puzzle", args=[puzzle.number]),
            Shown.OWN: reverse("puzzle_own", args=[puzzle.number]),
        },
        reverse("rules_preset", args=[puzzle.rules_name]),
    )


def first_of(puzzle: Puzzle, place: Place, answer: Answer, shown: Shown) -> Cards:
    """Return the action that a line of play begins with, 0 for a pass."""
    if shown is Shown.PLAYED and place.played is not None:
        return place.played
    return answer.cards if shown is Shown.OWN else puzzle.best


def last_step(puzzle: Puzzle, first: Cards) -> int:
    """Return the last step of the line that begins with an action."""
    return decision_step(puzzle) + len(puzzle.lines[first].actions)


def puzzle_page(
    puzzle: Puzzle,
    place: Place,
    answer: Answer | None,
    *,
    shown: Shown = Shown.BEST,
    step: int | None = None,
) -> PuzzlePage:
    """Return the contents of a puzzle's page.

    :param answer: the reader's answer; None shows the position alone
    :param shown: the line of play
    :param step: the step of the line, by default that at which the solver acts
    """
    following: tuple[Action, ...] = ()
    if answer is not None:
        following = puzzle.lines[first_of(puzzle, place, answer, shown)].actions
    deal = _as_deal(puzzle, following)
    lines = lines_of(deal)
    number = decision_step(puzzle) if step is None or answer is None else step
    return PuzzlePage(
        number=puzzle.number,
        name=place.name,
        url=place.urls[shown],
        rules_name=labels.rules_label(puzzle.rules_name),
        rules_url=place.rules_url,
        review_url=place.review_url,
        rule_sentences=texts.rule_sentences(puzzle),
        level=puzzle.level.value,
        level_name=texts.level_name(puzzle.level),
        names=deal.names,
        lines=lines,
        step=step_of(deal, number, SOLVER, lines),
        prompt=texts.prompt(puzzle),
        hand=OwnHand(place.key, [face.button for face in faces(puzzle.hands[SOLVER])]),
        solution=None if answer is None else _solution(puzzle, place, answer, shown),
    )


def seat_names(puzzle: Puzzle) -> list[str]:
    """Return the names of the seats."""
    return [texts.seat_name(place) for place in PLACES[len(puzzle.hands)]]


def _solution(puzzle: Puzzle, place: Place, answer: Answer, shown: Shown) -> Solution:
    """Return what is shown after an answer."""
    by_first: dict[Cards, LineLink] = {}
    for line, url in place.urls.items():
        by_first.setdefault(first_of(puzzle, place, answer, line), LineLink(line, url))
    ordered = sorted(puzzle.lines.items(), key=lambda pair: (-pair[1].points, pair[0]))
    return Solution(
        is_right=answer.is_right,
        verdict=texts.verdict(puzzle, answer.cards),
        reasons=[
            *texts.reasons(puzzle, answer.cards),
            *([] if place.played is None else [texts.played_sentence(puzzle, place.played)]),
        ],
        actions=[
            ActionLine(
                texts.action_label(puzzle, cards),
                [face.html for face in faces(cards)] if cards.bit_count() > 1 else [],
                line.points,
                cards == puzzle.best,
                cards == answer.cards,
                cards == place.played,
            )
            for cards, line in ordered
        ],
        lines=list(by_first.values()) if len(by_first) > 1 else [],
        shown=shown,
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
