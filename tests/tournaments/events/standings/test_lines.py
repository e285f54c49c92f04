"""Lines of standings: totals, what decided them, rounds and penalties, from unsaved rows."""

from datetime import UTC, datetime
from fractions import Fraction
from typing import Any

import pytest

from tournaments.events.core.models import Event
from tournaments.events.corrections.models import EntryPenalty
from tournaments.events.entries.models import Entry
from tournaments.events.standings.cross_table import line_part, penalty_lines
from tournaments.events.standings.lines import arithmetic, decided, place_of
from tournaments.events.standings.sheet import EventSheet
from tournaments.events.standings.ties import explanation, order_label, order_sentence
from tournaments.pairing.rounds import Round, RoundResult, Seating
from tournaments.pairing.standings.lines import Decision, RoundScore, Standing

NAMES = {1: Entry(number=1, name="ann"), 2: Entry(number=2, name="bob")}


def standing(entrant: int = 1, **fields: Any) -> Standing:
    given: dict[str, Any] = {
        "entrant": entrant,
        "place": 1,
        "shared": False,
        "total": 9,
        "points": 9,
        "penalty": 0,
        "adjustment": 0,
        "deals_won": 1,
        "deals": 2,
        "best_round": 9,
        "level": 0,
        "stage": "",
        "place_before": None,
        "still_in": True,
        "rounds": (),
        "decision": None,
    }
    return Standing(**given | fields)


@pytest.mark.parametrize(
    ("fields", "said"),
    [
        ({}, ""),
        ({"penalty": 5}, "+9 − 5"),
        ({"adjustment": 3}, "+9 + 3"),
        ({"penalty": 5, "adjustment": -3}, "+9 − 5 − 3"),
    ],
)
def test_a_total_of_more_than_points_is_calculated(fields, said):
    assert arithmetic(standing(**fields)) == said


def test_a_shared_place_is_marked():
    assert place_of(standing(place=2)) == "2"
    assert place_of(standing(place=2, shared=True)) == "2="


@pytest.mark.parametrize(
    ("decision", "said"),
    [
        (None, ""),
        (Decision("stage", 2, 1), "advanced further"),
        (Decision("total", 9, 4), "ahead by 5"),
        (Decision("total", Fraction(5, 2), 1), "ahead by 1.50"),
        (Decision("penalty", -2, -5), "tied on points; fewer penalty points: 2 to 5"),
        (Decision("deals_won", 3, 2), "tied on points; more deals won: 3 to 2"),
        (Decision("shared", 0, 0), "tied"),
    ],
)
def test_a_line_says_what_decided_it(decision, said):
    assert decided(decision) == said


@pytest.mark.parametrize(
    ("decision", "said"),
    [
        (
            Decision("shared", 0, 0),
            "ann and bob share a place: both +9, and every tie-break is equal.",
        ),
        (
            Decision("deals_won", 1, 0),
            "ann is above bob: both +9; ann won 1 deal, bob 0.",
        ),
        (
            Decision("deals_won", 3, 2),
            "ann is above bob: both +9; ann won 3 deals, bob 2.",
        ),
        (
            Decision("best_round", 9, 7),
            "ann is above bob: both +9; best round: ann +9, bob +7.",
        ),
        (
            Decision("head_to_head", 3, -3),
            "ann is above bob: both +9; in rounds at the same table, compared with the tied"
            " players: ann +3, bob −3.",
        ),
        (
            Decision("played", 1, 0),
            "ann is above bob: both +9; bob hasn’t played a round.",
        ),
    ],
)
def test_a_tie_is_explained_with_both_names(decision, said):
    assert explanation(standing(tied_with=2, decision=decision), NAMES) == said


def test_without_a_tie_there_is_nothing_to_explain():
    assert explanation(standing(decision=Decision("total", 9, 4)), NAMES) == ""
    assert explanation(standing(tied_with=2), NAMES) == ""


def test_the_order_of_tie_breaks_is_a_sentence_and_a_fact():
    assert order_sentence([]) == "Players with equal totals share a place."
    assert order_sentence(["deals_won"]) == "Ties are broken by: most deals won."
    assert order_sentence(["penalty", "deals_won"]) == (
        "Ties are broken in this order: fewest penalty points and most deals won."
    )
    assert order_label([]) == "None; equal totals share a place"
    assert order_label(["penalty", "deals_won"]) == "Fewest penalty points › Most deals won"


# --- One entrant


def sheet(*lines: Standing, **fields: Any) -> EventSheet:
    played = Round(
        Seating(((1, 2, None),)), {1: RoundResult(9, 1, 2), 2: RoundResult(-9, 0, 2)}, "final"
    )
    given: dict[str, Any] = {
        "slug": "spring",
        "entries": NAMES,
        "history": (played,) * len(lines[0].rounds),
        "lines": lines,
        "penalties": {},
        "title_race": None,
        "is_final": False,
        "substitutes": {},
    }
    return EventSheet(**given | fields)


def test_the_rounds_of_an_entrant_name_opponents_or_why_there_are_none():
    scores = (
        RoundScore("played", 9, 1, 1, True),
        RoundScore("played", -2, 0, 1, False),
        RoundScore("out", None, 0, None, True),
        RoundScore("skipped", None, 0, None, True),
    )
    ann = standing(rounds=scores, stage="final", place_before=3)
    bob = standing(2, rounds=(RoundScore("awaited", None, 0, 1, True),) * 4)
    part = line_part(Event(slug="spring"), sheet(ann, bob), ann, own_number=1, runs_event=False)
    assert [each.points for each in part.rounds] == ["+9", "−2", "sat out", "skipped"]
    assert [each.is_dropped for each in part.rounds] == [False, True, False, False]
    assert [each.table for each in part.rounds] == ["1", "1", "", ""]
    assert part.rounds[0].stage == "Final"
    assert [name for name, _url, _points in part.rounds[0].opponents] == ["bob", "A bot"]
    assert part.tie_breaks[:2] == [("Stage reached", "Final"), ("Place before the final", "3")]


@pytest.mark.parametrize(
    ("fields", "when"),
    [
        ({"round": 2}, "round 2"),
        ({"round": 0}, "before the first round"),
        ({"round": 2, "reversed_at": datetime(2026, 3, 7, tzinfo=UTC)}, "round 2 (removed)"),
        (
            {"round": 0, "reversed_at": datetime(2026, 3, 7, tzinfo=UTC)},
            "before the first round (removed)",
        ),
    ],
)
def test_a_penalty_says_when_it_was_given_and_if_it_was_removed(fields, when):
    found = sheet(standing(), penalties={1: (EntryPenalty(points=5, reason="Late", **fields),)})
    [line] = penalty_lines(found, own_number=1, runs_event=False)
    assert (line.name, line.points, line.when, line.reason) == ("ann", "−5", when, "Late")


def test_the_reason_of_a_penalty_is_for_its_entrant_and_organizers():
    penalty = EntryPenalty(points=5, round=1, reason="Late")
    found = sheet(standing(), penalties={1: (penalty,), 2: (penalty,)})
    for own_number, runs_event, reasons in (
        (0, False, ["", ""]),
        (2, False, ["", "Late"]),
        (0, True, ["Late", "Late"]),
    ):
        shown = penalty_lines(found, own_number=own_number, runs_event=runs_event)
        assert [each.reason for each in shown] == reasons
    assert len(penalty_lines(found, 2, own_number=0, runs_event=True)) == 1
