"""Plain statements, made once of the models: for what each message of a socket asks.

To put a query together costs the ORM several times what the database needs to answer it. Here all
but the values is kept. Values go through the models' fields, as with the ORM; no signals are sent.
"""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from datetime import UTC, datetime
from functools import cache
from typing import Any, TypeAlias

from django.db import DEFAULT_DB_ALIAS, connections
from django.db.backends.base.base import BaseDatabaseWrapper
from django.db.models import Field, Model, QuerySet

AnyField: TypeAlias = "Field[Any, Any]"

# --- Writing


def fields(model: type[Model]) -> dict[str, AnyField]:
    """Return the fields of the model's own columns by their attributes."""
    return {field.attname: field for field in model._meta.concrete_fields}


def insert(model: type[Model], names: Sequence[str]) -> str:
    """Return the statement that adds a row with values for these attributes."""
    known = fields(model)
    columns = ", ".join(_name(known[name]) for name in names)
    places = ", ".join(["%s"] * len(names))
    return f"INSERT INTO {quoted(model)} ({columns}) VALUES ({places})"


@cache
def update(model: type[Model], names: tuple[str, ...]) -> str:
    """Return the statement that stores values for these attributes of the row with a key."""
    known = fields(model)
    changes = ", ".join(f"{_name(known[name])} = %s" for name in names)
    key = model._meta.pk.attname
    return f"UPDATE {quoted(model)} SET {changes} WHERE {column(model, key)} = %s"


@cache
def _returning(model: type[Model], names: tuple[str, ...]) -> str:
    return f"{insert(model, names)} RETURNING {column(model, model._meta.pk.attname)}"


def add(model: type[Model], **values: Any) -> Any:
    """Add a row with these values by attribute, and return its key."""
    database, known = connections[DEFAULT_DB_ALIAS], fields(model)
    sent = [known[name].get_db_prep_save(value, database) for name, value in values.items()]
    with database.cursor() as cursor:
        cursor.execute(_returning(model, tuple(values)), sent)
        return cursor.fetchone()[0]


def change(model: type[Model], key: int, values: Mapping[str, Any]) -> None:
    """Store these values, by attribute, of the row with that key."""
    database, known = connections[DEFAULT_DB_ALIAS], fields(model)
    sent = [known[name].get_db_prep_save(value, database) for name, value in values.items()]
    with database.cursor() as cursor:
        cursor.execute(update(model, tuple(values)), [*sent, key])


# --- Names


def quoted(model: type[Model]) -> str:
    """Return the name of the model's table as it stands in statements."""
    return f'"{model._meta.db_table}"'


def column(model: type[Model], name: str) -> str:
    """Return the column of an attribute, with its table."""
    return f"{quoted(model)}.{_name(fields(model)[name])}"


def _name(field: AnyField) -> str:
    return f'"{field.column}"'


# --- Reading

#: Stands for a value while the query is put together; no query names such a value itself.
_STANDING: dict[type, Callable[[int], Any]] = {
    int: lambda place: 1_907_000_000 + place,
    str: lambda place: f"value {place} of this query",
    datetime: lambda place: datetime(1907, 1, 1, 0, place, tzinfo=UTC),
}

_Steps: TypeAlias = Sequence[Callable[..., Any]]


@dataclass(frozen=True, slots=True)
class _Statement:
    """A query as one kind of database has it."""

    sql: str
    #: For each parameter what it is: a constant, or which of the values, as what it is sent.
    parameters: tuple[tuple[int | None, Any], ...]
    #: For some columns how they become what a field holds.
    converters: tuple[tuple[int, _Steps, Any], ...]


class Prepared:
    """A query for rows of columns (``values_list``), which is put together when first asked."""

    def __init__(self, make: Callable[..., QuerySet[Any, Any]], *kinds: type) -> None:
        """Prepare the query.

        :param make: makes the query of its values; it must not decide by them
        :param kinds: the kind of each value: int, str or datetime
        """
        self._make = make
        self._kinds = kinds
        self._statements: dict[str, _Statement] = {}

    def first(self, *values: Any) -> tuple[Any, ...] | None:
        """Return the first row for these values, or None where there is none."""
        database = connections[DEFAULT_DB_ALIAS]
        statement = self._statements.get(database.vendor)
        if statement is None:
            statement = self._statements[database.vendor] = self._put_together(database)
        sent = [
            constant if place is None else _adapted(constant, values[place], database)
            for place, constant in statement.parameters
        ]
        with database.cursor() as cursor:
            cursor.execute(statement.sql, sent)
            found = cursor.fetchone()
        if found is None:
            return None
        row = list(found)
        for column, steps, expression in statement.converters:
            for step in steps:
                row[column] = step(row[column], expression, database)
        return tuple(row)

    def _put_together(self, database: BaseDatabaseWrapper) -> _Statement:
        standing = [_STANDING[kind](place) for place, kind in enumerate(self._kinds)]
        compiler = self._make(*standing).query.get_compiler(connection=database)
        sql, parameters = compiler.as_sql()
        places = {_key(_adapted(value, value, database)): n for n, value in enumerate(standing)}
        found = tuple((places.get(_key(each)), each) for each in parameters)
        if {place for place, _ in found} - {None} != set(range(len(standing))):
            raise ValueError("a value of the query is not among its parameters")
        converters = compiler.get_converters([column for column, _sql, _name in compiler.select])
        return _Statement(
            sql,
            tuple((place, each if place is None else standing[place]) for place, each in found),
            tuple((column, *steps) for column, steps in converters.items()),
        )


def _key(value: Any) -> tuple[str, Any]:
    """Return what tells parameters from each other: also 1 from True."""
    return (type(value).__name__, value) if isinstance(value, bool) else ("", value)


def _adapted(kind: Any, value: Any, database: BaseDatabaseWrapper) -> Any:
    """Return the value as this database's driver takes it."""
    if isinstance(kind, datetime):
        return database.ops.adapt_datetimefield_value(value)
    return value
