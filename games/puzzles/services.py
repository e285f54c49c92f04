"""Answers to puzzles: of users as rows, of visitors in their session.

Only the first answer counts. A user's rating follows from them by Elo's formula: the puzzle, whose
rating is fixed, is the opponent.
"""

from collections.abc import Mapping
from typing import Any, Final, NamedTuple

from django.db import transaction
from django.http import HttpRequest

from accounts.guests import person
from accounts.models import User
from games.puzzles.models import PuzzleResult
from games.puzzles.puzzle import Level, Puzzle, puzzle_with, puzzles
from games.rules.cards import Cards, cards_text, parse_cards

#: The rating before the first answer.
START_RATING: Final = 1100
#: How far one answer can change the rating: the first ones more.
FIRST_ANSWERS: Final = 20
FIRST_FACTOR: Final = 40
FACTOR: Final = 20

#: Where a visitor's answers are in their session: the cards by the puzzle's number, as texts.
SESSION_KEY: Final = "puzzles"


class Answer(NamedTuple):
    """The first answer to a puzzle: the cards, 0 for a pass, and whether it was the best play."""

    cards: Cards
    is_right: bool


class Progress(NamedTuple):
    """The answers of a user or visitor by number of the puzzle, and their rating."""

    answers: Mapping[int, bool]
    #: None for a visitor, and before the first answer.
    rating: int | None

    @property
    def right(self) -> int:
        """The number of right answers."""
        return sum(self.answers.values())


def answer_to(request: HttpRequest, puzzle: Puzzle) -> Answer | None:
    """Return the answer of the request's user or visitor to a puzzle, or None."""
    user = person(request)
    if user is None:
        text = _session_answers(request).get(str(puzzle.number))
    else:
        rows = PuzzleResult.objects.filter(user=user, puzzle=puzzle.number)
        text = rows.values_list("cards", flat=True).first()
    if text is None:
        return None
    cards = parse_cards(text)
    return Answer(cards, cards == puzzle.best)


def store_answer(request: HttpRequest, puzzle: Puzzle, cards: Cards) -> None:
    """Store a legal answer to a puzzle, 0 for a pass, unless there is one already."""
    user = person(request)
    if user is not None:
        store_result(user, puzzle, cards)
        return
    answers = _session_answers(request)
    if str(puzzle.number) not in answers:
        request.session[SESSION_KEY] = {**answers, str(puzzle.number): cards_text(cards)}


def store_result(user: User, puzzle: Puzzle, cards: Cards) -> None:
    """Store a user's legal answer with the rating after it, unless there is one already.

    Locks the user's row, because each rating follows from the one before.
    """
    with transaction.atomic():
        User.objects.select_for_update(no_key=True).get(pk=user.pk)
        rows = PuzzleResult.objects.filter(user=user)
        if rows.filter(puzzle=puzzle.number).exists():
            return
        is_right = cards == puzzle.best
        ratings = list(rows.order_by("pk").values_list("rating", flat=True))
        rating = rating_after(
            ratings[-1] if ratings else START_RATING, puzzle.rating, len(ratings), is_right=is_right
        )
        PuzzleResult.objects.create(
            user=user,
            puzzle=puzzle.number,
            cards=cards_text(cards),
            is_right=is_right,
            rating=rating,
        )


def rating_after(rating: int, opponent: int, answers: int, *, is_right: bool) -> int:
    """Return a rating after an answer.

    :param opponent: the puzzle's rating
    :param answers: how many answers there were before
    """
    expected = 1 / (1 + 10 ** ((opponent - rating) / 400))
    factor = FIRST_FACTOR if answers < FIRST_ANSWERS else FACTOR
    return round(rating + factor * (is_right - expected))


def progress(request: HttpRequest) -> Progress:
    """Return what the request's user or visitor has answered. One query; none for a visitor."""
    user = person(request)
    if user is not None:
        rows = PuzzleResult.objects.filter(user=user).order_by("pk")
        found = list(rows.values_list("puzzle", "is_right", "rating"))
        answers = {number: is_right for number, is_right, _rating in found}
        return Progress(answers, found[-1][2] if found else None)
    own = {}
    for number, text in _session_answers(request).items():
        found_puzzle = puzzle_with(int(number))
        if found_puzzle is not None:
            own[found_puzzle.number] = parse_cards(text) == found_puzzle.best
    return Progress(own, None)


def next_puzzle(done: Progress, level: Level | None) -> Puzzle | None:
    """Return the unanswered puzzle of a level nearest to the user's rating; None if there is none.

    :param level: None for any
    """
    rating = START_RATING if done.rating is None else done.rating
    open_puzzles = [
        puzzle
        for puzzle in puzzles()
        if puzzle.number not in done.answers and level in (None, puzzle.level)
    ]
    return min(open_puzzles, key=lambda each: abs(each.rating - rating), default=None)


def _session_answers(request: HttpRequest) -> dict[str, Any]:
    """Return a visitor's answers: cards as texts by the puzzle's number."""
    found: dict[str, Any] = request.session.get(SESSION_KEY, {})
    return found
