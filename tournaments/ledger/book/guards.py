"""Database triggers that keep the ledger append-only and balanced.

A posting is written after its lines and seals them. Sealing checks that the lines sum to zero,
belong to the posting's club and currency, continue each account's running balance, and have
agreements whose maximum they keep. No line can be added afterwards. Ledger rows cannot be changed
or deleted.

On PostgreSQL django-pgtrigger puts the triggers into migrations; sealing is deferred to the commit.
On SQLite they are re-created after each migration: a migration that rebuilds a table would drop
them, and triggers that name the table would make it fail.
"""

from typing import Any, Final

import pgtrigger
from django.db import connections

#: Violations, in the order in which they are checked: the error message, and a query that returns a
#: row if the sealed posting (its key is ``%(key)s``) has the violation.
_VIOLATIONS: Final = (
    (
        "a posting sums to zero",
        "SELECT 1 WHERE (SELECT COUNT(*) FROM tournaments_postingline"
        " WHERE posting_id = %(key)s) < 2 OR (SELECT SUM(amount) FROM tournaments_postingline"
        " WHERE posting_id = %(key)s) <> 0",
    ),
    (
        "a line belongs to the club and currency of its posting",
        "SELECT 1 FROM tournaments_postingline l"
        " JOIN tournaments_account a ON a.id = l.account_id"
        " JOIN tournaments_posting p ON p.key = l.posting_id"
        " WHERE p.key = %(key)s"
        " AND (a.currency <> p.currency OR COALESCE(a.club_id, 0) <> COALESCE(p.club_id, 0))",
    ),
    (
        "a line goes on from the line before of its account",
        "SELECT 1 FROM tournaments_postingline l"
        " LEFT JOIN tournaments_postingline b"
        " ON b.account_id = l.account_id AND b.number = l.number - 1"
        " WHERE l.posting_id = %(key)s"
        " AND (l.after <> COALESCE(b.after, 0) + l.amount OR (l.number > 1 AND b.id IS NULL))",
    ),
    (
        "a line of money stands under an agreement",
        "SELECT 1 FROM tournaments_postingline l"
        " JOIN tournaments_account a ON a.id = l.account_id"
        " WHERE l.posting_id = %(key)s"
        " AND l.needs_agreement <> (a.kind <> 'house' AND a.currency <> '')",
    ),
    (
        "an agreement belongs to the holder of the account",
        "SELECT 1 FROM tournaments_postingline l"
        " JOIN tournaments_account a ON a.id = l.account_id"
        " JOIN games_agreement g ON g.id = l.agreement_id"
        " WHERE l.posting_id = %(key)s"
        " AND (g.currency <> a.currency OR g.answers_for <> a.name"
        " OR (a.user_id IS NOT NULL AND COALESCE(g.user_id, 0) <> a.user_id))",
    ),
    (
        "nobody loses more than they agreed to",
        "SELECT 1 FROM tournaments_postingline l"
        " JOIN games_agreement g ON g.id = l.agreement_id"
        " WHERE l.posting_id = %(key)s AND g.max_loss IS NOT NULL"
        " AND (SELECT SUM(o.amount) FROM tournaments_postingline o"
        " JOIN tournaments_posting p ON p.key = o.posting_id"
        " WHERE o.agreement_id = g.id AND p.kind IN ('settlement', 'reversal')) < -g.max_loss",
    ),
)

_SEALED: Final = "the posting is sealed"
_IS_WRITTEN: Final = "SELECT 1 FROM tournaments_posting WHERE key = NEW.posting_id"


def _sealing_body() -> str:
    """Return the PL/pgSQL body that raises an error for the first violation of a posting."""
    checks = "\n".join(
        f"IF EXISTS ({query % {'key': 'NEW.key'}}) THEN"
        f" RAISE EXCEPTION USING ERRCODE = 'check_violation', MESSAGE = '{message}'; END IF;"
        for message, query in _VIOLATIONS
    )
    return f"{checks}\nRETURN NULL;"


def frozen_triggers(*mutable_fields: str) -> list[pgtrigger.Trigger]:
    """Return PostgreSQL triggers that reject deletions, and changes of all but `mutable_fields`.

    :param mutable_fields: fields that may still change
    """
    kept = pgtrigger.AnyChange(exclude=list(mutable_fields)) if mutable_fields else None
    return [
        pgtrigger.Protect(name="stays", operation=pgtrigger.Delete),
        pgtrigger.Protect(name="is_frozen", operation=pgtrigger.Update, condition=kept),
    ]


