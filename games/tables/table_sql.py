"""How a change of a table is read and written: plain statements, made of the models once.

Nothing is done as often as this, and what the ORM works out anew each time costs several times what
the database does for it. So the row, and the proof of who asks, come by one statement; an action
and the row go by one or two, and the seats by one. Every value passes through the same fields as
with the ORM, and ``tests/games/tables/test_table_sql.py`` holds both against each other. No signals
are sent; what is read or written besides goes through the ORM.
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
from games.common.sql import column, fields, insert, quoted, update
from games.tables.models import Action, Seat, Table
from games.tables.snapshot import SeatFacts

#: Makes what a field holds of what the database gave.
_Converter: TypeAlias = Callable[[Any], Any]


class NewAction(NamedTuple):
    """An action that is to be appended; `Action` says what the fields are."""

    deal_id: int
    number: int
    text: str
    by_bot: bool
    at: datetime


class LockedRow(NamedTuple):
    """A table's row that is locked, and what was read with it."""

    row: Table
    #: What the database says of the session that the proof is of; None where there is none.
    evidence: Evidence | None


_TABLE, _ACTION, _SEAT = fields(Table), fields(Action), fields(Seat)
_SESSION = fields(BrowserSession)
_EXPIRES = _SESSION["expire_date"]
#: The attributes of a table's row, in the order in which they are read.
COLUMNS = tuple(_TABLE)


# --- Reading


@dataclass(frozen=True, slots=True)
class _Reading:
    """How the row is read from one kind of database."""

    plain: str
    with_proof: str
    #: By the number of the column; most need none.
    converters: Sequence[tuple[int, _Converter]]


def lock_row(table_id: int, proof: SessionProof | None = None) -> LockedRow | None:
    """Lock the table's row and return it as it is now; None where it is gone.

    :param proof: the evidence for it is read by the same statement
    """
    database = connections[DEFAULT_DB_ALIAS]
    reading = _reading(database.vendor)
    with database.cursor() as cursor:
        if proof is None:
            cursor.execute(reading.plain, (table_id,))
        else:
            now = _EXPIRES.get_db_prep_value(timezone.now(), database)
            cursor.execute(reading.with_proof, (proof.session_key, now, proof.user_id, table_id))
        found = cursor.fetchone()
    if found is None:
        return None
    values = list(found[: len(COLUMNS)])
    for index, convert in reading.converters:
        values[index] = convert(values[index])
    row = Table.from_db(database.alias, COLUMNS, values)
    return LockedRow(row, _evidence(*found[len(COLUMNS) :]))


def _evidence(
    data: str | None = None, password: str | None = None, is_active: bool | None = None
) -> Evidence | None:
    """Return the evidence, if there is a session and its person."""
    if data is None or password is None:
        return None
    return Evidence(data, password, is_active=bool(is_active))


@cache
def _reading(vendor: str) -> _Reading:
    # A connection of its own that is never opened: the converters are kept for ever, and must not
    # keep that of a thread which is gone.
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
        plain=f"SELECT {found} FROM {table} {which}",  # nosec B608  # names of the models alone
        with_proof=f"SELECT {found}, {of_proof} FROM {table} {joined} {which}",  # nosec B608  # names of the models alone
        converters=_converters(unopened),
    )


def _converters(unopened: BaseDatabaseWrapper) -> list[tuple[int, _Converter]]:
    """Return how the columns become what fields hold, as the ORM has it for this database."""
    compiler = Table.objects.all().query.get_compiler(connection=unopened)
    columns = [field.get_col(Table._meta.db_table) for field in _TABLE.values()]

    def chain(steps: Sequence[Callable[..., Any]], expression: Any) -> _Converter:
        def convert(value: Any) -> Any:
            for step in steps:
                value = step(value, expression, unopened)
            return value

        return convert

    found = compiler.get_converters(columns)
    return [(index, chain(*converters)) for index, converters in found.items()]


# --- Writing


def append_action(action: NewAction) -> None:
    """Append the action to its deal's."""
    database = connections[DEFAULT_DB_ALIAS]
    with database.cursor() as cursor:
        cursor.execute(_insert(), _action_values(action, database))


def store_row(row: Table, names: Sequence[str], action: NewAction | None = None) -> None:
    """Store these columns of the row that is locked, and the action, if one is appended."""
    database = connections[DEFAULT_DB_ALIAS]
    values = [_TABLE[name].get_db_prep_save(getattr(row, name), database) for name in names]
    values.append(row.pk)
    store = update(Table, tuple(names))
    with database.cursor() as cursor:
        if action is None:
            cursor.execute(store, values)
        elif database.vendor == "postgresql":
            together = f"WITH appended AS ({_insert()}) {store}"
            cursor.execute(together, [*_action_values(action, database), *values])
        else:
            cursor.execute(_insert(), _action_values(action, database))
            cursor.execute(store, values)


def store_seats(seats: Sequence[SeatFacts], names: tuple[str, ...]) -> None:
    """Store these columns of the seats, whose table is locked."""
    database = connections[DEFAULT_DB_ALIAS]
    stored = [_SEAT[name] for name in names]
    rows = [
        [
            *(field.get_db_prep_save(getattr(seat, field.attname), database) for field in stored),
            seat.pk,
        ]
        for seat in seats
    ]
    with database.cursor() as cursor:
        cursor.executemany(update(Seat, names), rows)


def _action_values(action: NewAction, database: BaseDatabaseWrapper) -> list[Any]:
    stored = (_ACTION[name] for name in NewAction._fields)
    return [
        field.get_db_prep_save(value, database) for field, value in zip(stored, action, strict=True)
    ]


@cache
def _insert() -> str:
    return insert(Action, NewAction._fields)
