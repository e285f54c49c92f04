"""Bulk inserts at the full speed of the database."""

import json
from collections.abc import Iterable, Iterator, Sequence
from contextlib import contextmanager
from datetime import UTC, datetime
from itertools import islice
from typing import Any

from django.core.management.color import no_style
from django.db import connection, transaction
from django.db.models import GeneratedField, JSONField, Model

#: Rows per statement, and per batch of values.
BATCH_SIZE = 20_000


@contextmanager
def bulk_loading() -> Iterator[None]:
    """Write without checking foreign keys or waiting for the disk; the rows are disposable."""
    is_sqlite = connection.vendor == "sqlite"
    with connection.cursor() as cursor:
        if is_sqlite:
            cursor.execute("PRAGMA synchronous = OFF")
            cursor.execute("PRAGMA foreign_keys = OFF")
        else:
            cursor.execute("SET session_replication_role = replica")
    with transaction.atomic():
        yield
    with connection.cursor() as cursor:
        if is_sqlite:
            cursor.execute("PRAGMA foreign_keys = ON")
        else:
            cursor.execute("SET session_replication_role = DEFAULT")


class Rows:
    """Rows of one model that differ in some fields and share all others."""

    def __init__(self, model: type[Model], *differing: str, **common: object) -> None:
        """Prepare to write rows.

        :param differing: the fields that each row gives, in order; the first is the primary key
        :param common: values that all rows share; fields not named have their default
        """
        self.model = model
        fields = [
            each for each in model._meta.concrete_fields if not isinstance(each, GeneratedField)
        ]
        self.columns = [*differing, *(f.attname for f in fields if f.attname not in differing)]
        self._same = tuple(
            _plain(common.get(field.attname, _default(field)), is_json=isinstance(field, JSONField))
            for field in fields
            if field.attname not in differing
        )
        self.last = 0

    def write(self, rows: Iterable[Sequence[object]]) -> None:
        """Write rows, each given as the values of the differing fields."""
        made = iter(rows)
        while some := list(islice(made, BATCH_SIZE)):
            self._insert_batch([(*map(_plain, row), *self._same) for row in some])

    def _insert_batch(self, rows: Sequence[Sequence[Any]]) -> None:
        """Insert the rows, each given as the values of all columns."""
        table = connection.ops.quote_name(self.model._meta.db_table)
        attributes = {field.attname: field.column for field in self.model._meta.concrete_fields}
        columns = ", ".join(connection.ops.quote_name(attributes[name]) for name in self.columns)
        with connection.cursor() as cursor:
            if connection.vendor == "sqlite":
                marks = ", ".join(["%s"] * len(self.columns))
                cursor.executemany(f"INSERT INTO {table} ({columns}) VALUES ({marks})", rows)  # noqa: S608  # names of the models
                return
            with cursor.copy(f"COPY {table} ({columns}) FROM STDIN") as copy:
                for row in rows:
                    copy.write_row(row)


def reset_sequences(*models: type[Model]) -> None:
    """Continue the primary key sequences after the rows written."""
    with connection.cursor() as cursor:
        for statement in connection.ops.sequence_reset_sql(no_style(), models):
            cursor.execute(statement)
        if connection.vendor == "postgresql":
            # Autovacuum would do this after some minutes. SQLite has no statistics without it.
            cursor.execute("ANALYZE")


def _default(field: Any) -> object:
    """Return the field's default for new rows."""
    if getattr(field, "auto_now", False) or getattr(field, "auto_now_add", False):
        return datetime.now(UTC)
    return field.get_default()


def _plain(value: object, *, is_json: bool = False) -> object:
    """Return the value in the form that the database driver takes."""
    if is_json:
        return None if value is None else json.dumps(value)
    if isinstance(value, datetime) and connection.vendor == "sqlite":
        return value.replace(tzinfo=None).isoformat(" ")
    return value