def sealing_trigger() -> pgtrigger.Trigger:
    """Return the PostgreSQL trigger that checks a posting when its transaction commits."""
    return pgtrigger.Trigger(
        name="balances",
        when=pgtrigger.After,
        operation=pgtrigger.Insert,
        timing=pgtrigger.Deferred,
        func=_sealing_body(),
    )


def sealed_trigger() -> pgtrigger.Trigger:
    """Return the PostgreSQL trigger that rejects new lines of a written posting."""
    return pgtrigger.Trigger(
        name="is_sealed",
        when=pgtrigger.Before,
        operation=pgtrigger.Insert,
        func=(
            f"IF EXISTS ({_IS_WRITTEN}) THEN"
            f" RAISE EXCEPTION USING ERRCODE = 'check_violation', MESSAGE = '{_SEALED}'; END IF;"
            " RETURN NEW;"
        ),
    )


# --- SQLite

#: Tables with immutable rows, each with the columns that may still change.
_MUTABLE_COLUMNS: Final = {
    "tournaments_account": (),
    "tournaments_posting": (),
    "tournaments_postingline": (),
    "tournaments_settlement": ("version",),
    "tournaments_balance": (),
    "tournaments_debt": (),
    "tournaments_transfer": ("open_amount",),
    "tournaments_takenup": (),
    "tournaments_paymentrecord": (),
    "games_agreement": ("withdrawn_at",),
}


def _column_names(cursor: Any, table: str) -> list[str]:
    """Return the names of the table's columns; empty if there is no such table."""
    cursor.execute(f"PRAGMA table_info({table})")
    return [row[1] for row in cursor.fetchall()]


def _trigger_statements(cursor: Any) -> dict[str, str]:
    """Return the SQLite triggers by name, as SQL after "CREATE TRIGGER name"."""
    found = {}
    for table, mutable in _MUTABLE_COLUMNS.items():
        short = table.partition("_")[2]
        columns = ", ".join(
            f'"{each}"' for each in _column_names(cursor, table) if each not in mutable
        )
        found[f"guard_{short}_stays"] = (
            f"BEFORE DELETE ON {table} BEGIN SELECT RAISE(ABORT, 'the book keeps it'); END"
        )
        found[f"guard_{short}_is_frozen"] = (
            f"BEFORE UPDATE OF {columns} ON {table}"
            " BEGIN SELECT RAISE(ABORT, 'the book does not change'); END"
        )
    found["guard_postingline_is_sealed"] = (
        "BEFORE INSERT ON tournaments_postingline"
        f" WHEN EXISTS ({_IS_WRITTEN})"
        f" BEGIN SELECT RAISE(ABORT, '{_SEALED}'); END"
    )
    for at, (message, query) in enumerate(_VIOLATIONS):
        found[f"guard_posting_balances_{at}"] = (
            "AFTER INSERT ON tournaments_posting"
            f" WHEN EXISTS ({query % {'key': 'NEW.key'}})"
            f" BEGIN SELECT RAISE(ABORT, '{message}'); END"
        )
    return found


def _existing_triggers(cursor: Any) -> list[str]:
    """Return the names of the ledger's SQLite triggers in the database."""
    cursor.execute("SELECT name FROM sqlite_master WHERE type = 'trigger' AND name LIKE 'guard%'")
    return [row[0] for row in cursor.fetchall()]


def drop_triggers(using: str = "default") -> None:
    """Drop the SQLite triggers before a migration; do nothing on other databases."""
    connection = connections[using]
    if connection.vendor != "sqlite":
        return
    with connection.cursor() as cursor:
        for name in _existing_triggers(cursor):
            cursor.execute(f"DROP TRIGGER {name}")


def create_triggers(using: str = "default") -> None:
    """Create the SQLite triggers if their tables exist; do nothing on other databases."""
    connection = connections[using]
    if connection.vendor != "sqlite":
        return
    with connection.cursor() as cursor:
        if not _column_names(cursor, "tournaments_postingline"):
            return
        existing = set(_existing_triggers(cursor))
        for name, statement in _trigger_statements(cursor).items():
            if name not in existing:
                cursor.execute(f"CREATE TRIGGER {name} {statement}")
