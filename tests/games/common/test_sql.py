"""Generated SQL writes the same values as the ORM."""

import pytest
from django.db import IntegrityError, connection, transaction
from django.test.utils import CaptureQueriesContext
from django.utils import timezone

from games.chat.models import ChatLine
from games.common import sql
from games.tables.models import Session, Table

pytestmark = [pytest.mark.django_db, pytest.mark.every_database]


def test_rows_are_added_and_changed_like_with_the_orm(club):
    game = club()
    session, user = Session.objects.get(table=game.table), game.people[0].user
    values = {
        "session_id": session.pk,
        "user_id": user.pk,
        "name": "Ann",
        "text": "50 %s 'quoted' 好",
        "phrase": "",
        "written_at": timezone.now(),
        "cleared": True,
    }
    key = sql.add(ChatLine, **values)
    line = ChatLine.objects.get(pk=key)
    assert {name: getattr(line, name) for name in values} == values
    bystander = sql.add(ChatLine, **values)
    sql.change(ChatLine, key, {"text": "other", "user_id": None, "cleared": False})
    line.refresh_from_db()
    assert (line.text, line.user, line.cleared, line.name) == ("other", None, False, "Ann")
    assert ChatLine.objects.get(pk=bystander).text == values["text"]


def test_a_change_finds_the_row_by_its_primary_key(club):
    chat = club().table.chat
    sql.change(type(chat), chat.pk, {"version": 7})
    chat.refresh_from_db()
    assert (chat.version, Table.objects.get(pk=chat.pk).version == 7) == (7, False)


SLUG_OF = sql.Statement('SELECT "slug", "id" FROM "games_table" WHERE "id" = %s')
RENAME = sql.Statement('UPDATE "games_table" SET "slug" = %s WHERE "id" = %s')


def executed(statement, params):
    """Run the statement with and without Django's cursor, which the log of queries needs."""
    direct = statement.run(connection, params)
    with CaptureQueriesContext(connection) as queries:
        logged = statement.run(connection, params)
    assert len(queries) == 1
    assert [tuple(row) for row in direct] == [tuple(row) for row in logged]
    return direct


def test_a_statement_returns_the_same_rows_with_and_without_djangos_cursor(club):
    table = club().table
    with transaction.atomic():
        assert [*map(tuple, executed(SLUG_OF, (table.pk,)))] == [(table.slug, table.pk)]
        assert executed(SLUG_OF, (0,)) == []
        assert executed(RENAME, ("50 %s ?", table.pk)) == []
        table.refresh_from_db()
    assert table.slug == "50 %s ?"


def test_a_statement_goes_through_the_wrappers_of_the_connection(club):
    table, seen = club().table, []

    def note(execute, text, *more):
        seen.append(text)
        return execute(text, *more)

    with transaction.atomic(), connection.execute_wrapper(note):
        SLUG_OF.run(connection, (table.pk,))
    assert len(seen) == 1


def test_an_error_of_a_statement_is_one_of_djangos_errors(club):
    table, other = club().table, club().table
    with pytest.raises(IntegrityError), transaction.atomic():
        RENAME.run(connection, (other.slug, table.pk))
    table.refresh_from_db()
    assert table.slug != other.slug


def test_a_statement_is_not_run_in_a_transaction_that_must_be_rolled_back(club):
    table = club().table
    with transaction.atomic():
        transaction.set_rollback(True)
        with pytest.raises(transaction.TransactionManagementError):
            RENAME.run(connection, ("other", table.pk))
    table.refresh_from_db()
    assert table.slug != "other"
