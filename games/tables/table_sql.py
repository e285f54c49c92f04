"""SQL for loading and storing a table, generated from the models at start-up.

This is the most frequent work of the application, and the ORM would spend several times the
database's time on building the same statements. One statement reads the row with the evidence for
the caller's proof; one or two store an action and the row, and one stores the seats. Values pass
through the same fields as with the ORM, and ``tests/games/tables/test_table_sql.py`` compares both.
No signals are sent. Everything else goes through the ORM.
"""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from datetime import datetime
from functools import cache
from typing import Any, NamedTuple, TypeAlias

from django.contrib.sessions.models import Session as BrowserSession
from django.db import DEFAULT_DB_ALIAS, connections
from django.db.backends.base.base import BaseDatabaseWrapper
from django.utils import timezone

from accounts.caller import Evidence, SessionProof
from accounts.models import User
from games.common.sql import Statement, column, fields, insert, quoted, update
from games.tables.models import Action, Seat, Table
from games.tables.snapshot import SeatFacts

#: Converts a database value to a field value.
_Converter: TypeAlias = Callable[[Any], Any]


class NewAction(NamedTuple):
    """An action to append; `Action` documents the fields."""

    deal_id: int
    number: int
    text: str
    by_bot: bool
    at: datetime


class LockedRow(NamedTuple):
    """A table's locked row, and the evidence that was read with it."""

    row: Table
    #: What the database says about the session of the proof; None without a proof or session.
    evidence: Evidence | None


_TABLE, _ACTION, _SEAT = fields(Table), fields(Action), fields(Seat)
_SESSION = fields(BrowserSession)
_EXPIRES = _SESSION["expire_date"]
#: The attributes of a table's row, in reading order.
COLUMNS = tuple(_TABLE)


# --- Reading


@dataclass(frozen=True, slots=True)
class _Reading:
    """SQL and converters for reading the row from one kind of database."""

    plain: Statement
    with_proof: Statement
    #: Column index and converter; most columns need none.
    converters: Sequence[tuple[int, _Converter]]


def lock_row(table_id: int, proof: SessionProof | None = None) -> LockedRow | None:
    """Lock the table's row and return it; None if it no longer exists.

    :param proof: its evidence is read by the same statement
    """
    database = connections[DEFAULT_DB_ALIAS]
    reading = _reading_for(database.vendor)
    if proof is None:
        rows = reading.plain.run(database, (table_id,))
    else:
        now = _EXPIRES.get_db_prep_value(timezone.now(), database)
        params = (proof.session_key, now, proof.user_id, table_id)
        rows = reading.with_proof.run(database, params)
    if not rows:
        return None
    (found,) = rows
    values = list(found[: len(COLUMNS)])
    for index, convert in reading.converters:
        values[index] = convert(values[index])
    row = Table.from_db(database.alias, COLUMNS, values)
    return LockedRow(row, _evidence(*found[len(COLUMNS) :]))


def _evidence(
    data: str | None = None, password: str | None = None, is_active: bool | None = None
) -> Evidence | None:
    """Return the evidence about the caller; None if the browser session or user is missing."""
    if data is None or password is None:
        return None
    return Evidence(data, password, is_active=bool(is_active))


@cache
def _reading_for(vendor: str) -> _Reading:
    """Return the SQL that locks a table's row, and converters, for that kind of database."""
    # A separate connection that is never opened: converters live as long as the process and must
    # not hold the connection of a thread that has ended.
    unopened = connections[DEFAULT_DB_ALIAS].copy()
    table = quoted(Table)
    found = ", ".join(column(Table, name) for name in COLUMNS)
    of_proof = ", ".join(
        (
            column(BrowserSession, "session_data"),
            column(User, "password"),
            column(User, "is_active"),
        )
    )
    joined = (
        f"LEFT JOIN {quoted(BrowserSession)}"
        f" ON {column(BrowserSession, 'session_key')} = %s"
        f" AND {column(BrowserSession, 'expire_date')} > %s"
        f" LEFT JOIN {quoted(User)} ON {column(User, 'id')} = %s"
    )
    lock = f" FOR UPDATE OF {table}" if unopened.features.has_select_for_update else ""
    which = f"WHERE {column(Table, 'id')} = %s{lock}"
    return _Reading(
        # Names of the models alone:
        plain=Statement(f"SELECT {found} FROM {table} {which}"),  # nosec B608
        with_proof=Statement(f"SELECT {found}, {of_proof} FROM {table} {joined} {which}"),  # nosec B608
        converters=_converters(unopened),
    )


def _converters(unopened: BaseDatabaseWrapper) -> list[tuple[int, _Converter]]:
    """Return index and converter of each column whose value the ORM would convert."""
    compiler = Table.objects.all().query.get_compiler(connection=unopened)
    columns = [field.get_col(Table._meta.db_table) for field in _TABLE.values()]

    def converter_of(steps: Sequence[Callable[..., Any]], expression: Any) -> _Converter:
        """Return a function that applies the steps one after the other, as the ORM does."""

        def convert(value: Any) -> Any:
            """Return the field value for a database value."""
            for step in steps:
                value = step(value, expression, unopened)
            return value

        return convert

    found = compiler.get_converters(columns)
    return [(index, converter_of(*converters)) for index, converters in found.items()]


# --- Writing


def append_action(action: NewAction) -> None:
    """Store the action as the next one of its deal."""
    database = connections[DEFAULT_DB_ALIAS]
    _insert_statement().run(database, _action_values(action, database))


def store_row(row: Table, columns: Sequence[str], action: NewAction | None = None) -> None:
    """Store these columns of the locked row and, in the same statement if possible, the action."""
    database = connections[DEFAULT_DB_ALIAS]
    values = [_TABLE[name].get_db_prep_save(getattr(row, name), database) for name in columns]
    values.append(row.pk)
    with_action = False
    if action is not None:
        of_action = _action_values(action, database)
        if database.vendor == "postgresql":
            values, with_action = [*of_action, *values], True
        else:
            _insert_statement().run(database, of_action)
    _update_statement(tuple(columns), with_action=with_action).run(database, values)


def store_seats(seats: Sequence[SeatFacts], columns: tuple[str, ...]) -> None:
    """Store these columns of the seats; the caller holds the lock of their table."""
    database = connections[DEFAULT_DB_ALIAS]
    stored = [_SEAT[name] for name in columns]
    rows = [
        [
            *(field.get_db_prep_save(getattr(seat, field.attname), database) for field in stored),
            seat.pk,
        ]
        for seat in seats
    ]
    with database.cursor() as cursor:
        cursor.executemany(update(Seat, columns), rows)


def _action_values(action: NewAction, database: BaseDatabaseWrapper) -> list[Any]:
    """Return the values of the action as parameters of the statement that inserts it."""
    stored = (_ACTION[name] for name in NewAction._fields)
    return [
        field.get_db_prep_save(value, database) for field, value in zip(stored, action, strict=True)
    ]


@cache
def _insert_statement() -> Statement:
    """Return the statement that inserts an action."""
    return Statement(insert(Action, NewAction._fields))


@cache
def _update_statement(columns: tuple[str, ...], *, with_action: bool) -> Statement:
    """Return the statement that updates these columns of a table's row.

    :param with_action: whether it also inserts an action, whose values come first
    """
    appended = f"WITH appended AS ({insert(Action, NewAction._fields)}) " if with_action else ""
    return Statement(appended + update(Table, columns))
