"""Scope and counters of an audit, and consistent reads while games go on."""

from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from datetime import datetime

from django.db import connection, transaction
from django.db.models import Model

#: Number of sessions, settlements or transfers loaded together. Sessions come with all their
#: actions, which a small server holds in memory next to its tables.
BATCH = 20
#: Rows fetched together from a streamed query.
CHUNK = 2000


@dataclass(slots=True)
class AuditScope:
    """The part of the ledger to audit, and the number of rows checked so far."""

    #: Only this club; None for everything, including games outside clubs.
    club_id: int | None = None
    #: Only what ended or was settled since then; accounts are always added up from their first
    #: line.
    since: datetime | None = None
    sessions: int = 0
    deals: int = 0
    settlements: int = 0
    postings: int = 0
    payments: int = 0
    #: Money lines under agreements given before agreements were recorded.
    before_agreements: int = 0

    @property
    def is_whole(self) -> bool:
        """Return whether the scope covers the whole ledger."""
        return self.club_id is None and self.since is None


@contextmanager
def consistent_read() -> Iterator[None]:
    """Read everything in the block from one snapshot, without blocking writers.

    Within a transaction this does nothing.

    A settlement made between two queries would look like a fault.
    """
    if connection.in_atomic_block:
        yield
    elif connection.vendor == "sqlite":
        # Not `atomic`, which takes SQLite's lock for writing.
        with connection.cursor() as cursor:
            cursor.execute("BEGIN DEFERRED")
            try:
                yield
            finally:
                cursor.execute("ROLLBACK")
    else:
        with transaction.atomic():
            with connection.cursor() as cursor:
                cursor.execute("SET TRANSACTION ISOLATION LEVEL REPEATABLE READ, READ ONLY")
            yield


def release(rows: Iterable[Model]) -> None:
    """Break reference cycles of prefetched rows, so that they are freed immediately.

    Prefetched objects point back to their parents. The garbage collector runs rarely in processes
    that serve tables, so the cycles of many batches would pile up.
    """
    waiting = list(rows)
    while waiting:
        row = waiting.pop()
        waiting += [each for each in row._state.fields_cache.values() if each is not None]
        row._state.fields_cache.clear()
        for found in vars(row).pop("_prefetched_objects_cache", {}).values():
            waiting += found
