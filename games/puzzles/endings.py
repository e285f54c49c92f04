"""Puzzles from a user's own finished deals: found with the review, and stored in its row.

They follow the replay of the deal, belong to the review's player alone, and change no rating.
"""

from collections.abc import Iterator, Sequence
from dataclasses import replace
from time import thread_time
from typing import Final, NamedTuple

from django.db import transaction

from accounts.models import User
from games.puzzles.finding import has_few_cards, puzzle_from
from games.puzzles.puzzle import Puzzle, cards_in, read, write
from games.puzzles.services import Answer
from games.replays.review.endings import StoredEnding
from games.replays.review.models import DealReview
from games.rules.cards import Cards, cards_text, parse_cards
from games.rules.deal.actions import Pass, Play
from games.rules.deal.state import DealState
from games.rules.scoring import SeatNumber
from games.tables.history import FinishedDeal
from games.tables.models import Action

#: Positions of a deal that are solved, the last ones first.
MAX_TRIED: Final = 8
#: Processor time after which no further position is tried.
MAX_SECONDS: Final = 2.0


class DealPuzzle(NamedTuple):
    """A puzzle from a user's own deal."""

    puzzle: Puzzle
    #: The user's answer; None before it.
    answer: Answer | None
    #: The cards that the user played in the deal, 0 for a pass.
    played: Cards


# --- Finding


def endings_of(
    states: Sequence[DealState], actions: Sequence[Action], seat: SeatNumber
) -> list[StoredEnding]:
    """Return the endings in which the seat had to find the one play that is clearly best.

    At most `MAX_TRIED` positions are tried, and none after `MAX_SECONDS`.

    :param states: the state before each action, and the last one
    """
    begun = thread_time()
    found: list[StoredEnding] = []
    for step in list(_turns(states, actions, seat))[: -MAX_TRIED - 1 : -1]:
        if thread_time() - begun > MAX_SECONDS:
            break
        state = states[step]
        puzzle = puzzle_from("", state, state.rules)
        if puzzle is not None:
            best = cards_text(puzzle.best)
            found.append({"step": step, "puzzle": write(puzzle), "best": best, "answer": None})
    return found[::-1]


def _turns(
    states: Sequence[DealState], actions: Sequence[Action], seat: SeatNumber
) -> Iterator[int]:
    """Yield the steps at which the player had few cards and acted in turn; not a stand-in."""
    for step, (stored, state) in enumerate(zip(actions, states, strict=False)):
        action = states[-1].actions[step]
        is_own = action.seat == state.turn == seat and not stored.by_bot
        if is_own and isinstance(action, (Play, Pass)) and has_few_cards(state, seat):
            yield step


# --- Reading and answering


def deal_puzzle(finished: FinishedDeal, user: User, step: int) -> DealPuzzle | None:
    """Return the puzzle at a step of the user's own deal; None if there is none. One query."""
    review = DealReview.objects.filter(
        deal=finished.deal, user=user, status=DealReview.Status.READY
    ).first()
    stored = None if review is None else _at(review, step)
    if stored is None:
        return None
    puzzle = replace(
        read(0, stored["puzzle"]),
        rules_name=finished.session.rules_name,
        own_rules=finished.setup.rules,
    )
    answer = None
    if stored["answer"] is not None:
        cards = parse_cards(stored["answer"])
        answer = Answer(cards, cards == puzzle.best)
    return DealPuzzle(puzzle, answer, cards_in(finished.final.actions[step]))


def store_answer(finished: FinishedDeal, user: User, step: int, cards: Cards) -> None:
    """Store the user's legal answer, 0 for a pass, unless there is one already.

    Locks the review, which has the answers to all puzzles of the deal.
    """
    with transaction.atomic():
        rows = DealReview.objects.select_for_update(no_key=True)
        review = rows.filter(deal=finished.deal, user=user).first()
        stored = None if review is None else _at(review, step)
        if review is None or stored is None or stored["answer"] is not None:
            return
        stored["answer"] = cards_text(cards)
        review.save(update_fields=["endings"])


def _at(review: DealReview, step: int) -> StoredEnding | None:
    """Return the review's ending at a step, or None."""
    return next((each for each in review.endings if each["step"] == step), None)
