"""Forms of the desk about the event as a whole: what they warn of, and their messages."""

from datetime import UTC, datetime
from typing import Any

import pytest

from accounts.caller import Caller
from tests.tournaments.events.rows import played_event
from tournaments.clubs.models import Club
from tournaments.events.core.denials import EventCode
from tournaments.events.core.models import Event
from tournaments.events.desk.forms import (
    CancelForm,
    DeskForm,
    EndForm,
    EndNightForm,
    ExtendForm,
    StartEarlyForm,
    UndoRoundForm,
    UndoStartForm,
)


@pytest.mark.parametrize(
    ("form", "fields", "said"),
    [
        (
            CancelForm,
            {"status": "draft"},
            ["The draft disappears from the club’s lists. Members haven’t seen it."],
        ),
        (
            CancelForm,
            {"status": "open"},
            [
                "The event won’t take place. Everyone who signed up is told your reason.",
                "A cancelled event can’t be reopened.",
            ],
        ),
        (
            EndForm,
            {},
            [
                "No more rounds will be played. All finished rounds count.",
                "An event that has ended can’t be continued.",
            ],
        ),
        (
            EndForm,
            {"currency": "HKD"},
            [
                "No more rounds will be played. All finished rounds count.",
                "The results are settled right away.",
                "An event that has ended can’t be continued.",
            ],
        ),
        (
            EndNightForm,
            {},
            [
                "Unfinished sessions won’t count, but players can finish them.",
                "A club night that has ended can’t be continued.",
            ],
        ),
        (
            UndoRoundForm,
            {},
            [
                "The tables of this round are closed, and you can change its seating again.",
                "This is only possible until the first card is played.",
            ],
        ),
        (
            UndoRoundForm,
            {"cards": "paper"},
            [
                "The tables of this round are closed, and you can change its seating again.",
                "This is only possible until the first deal is entered.",
            ],
        ),
    ],
)
def test_the_page_of_an_action_states_its_consequences(
    form: type[DeskForm], fields: dict[str, Any], said
):
    assert form(event=Event(**fields)).consequences == said


def test_starting_early_names_the_planned_start():
    event = Event(
        club=Club(time_zone="Asia/Hong_Kong"), starts_at=datetime(2027, 3, 7, 11, 30, tzinfo=UTC)
    )
    planned, _published = StartEarlyForm(event=event).consequences
    assert "19:30 (Hong Kong). Start it now?" in planned


@pytest.mark.parametrize(
    ("number", "heading", "done"),
    [
        ("", "Add time at all tables", "60 seconds added at all tables."),
        ("1", "Add time at table 1", "60 seconds added at table 1."),
    ],
)
def test_time_is_added_at_one_table_or_at_all(crew, number, heading, done):
    event = played_event(crew, [[{1: None, 2: None, 3: None, 4: None}]], ["a", "b", "c", "d"])
    form = ExtendForm({"table": number, "seconds": 60, "reason": "A long call"}, event=event)
    assert form.heading == heading
    assert form.is_valid(), form.errors
    form.call_service(Caller(crew.organizer))
    assert form.done == done


@pytest.mark.parametrize(
    ("status", "code"), [("running", EventCode.START_PLAYED), ("open", EventCode.NOT_NOW)]
)
def test_a_start_is_undone_only_before_the_first_card(crew, status, code):
    nets = {1: 3, 2: -1, 3: -1, 4: -1}
    event = played_event(crew, [[nets]], ["a", "b", "c", "d"], length=3, status=status)
    obstacle = UndoStartForm(event=event).obstacle
    assert obstacle is not None
    assert obstacle.code == code
