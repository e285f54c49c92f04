"""Endings of a reviewed deal that make a puzzle: how they are stored, and the slot that finds them.

``games.puzzles`` knows what makes a puzzle; it fills the slot and has the pages.
"""

from collections.abc import Sequence
from typing import Any, TypedDict

from games.common.slots import Slot
from games.rules.deal.state import DealState
from games.tables.models import Action


class StoredEnding(TypedDict):
    """An ending that makes a puzzle, as it is stored; cards are texts, empty for a pass."""

    #: The index of the player's action in the deal.
    step: int
    #: The position and its solution, as ``games.puzzles.puzzle`` writes them.
    puzzle: dict[str, Any]
    best: str
    #: The player's answer to the puzzle; None before it.
    answer: str | None


#: Takes the states before each action and the last one, the actions, and the player's seat.
find_endings: Slot[[Sequence[DealState], Sequence[Action], int], list[StoredEnding]] = Slot(
    "the endings of a deal that make a puzzle"
)
