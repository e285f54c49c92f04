"""SQL for writing rows, built once from the models: for what every socket message does.

Building a statement costs the ORM several times what the database needs to run it. Here everything
but the values is cached. Values pass through the models' fields, as with the ORM; no signals are
sent. Reads use prepared queries (`games.common.prepared`).
"""

from collections.abc import Mapping, Sequence
from functools import cache
from typing import Any, TypeAlias

from django.db import DEFAULT_DB_ALIAS, connections
from django.db.backends.base.base import BaseDatabaseWrapper
from django.db.models import Field, Model

AnyField: TypeAlias = "Field[Any, Any]"

# --- Running


class Statement:
    """A statement that runs often.

    Django's cursor takes longer for a short statement than SQLite does: it finds each ``%s`` with a
    regular expression every time. So within a transaction on SQLite the statement goes directly to
    the driver. Otherwise, and if Django wraps or logs statements, it goes through Django's cursor.
    """

    __slots__ = ("_text", "_text_for_sqlite")

    def __init__(self, text: str) -> None:
        """Take the SQL text, in which ``%s`` stands for each parameter and nothing else."""
        self._text, self._text_for_sqlite = text, text.replace("%s", "?")

    def run(self, database: BaseDatabaseWrapper, params: Sequence[Any]) -> Sequence[Sequence[Any]]:
        """Run the statement with these parameters and return its rows, if it returns any."""
        rows: Sequence[Sequence[Any]]
        if _is_direct(database):
            with database.wrap_database_errors:
                rows = database.connection.execute(self._text_for_sqlite, params).fetchall()
        else:
            with database.cursor() as cursor:
                cursor.execute(self._text, params)
                rows = cursor.fetchall() if cursor.description else []
        return rows


def _is_direct(database: BaseDatabaseWrapper) -> bool:
    """Return whether statements need nothing of what Django's cursor does."""
    if database.vendor != "sqlite" or not database.in_atomic_block:
        return False
    return not (database.needs_rollback or database.execute_wrappers or database.queries_logged)


# --- Writing


def fields(model: type[Model]) -> dict[str, AnyField]:
    """Return the fields of the model's own columns by attribute name."""
    return {field.attname: field for field in model._meta.concrete_fields}


def insert(model: type[Model], names: Sequence[str]) -> str:
    """Return the SQL text that inserts a row with values for these attributes."""
    known = fields(model)
    columns = ", ".join(_quoted_column(known[name]) for name in names)
    places = ", ".join(["%s"] * len(names))
    return f"INSERT INTO {quoted(model)} ({columns}) VALUES ({places})"  # nosec B608  # names of the models alone


@cache
def update(model: type[Model], names: tuple[str, ...]) -> str:
    """Return the SQL text that updates these attributes of a row; its primary key comes last."""
    known = fields(model)
    changes = ", ".join(f"{_quoted_column(known[name])} = %s" for name in names)
    key = model._meta.pk.attname
    where = f"WHERE {column(model, key)} = %s"
    return f"UPDATE {quoted(model)} SET {changes} {where}"  # nosec B608  # names of the models alone


@cache
def _insert_returning_key(model: type[Model], names: tuple[str, ...]) -> str:
    """Return the SQL text that inserts a row and returns its primary key."""
    return f"{insert(model, names)} RETURNING {column(model, model._meta.pk.attname)}"


def add(model: type[Model], **values: Any) -> Any:
    """Insert a row with these values by attribute, and return its primary key. One query."""
    database, known = connections[DEFAULT_DB_ALIAS], fields(model)
    sent = [known[name].get_db_prep_save(value, database) for name, value in values.items()]
    with database.cursor() as cursor:
        cursor.execute(_insert_returning_key(model, tuple(values)), sent)
        return cursor.fetchone()[0]


def change(model: type[Model], key: int, values: Mapping[str, Any]) -> None:
    """Update these values, by attribute, of the row with that primary key. One query."""
    database, known = connections[DEFAULT_DB_ALIAS], fields(model)
    sent = [known[name].get_db_prep_save(value, database) for name, value in values.items()]
    with database.cursor() as cursor:
        cursor.execute(update(model, tuple(values)), [*sent, key])


# --- Names


def quoted(model: type[Model]) -> str:
    """Return the name of the model's table in double quotes."""
    return f'"{model._meta.db_table}"'


def column(model: type[Model], name: str) -> str:
    """Return an attribute's column with its table, both in double quotes."""
    return f"{quoted(model)}.{_quoted_column(fields(model)[name])}"


def _quoted_column(field: AnyField) -> str:
    """Return the field's column in double quotes."""
    return f'"{field.column}"'
