"""Registrations for lower packages: the puzzles in a reviewed deal."""

from games.puzzles.endings import endings_of
from games.replays.review.endings import find_endings


def provide() -> None:
    """Fill the slots of lower packages; called when the apps are ready."""
    find_endings.fill(endings_of)
