"""A user's answers to puzzles, for the download of their data."""

from typing import Any

from accounts import export
from games.puzzles.models import PuzzleResult


def _row_data(row: PuzzleResult) -> dict[str, Any]:
    """Return the exported values of an answer, by the name of the field in the export."""
    return {
        "puzzle": row.puzzle,
        "cards": row.cards,
        "is_right": row.is_right,
        "rating": row.rating,
        "answered_at": row.created_at,
    }


def provide() -> None:
    """Register answers in the data export; called when the apps are ready."""
    export.provide(
        "puzzles", export.pages(lambda user: PuzzleResult.objects.filter(user=user), _row_data)
    )
