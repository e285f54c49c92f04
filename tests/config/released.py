"""Record of the last release: its migrations, the columns it uses, and rows that it wrote.

``python -m tests.config.released NAME`` writes a new record for each release (see CONTRIBUTING.md):
it creates an SQLite database in its own folder, with rows in every table.
"""

from __future__ import annotations

import json
import os
import sys
import tempfile
from pathlib import Path
from typing import Any, TypedDict

from django.db.backends.base.base import BaseDatabaseWrapper as Database

RECORD = Path(__file__).with_suffix(".json")

#: Django's own tables, which migrations fill automatically.
MADE_BY_MIGRATIONS = {"django_content_type", "auth_permission"}
#: Written last, because the database compares postings with their lines.
LAST = "tournaments_posting"


class Contents(TypedDict):
    """A table: the columns that the release reads and writes, and its rows."""

    columns: list[str]
    rows: list[list[Any]]


class Release(TypedDict):
    """A release: its name, the last migration of each app, and its tables by name."""

    name: str
    migrations: dict[str, list[str]]
    tables: dict[str, Contents]


def recorded_release() -> Release:
    """Return the record of the last release."""
    release: Release = json.loads(RECORD.read_text())
    return release


def last_migrations(database: Database) -> dict[str, list[str]]:
    """Return the name of the last migration of each app."""
    from django.db.migrations.loader import MigrationLoader

    found: dict[str, list[str]] = {}
    for app, name in MigrationLoader(database).graph.leaf_nodes():
        found.setdefault(app, []).append(name)
    return found


def contents_of_tables(database: Database) -> dict[str, Contents]:
    """Return the tables of all models, with their rows as JSON values."""
    from django.apps import apps

    found: dict[str, Contents] = {}
    for model in apps.get_models(include_auto_created=True):
        if model._meta.proxy or not model._meta.managed:
            continue
        fields = [field for field in model._meta.local_concrete_fields if not field.generated]
        table, columns = model._meta.db_table, [field.column for field in fields]
        rows = [] if table in MADE_BY_MIGRATIONS else read(database, table, columns)
        found[table] = {"columns": columns, "rows": [list(row) for row in rows]}
    return found


def read(database: Database, table: str, columns: list[str]) -> list[tuple[Any, ...]]:
    """Return the rows of the table as they were written."""
    quoted = database.ops.quote_name
    names = ", ".join(map(quoted, columns))
    with database.cursor() as cursor:
        cursor.execute(f"SELECT {names} FROM {quoted(table)} ORDER BY {quoted(columns[0])}")
        return cursor.fetchall()


def write(database: Database, tables: dict[str, Contents]) -> None:
    """Insert the rows of all tables with only the recorded columns."""
    quoted = database.ops.quote_name
    with database.cursor() as cursor:
        for table in sorted(tables, key=lambda table: (table == LAST, table)):
            columns, rows = tables[table]["columns"], tables[table]["rows"]
            names, signs = ", ".join(map(quoted, columns)), ", ".join(["%s"] * len(columns))
            cursor.executemany(f"INSERT INTO {quoted(table)} ({names}) VALUES ({signs})", rows)
    database.check_constraints()


def incompatibilities(database: Database, tables: dict[str, Contents]) -> list[str]:
    """Return the problems that a release with these tables would have, one sentence each."""
    faults = []
    with database.cursor() as cursor:
        there = set(database.introspection.table_names(cursor))
        for table, contents in tables.items():
            if table not in there:
                faults.append(f"{table} is gone")
                continue
            known = contents["columns"]
            now = database.introspection.get_table_description(cursor, table)
            gone = set(known) - {column.name for column in now}
            faults += [f"{table}.{name} is gone" for name in sorted(gone)]
            faults += [
                f"{table}.{column.name} is required, and has no default in the database"
                for column in now
                if column.name not in known and not column.null_ok and column.default is None
            ]
    return faults


def _record(name: str) -> None:
    with tempfile.TemporaryDirectory() as folder:
        for variable in ("DATABASE_URL", "REDIS_URL"):
            os.environ.pop(variable, None)
        os.environ |= {"DATA_DIR": folder, "DJANGO_SETTINGS_MODULE": "config.settings"}
        import django

        django.setup()
        from django.conf import settings
        from django.core.management import call_command
        from django.db import connection

        settings.PASSWORD_HASHERS = ["django.contrib.auth.hashers.MD5PasswordHasher"]
        call_command("migrate", verbosity=0)
        from tests.config.permissions.scene import town

        town()
        release: Release = {
            "name": name,
            "migrations": last_migrations(connection),
            "tables": contents_of_tables(connection),
        }
    RECORD.write_text(_as_lines(release))


def _as_lines(release: Release) -> str:
    """Return the record as JSON with one line per row, for readable diffs."""
    tables = []
    for table, contents in sorted(release["tables"].items()):
        rows = ",".join(f"\n{json.dumps(row, default=str)}" for row in contents["rows"])
        columns = json.dumps(contents["columns"])
        tables.append(f'\n{json.dumps(table)}: {{"columns": {columns}, "rows": [{rows}]}}')
    name, migrations = json.dumps(release["name"]), json.dumps(release["migrations"])
    return f'{{"name": {name},\n"migrations": {migrations},\n"tables": {{{",".join(tables)}}}}}\n'


if __name__ == "__main__":
    _record(sys.argv[1])
