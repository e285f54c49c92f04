"""Reasons for denials that count or name something."""

import pytest

from games.common.denials import Denial
from tournaments.events.core.denial_texts import sentence
from tournaments.events.core.denials import EventCode
from tournaments.events.paper.deal import PaperCode

Code = EventCode


@pytest.mark.parametrize(
    ("code", "params", "said"),
    [
        (Code.RESULTS_MISSING, {"missing": 1}, "1 table has no result yet."),
        (Code.RESULTS_MISSING, {"missing": 3}, "3 tables have no result yet."),
        (Code.PLAYS_ELSEWHERE, {"names": ("ann",)}, "ann is playing at another table."),
        (
            Code.PLAYS_ELSEWHERE,
            {"names": ("ann", "bo")},
            "ann and bo are playing at another table.",
        ),
        (
            Code.PLAYS_ELSEWHERE,
            {"names": ("ann",), "places": (("Spring", 2, 3),)},
            "ann (Spring, round 2, table 3) is playing at another table. Wait until that table has"
            " finished, or play without this player for now.",
        ),
        (
            Code.PLAYS_ELSEWHERE,
            {"names": ("ann", "bo"), "places": (("Spring", 2, 3), ("", 0, 0))},
            "ann (Spring, round 2, table 3) and bo are playing at another table. Wait until these"
            " tables have finished, or play without these players for now.",
        ),
        (Code.NO_FURTHER_DEAL, {"deals": 1}, "Each table plays 1 deal in this round."),
        (Code.DEALS_UNCONFIRMED, {"numbers": ("2",)}, "Deal 2 isn’t confirmed yet."),
        (Code.DEALS_UNCONFIRMED, {"numbers": ("2", "3")}, "Deals 2 and 3 aren’t confirmed yet."),
        (
            Code.RESULTS_FINAL,
            {"days": 7},
            "The event ended more than 7 days ago, so its results are final.",
        ),
        (
            Code.PENALTY_TOO_HIGH,
            {"most": 54},
            "A penalty can’t be higher than 54 points, the most a player can lose in a round.",
        ),
        (
            Code.ENTRIES_CLOSED,
            {"closed_by": "half_of_groups"},
            "Sign-up closed when half of the group rounds had been played.",
        ),
        (
            Code.ENTRIES_CLOSED,
            {"closed_by": "never"},
            "Sign-up closed when the first round of the knock-out started.",
        ),
        (Code.ENTRIES_CLOSED, {}, str(Code.ENTRIES_CLOSED.label)),
        (
            PaperCode.TOO_MANY_CARDS,
            {"name": "bo", "most": 13},
            "bo can’t have more than 13 cards left.",
        ),
        (
            PaperCode.WHO_PAYS,
            {"names": ("ann", "bo")},
            "There is a tie. Choose who pays: ann and bo.",
        ),
    ],
)
def test_a_denial_counts_and_names_what_is_in_the_way(code, params, said):
    assert sentence(Denial(code, params)) == said
