"""What moves cost the database, in statements besides those of the transaction."""

from collections.abc import Callable
from typing import Any

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext

from games.screens.table.frame import frame
from games.tables import services
from games.tables.models import Table
from tournaments.ledger.services import settle_session

pytestmark = pytest.mark.django_db

ROW, PERSON = ("SELECT", "games_table"), ("SELECT", "accounts_user")
ACTION, ROW_AGAIN = ("INSERT", "games_action"), ("UPDATE", "games_table")


def statements(do: Callable[..., Any], *given: object) -> list[tuple[str, str]]:
    """Return what each statement does, and the table of the database that it names first."""
    with CaptureQueriesContext(connection) as queries:
        do(*given)
    made = [each["sql"].split('"') for each in queries if "SAVEPOINT" not in each["sql"]]
    return [(words[0].split()[0], words[1]) for words in made]


@pytest.fixture
def game(club, django_capture_on_commit_callbacks):
    """A deal whose first play this process has seen committed; the first seat has one card left."""
    game = club(deals=1)
    game.rig("3D 2S", "4D 5C", "5D 7C", "6D 7H", leader=0)
    with django_capture_on_commit_callbacks(execute=True):
        game.play("3D")
    frame(game.table.pk)
    return game


def test_a_play_costs_the_person_the_row_the_action_and_the_row_again(club):
    game = club(deals=1)
    game.rig("3D 9S 2S", "4D 5C", "5D 7C", "6D 7H", leader=0)
    moment = game.now().moment
    cost = statements(services.play, game.people[0].caller, game.table.pk, "3D", moment)
    assert cost == [PERSON, ROW, ACTION, ROW_AGAIN]


def test_a_bots_move_costs_two_looks_at_the_row_the_action_and_the_row_again(game):
    version = game.now().version
    cost = statements(services.move_on, game.table.pk, version)
    assert cost == [ROW, ROW, ACTION, ROW_AGAIN]
    assert game.now().version == version + 1


def test_showing_a_move_costs_the_row(game):
    assert statements(frame, game.table.pk) == [ROW]


def test_the_end_of_a_session_and_its_settlement_cost_a_few_more(game):
    here = game.bots_until_own_turn()
    caller, number = game.people[0].caller, game.table.pk
    assert len(statements(services.play, caller, number, "2S", here.moment)) == 13
    assert Table.objects.get().phase == Table.Phase.FINISHED
    found = statements(settle_session, here.session.pk)
    # Two accounts are opened, the person's and the bots'; three fewer where they are there.
    assert len(found) == 14
