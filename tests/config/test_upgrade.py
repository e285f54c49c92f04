"""Upgrades: the last release's database is migrated, and that release keeps working with it."""

import copy
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest
from django.contrib.contenttypes.models import ContentType
from django.core.management import call_command
from django.db import DatabaseError, connection, connections, transaction
from django.db.backends.base.base import BaseDatabaseWrapper as Database
from django.db.migrations.executor import MigrationExecutor

from tests import databases
from tests.config.released import Release, incompatibilities, read, recorded_release, write
from tournaments.ledger.book import guards

pytestmark = pytest.mark.every_database


@pytest.fixture
def release() -> Release:
    return recorded_release()


@contextmanager
def another_database(folder: Path, *, migrated: bool = False) -> Iterator[Database]:
    """Replace the tests' database by another one, empty or migrated, where migrations find it."""
    own = connections["default"]
    settings = copy.deepcopy(own.settings_dict)
    # The pool belongs to the process, for every database.
    settings["OPTIONS"].pop("pool", None)
    name = f"{settings['NAME']}_released"
    if own.vendor == "sqlite":
        path = folder / f"migrated-{migrated}.sqlite3"
        if migrated:
            databases.migrated_copy(path)
        name = str(path)
    elif migrated:
        databases.migrated_database(name)
    else:
        databases.fresh_database(name)
    other = type(own)({**settings, "NAME": name}, "default")
    connections["default"] = other
    try:
        yield other
    finally:
        other.close()
        connections["default"] = own
        ContentType.objects.clear_cache()
        if own.vendor != "sqlite":
            databases.drop_database(name)


def _migrate_by_single_steps(database: Database, ends: list[tuple[str, str]]) -> None:
    """Migrate to these migrations one by one, as the release did that had not squashed them yet."""
    executor = MigrationExecutor(database)
    executor.loader.replace_migrations = False
    executor.loader.build_graph()
    executor.migrate(ends)


def _schema(database: Database) -> dict[str, tuple[list[str], list[str]]]:
    """Return the columns of each table, and its indexes and constraints, each sorted as text."""
    found = {}
    with database.cursor() as cursor:
        for name in database.introspection.table_names(cursor):
            columns = database.introspection.get_table_description(cursor, name)
            constraints = database.introspection.get_constraints(cursor, name)
            # SQLite numbers checks without a name by their order, which depends on history.
            named = ((key.strip("_0123456789"), each) for key, each in constraints.items())
            found[name] = sorted(map(repr, columns)), sorted(map(repr, named))
    return found


@pytest.mark.long
def test_migrations_keep_the_rows_of_the_last_releases_database(
    release, tmp_path, django_db_setup, django_db_blocker
):
    """Its rows are unchanged, under the column names that it uses.

    Its tables are then those of a new database, which begins with the squashed migrations.
    """
    tables = release["tables"]
    ends = [(app, name) for app, names in release["migrations"].items() for name in names]
    with django_db_blocker.unblock(), another_database(tmp_path, migrated=True) as database:
        schema_of_new_database = _schema(database)
    with django_db_blocker.unblock(), another_database(tmp_path) as database:
        _migrate_by_single_steps(database, ends)
        with transaction.atomic():
            write(database, tables)
        before = {name: read(database, name, each["columns"]) for name, each in tables.items()}
        call_command("migrate", verbosity=0)
        for name, each in tables.items():
            if each["rows"]:
                after = read(database, name, each["columns"])
                # A migration may add rows, such as notices to organizers.
                assert [row for row in after if row in before[name]] == before[name], name
        assert _schema(database) == schema_of_new_database


@pytest.mark.django_db
def test_the_last_release_can_read_and_write_this_releases_tables(release):
    tables = release["tables"]
    assert incompatibilities(connection, tables) == []
    with without_ledger_guards():
        write(connection, tables)
    for name, each in tables.items():
        if each["rows"]:
            assert len(read(connection, name, each["columns"])) == len(each["rows"])


@pytest.mark.django_db
def test_the_last_release_cannot_post_money_without_an_agreement(release):
    """It knows no agreements: sessions that it can't settle are settled by this release later."""
    with pytest.raises(DatabaseError, match="a line of money stands under an agreement"):
        write_and_commit(release)


def write_and_commit(release: Release) -> None:
    """Write the release's tables, and run the checks of a commit."""
    with transaction.atomic(), connection.cursor() as cursor:
        write(connection, release["tables"])
        if connection.vendor == "postgresql":
            cursor.execute("SET CONSTRAINTS ALL IMMEDIATE")


@contextmanager
def without_ledger_guards() -> Iterator[None]:
    """Drop the triggers that protect the ledger."""
    if connection.vendor == "sqlite":
        guards.drop_triggers()
        yield
        guards.create_triggers()
        return
    with connection.cursor() as cursor:
        cursor.execute("SET LOCAL session_replication_role = replica")
        yield
        cursor.execute("SET LOCAL session_replication_role = origin")


@pytest.mark.django_db
def test_incompatible_tables_and_columns_are_reported(release):
    """Compare with a release that had another table and column, and lacked a required one."""
    tables = release["tables"]
    tables["games_gone"] = {"columns": ["id"], "rows": []}
    tables["games_table"]["columns"].append("colour")
    tables["games_table"]["columns"].remove("slug")
    assert incompatibilities(connection, tables) == [
        "games_table.colour is gone",
        "games_table.slug is required, and has no default in the database",
        "games_gone is gone",
    ]
