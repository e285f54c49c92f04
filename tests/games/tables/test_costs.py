"""The maximum number of statements for a move, without those of the transaction."""

from collections import Counter
from collections.abc import Callable
from typing import Any

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext

from games.screens.table.state import table_state
from games.tables.models import Table
from games.tables.services import moves, timers
from tournaments.ledger.settling.services import settle_session

pytestmark = [pytest.mark.django_db, pytest.mark.every_database]

#: The row, locked; where a person asks, with the proof of who they are.
ROW = ("SELECT", "games_table")
#: The action and the row again: PostgreSQL takes both as one statement.
MOVE = (
    [("WITH", "games_action")]
    if connection.vendor == "postgresql"
    else [("INSERT", "games_action"), ("UPDATE", "games_table")]
)


def statements(do: Callable[..., Any], *given: object) -> Counter[tuple[str, str]]:
    """Count statements by kind and by the first table that they name."""
    with CaptureQueriesContext(connection) as queries:
        do(*given)
    made = [each["sql"].split('"') for each in queries if "SAVEPOINT" not in each["sql"]]
    return Counter((words[0].split()[0], words[1]) for words in made)


@pytest.fixture
def game(club, django_capture_on_commit_callbacks):
    """A deal whose first play this process has committed; the first seat has one card left."""
    game = club(deals=1)
    game.rig("3D 2S", "4D 5C", "5D 7C", "6D 7H", leader=0)
    with django_capture_on_commit_callbacks(execute=True):
        game.play("3D")
    table_state(game.table.pk)
    return game


def test_a_play_locks_the_row_and_stores_the_action_and_the_row(club):
    game = club(deals=1)
    game.rig("3D 9S 2S", "4D 5C", "5D 7C", "6D 7H", leader=0)
    moment = game.now().position
    cost = statements(moves.play, game.people[0].caller, game.table.pk, "3D", moment)
    assert cost <= Counter([ROW, *MOVE])


def test_a_pass_takes_no_more_statements_and_a_refused_move_only_locks_the_row(party):
    game = party(people=4)
    here = game.begin()
    caller, number = game.person_at(here.state.turn).caller, game.table.pk
    assert statements(moves.pass_turn, caller, number, here.position) <= Counter([ROW])
    game.step()
    here = game.now()
    caller = game.person_at(here.state.turn).caller
    assert statements(moves.pass_turn, caller, number, "1.1.1.0") <= Counter([ROW])
    assert statements(moves.pass_turn, caller, number, here.position) <= Counter([ROW, *MOVE])


def test_a_bots_move_reads_the_row_twice_and_stores_the_action_and_the_row(game):
    version = game.now().version
    cost = statements(timers.move_on, game.table.pk, version)
    assert cost <= Counter([ROW, ROW, *MOVE])
    assert game.now().version == version + 1


def test_the_last_play_of_a_deal_also_stores_the_deal_and_the_seats(
    club, django_capture_on_commit_callbacks
):
    game = club(deals=2)
    game.rig("3D 2S", "4D 5C", "5D 7C", "6D 7H", leader=0)
    with django_capture_on_commit_callbacks(execute=True):
        game.play("3D")
    here = game.bots_until_own_turn()
    caller, number = game.people[0].caller, game.table.pk
    cost = statements(moves.play, caller, number, "2S", here.position)
    assert {what for what, _table in cost} <= {"SELECT", "INSERT", "UPDATE", "4"}
    # The action is stored before the deal ends by it, so on its own also on PostgreSQL.
    assert cost.total() <= 5


def test_showing_a_move_reads_only_the_row(game):
    assert statements(table_state, game.table.pk) <= Counter([ROW])


def test_the_end_of_a_session_and_its_settlement_take_few_statements(game):
    here = game.bots_until_own_turn()
    caller, number = game.people[0].caller, game.table.pk
    # One of them tells the seats, by which people's lists find what is over, and what goes on.
    assert statements(moves.play, caller, number, "2S", here.position).total() <= 11
    assert Table.objects.get().phase == Table.Phase.FINISHED
    found = statements(settle_session, here.session.pk)
    # Two accounts are opened, the person's and the bots'; three fewer where they are there.
    assert found.total() <= 14
