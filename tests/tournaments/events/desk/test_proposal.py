"""Sentences on how and why a proposed round has changed, from unsaved rows."""

from typing import Any

import pytest

from tournaments.events.desk.proposal import proposal_changes
from tournaments.events.entries.models import Entry
from tournaments.events.rounds.models import EventRound

NAMES = {number: Entry(number=number, name=name) for number, name in enumerate(("ann", "bob"), 1)}


@pytest.mark.parametrize(
    ("change", "said"),
    [
        (
            {"why": "entered", "params": {"name": "ann"}, "came": [1]},
            "Joined the round: ann. ann signed up.",
        ),
        (
            {"why": "withdrew", "params": {"name": "bob"}, "gone": [2], "sits_out": [1]},
            "Left the round: bob. Now sitting out: ann. bob withdrew.",
        ),
        (
            {"why": "uneven", "plays": [1, 2], "is_moved": True},
            "Now playing: ann and bob. Some players now sit at different tables. The setting for"
            " tables that don’t fill was changed.",
        ),
        (
            {"why": "places", "is_kept": True},
            "Your manual seating is kept where it still fits. The player limit was changed.",
        ),
        (
            {"why": "taken_back", "params": {"round": 2}, "is_given_up": True},
            "Your manual seating no longer fits and was replaced. Round 2 was undone.",
        ),
        # Reasons that only a newer release stores, and players who are gone.
        ({"why": "unknown", "came": [7]}, "Results or players have changed."),
    ],
)
def test_a_changed_proposal_says_who_is_affected_and_why(change: dict[str, Any], said):
    assert proposal_changes(EventRound(changes=[change]), NAMES) == [said]


def test_an_unchanged_proposal_has_nothing_to_say():
    assert proposal_changes(EventRound(), NAMES) == []
