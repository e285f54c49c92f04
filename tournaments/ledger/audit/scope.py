"""What of the book an audit looks at, what it has counted, and how it reads while people play."""

from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from datetime import datetime

from django.db import connection, transaction
from django.db.models import Model

#: So many sessions, settlements or transfers are read at once: sessions with all their actions,
#: which an embedded club holds beside its tables.
BATCH = 20
#: So many rows of a stream are fetched at once.
CHUNK = 2000


@dataclass(slots=True)
class AuditScope:
    """What is looked at, and how much of it there was."""

    #: The club alone; None for everything, with what is played outside of clubs.
    club_id: int | None = None
    #: Only what ended or was settled since; accounts are always added up from their beginning.
    since: datetime | None = None
    sessions: int = 0
    deals: int = 0
    settlements: int = 0
    postings: int = 0
    payments: int = 0
    #: Lines of money under agreements from before agreements existed.
    before_agreements: int = 0

    @property
    def is_whole(self) -> bool:
        """Whether nothing is left out."""
        return self.club_id is None and self.since is None


@contextmanager
def one_moment() -> Iterator[None]:
    """Let all that is read in the block be of one moment, while others go on writing.

    What is settled between two queries would look like a fault. Nobody has to wait for it.
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


def let_go(rows: Iterable[Model]) -> None:
    """Cut rows off from all that was read with them, so that it is freed at once.

    What was prefetched points back at what it was prefetched for. Such rings wait for the garbage
    collector, which is in no hurry where tables are served; the rings of many batches would wait.
    """
    waiting = list(rows)
    while waiting:
        row = waiting.pop()
        waiting += [each for each in row._state.fields_cache.values() if each is not None]
        row._state.fields_cache.clear()
        for found in vars(row).pop("_prefetched_objects_cache", {}).values():
            waiting += found
