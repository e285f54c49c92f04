"""Words for formats and groups in each case, from unsaved events."""

from typing import Any

import pytest

from tournaments.events.core.groups_outline import groups_outline
from tournaments.events.core.models import Event
from tournaments.events.core.words import format_words
from tournaments.pairing.formats.groups import Groups
from tournaments.pairing.formats.seating_context import SeatingContext


@pytest.mark.parametrize(
    ("name", "chosen", "said"),
    [
        ("swiss", {"rounds": 5}, "Swiss, 5 rounds"),
        ("groups", {}, "Groups and final"),
        # A format that only a newer release knows.
        ("unknown", {}, "unknown"),
        ("club_night", {}, "Club night, ranked by the total of all sessions"),
        (
            "club_night",
            {"by": "average", "least_deals": 8},
            "Club night, ranked by average points per deal (at least 8 deals)",
        ),
        ("club_night", {"by": "best", "best": 1}, "Club night, ranked by best session"),
        ("club_night", {"by": "best", "best": 3}, "Club night, ranked by the best 3 sessions"),
    ],
)
def test_a_format_is_named_with_its_rounds_or_ranking(name, chosen, said):
    assert format_words(Event(format=name, format_settings=chosen)) == said


@pytest.mark.parametrize(
    ("players", "chosen", "said"),
    [
        (16, {}, "The best player of each group goes on."),
        (16, {"past_cut": 2}, "The best 2 players of each group go on."),
        (16, {"cut": "overall", "past_cut": 1}, "The best player of all goes on."),
        (16, {"cut": "overall", "past_cut": 8}, "The best 8 players of all go on."),
        (
            12,
            {"groups": 3},
            "That doesn’t fill the final table, so the best of the other players joins them.",
        ),
        (
            8,
            {"groups": 2},
            "That doesn’t fill the final table, so the best 2 of the other players join them.",
        ),
        (16, {"past_cut": 2, "going_on": 1}, "The best player of each table goes on."),
        (16, {"past_cut": 2}, "The best 2 players of each table go on."),
        (16, {"carry": True}, "Points from the groups count in the final."),
        (
            8,
            {"groups": 4},
            "4 groups need 16 players; with 8 there are 2.",
        ),
    ],
)
def test_the_outline_of_groups_says_who_goes_on(players, chosen: dict[str, Any], said):
    assert said in groups_outline(Groups(**chosen), players, SeatingContext(table_size=4))
