"""Sentences of an event's activity log, from unsaved rows."""

from datetime import UTC, datetime
from typing import Any

import pytest

from accounts.models import User
from tournaments.clubs.models import Club
from tournaments.events.core.activity import activity_line
from tournaments.events.core.models import Event, EventRecord
from tournaments.events.entries.models import Entry

CLUB = Club(name="Harbour Club", time_zone="Asia/Hong_Kong")
OSCAR = User(username="oscar")
ANN = Entry(name="ann")


def line(deed: str, *, actor: User | None = OSCAR, text: str = "", **params: Any) -> str:
    """Return the sentence about Ann's entry in an event in Hong Kong dollars."""
    record = EventRecord(
        event=Event(currency="HKD"),
        actor=actor,
        entry=ANN,
        deed=deed,
        params=params,
        text=text,
        at=datetime(2027, 3, 7, 11, 30, tzinfo=UTC),
    )
    return activity_line(record, CLUB).words


@pytest.mark.parametrize("deed", EventRecord.Deed.values)
def test_each_activity_is_a_sentence(deed):
    params = {"seconds": 30, "minutes": 5, "commitment": "0a1b"}
    said = line(deed, round=2, table=3, **params)
    assert said.endswith((".", ":", "0a1b"))
    assert "%" not in said


@pytest.mark.parametrize(
    ("deed", "params", "said"),
    [
        ("finished", {"actor": None}, "The event ended when the last result came in."),
        ("finished", {}, "oscar ended the event."),
        ("settled", {"actor": None}, "The site settled the event."),
        ("extended", {"seconds": 30, "table": 3}, "oscar added 30 seconds at table 3."),
        ("extended", {"seconds": 30}, "oscar added 30 seconds at all tables."),
        ("entered", {"listed": True}, "oscar added ann from a list."),
        ("entered", {"picked": True}, "oscar added ann."),
        ("substituted", {"by": "bo"}, "oscar let bo play for ann."),
        ("substituted", {}, "oscar let a bot play for ann."),
        ("substituted", {"by": "ann"}, "oscar let ann play again."),
        (
            "corrected",
            {"table": 3, "before": -5, "after": 5},
            "oscar corrected ann’s result at table 3 from −5 to +5.",
        ),
        ("uneven", {"way": "bots"}, "oscar chose what happens if tables don’t fill:"),
        ("repeats", {"every": "fortnight"}, "oscar chose to repeat the event: every 2 weeks."),
        ("withdrew", {"because": "left"}, "ann was withdrawn after leaving the club."),
        (
            "created",
            {"because": "repeats"},
            "The event was created automatically, because it repeats.",
        ),
        (
            "changed",
            {"because": "zone", "zone": "Asia/Manila"},
            "oscar changed the club’s time zone to Asia/Manila. The event kept its time of day.",
        ),
        (
            "cancelled",
            {"because": "closed"},
            "oscar closed the club, which cancelled the event.",
        ),
    ],
)
def test_the_sentence_says_who_did_it_and_why(deed, params, said):
    assert line(deed, **params).startswith(said)


@pytest.mark.parametrize(
    ("params", "said"),
    [
        ({"changes": [["name", "Spring", "Summer"]]}, "Changed: name: Spring → Summer."),
        # Long texts are not repeated.
        ({"changes": [["description", "", ""]]}, "Changed: description."),
        ({"changes": [["entry_limit", "", "16"]]}, "Changed: player limit: no limit → 16."),
        (
            {"changes": [["spectators", "True", "False"]]},
            "Changed: spectators allowed: yes → no.",
        ),
        (
            {"changes": [["stake_minor", "0", "100"], ["currency", "", "HKD"]]},
            "Changed: stake: – → HK$1.00.",
        ),
        (
            {"changes": [["fee_minor", "500", "700"]], "currencies": ["EUR", "EUR"]},
            "Changed: entry fee: €5.00 → €7.00.",
        ),
        # Earlier releases didn't store the currency.
        ({"changes": [["fee_minor", "500", "700"]]}, "Changed: entry fee: HK$5.00 → HK$7.00."),
        ({"changes": [["unknown", "1", "2"]]}, ""),
    ],
)
def test_a_changed_event_names_old_and_new_values(params, said):
    assert line("changed", **params) == f"oscar edited the event. {said}".strip()


def test_the_reason_is_left_out_for_readers_whom_it_does_not_concern():
    record = EventRecord(
        event=Event(),
        actor=OSCAR,
        entry=ANN,
        deed="removed",
        text="Shouted",
        at=datetime(2027, 3, 7, 11, 30, tzinfo=UTC),
    )
    assert activity_line(record, CLUB).reason == "Shouted"
    assert activity_line(record, CLUB, with_reason=False).reason == ""
    assert activity_line(record, CLUB).at.endswith("19:30")
