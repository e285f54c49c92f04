"""Cards of running tables on the desk, from unsaved rows."""

from datetime import UTC, datetime, timedelta
from typing import Any

import pytest
from django.utils import timezone

from accounts.models import User
from games.tables.models import Seat, Session, Table
from tests.related import set_related
from tournaments.clubs.models import Club
from tournaments.events.core.models import Event
from tournaments.events.desk.table_cards import LiveTable, live_tables
from tournaments.events.entries.models import Entry
from tournaments.events.rounds.models import EventSeat, EventTable

#: Any time in the past.
THEN = datetime(2024, 3, 7, 11, 30, tzinfo=UTC)


def online(pk: int = 1) -> User:
    return User(pk=pk, seen_at=timezone.now())


def card(
    seat: dict[str, Any] | None = None,
    *,
    is_over: bool = False,
    net: int | None = None,
    **table: Any,
) -> LiveTable:
    """Return the card of a table with one seat, in the first of two deals."""
    held = Table(pk=5, slug="t5", **{"phase": Table.Phase.PLAYING} | table)
    session = Session(pk=6, table=held, deals_planned=2)
    given = {"number": 0, "name": "ann", "user": online(), "net": 7}
    set_related(session, seats=[Seat(**given | (seat or {}))])
    row = EventTable(pk=7, number=3, table=held, finished_at=THEN if is_over else None)
    own = EventSeat(place=0, entry=Entry(number=1, name="ann", status="here"), net=net)
    set_related(row, seats=[own])
    [found] = live_tables(Event(slug="spring", club=Club()), [row], [session])
    return found


@pytest.mark.parametrize(
    ("fields", "state"),
    [
        ({}, "Deal 1 of 2"),
        ({"phase": Table.Phase.BETWEEN}, "Deal 1 of 2 finished"),
        ({"paused_at": THEN}, "Deal 1 of 2, paused"),
        ({"phase": Table.Phase.FINISHED}, "Saving the result"),
        ({"phase": Table.Phase.FINISHED, "is_over": True}, "finished"),
    ],
)
def test_a_card_says_how_far_its_table_is(fields, state):
    assert card(**fields).state == state


@pytest.mark.parametrize(
    ("seat", "missing"),
    [
        ({}, ""),
        ({"user": None, "bot": "counting"}, ""),
        ({"left_at": THEN}, "left; a bot is playing"),
        ({"stand_in": "counting"}, "away; a bot is playing"),
        ({"user": User(pk=1)}, "offline"),
        ({"user": User(pk=1, seen_at=THEN)}, "offline"),
        ({"timeouts": 1}, "missed 1 turn"),
        ({"timeouts": 2}, "missed 2 turns"),
    ],
)
def test_a_card_says_why_a_player_is_missing(seat, missing):
    found = card(seat)
    assert found.seats[0].missing == missing
    assert found.is_missing == bool(missing)
    # Between sessions no one is waited for.
    assert card(seat, phase=Table.Phase.FINISHED).seats[0].missing == ""


def test_only_the_clock_of_a_table_in_play_runs():
    deadline = THEN + timedelta(minutes=1)
    assert card(deadline=deadline).until == int(deadline.timestamp() * 1000)
    assert card(deadline=deadline, paused_at=THEN).until == 0
    assert card().until == 0


def test_points_with_the_same_packs_are_hidden_until_there_is_a_result():
    assert card().seats[0].net == "+7"
    assert card(same_packs=True).seats[0].net == ""
    assert card(same_packs=True, net=9).seats[0].net == "+9"


def test_a_finished_table_can_be_corrected():
    assert card(is_over=True, net=9).correct_url == "/events/spring/desk/results/7/"
    assert card(is_over=True).correct_url == ""
    assert card().actions
    assert not card(is_over=True).actions


def test_a_seat_names_whom_its_player_stands_for():
    assert card({"name": "bo", "user": online(2)}).seats[0].stands_for == "ann"
    assert card().seats[0].stands_for == ""
