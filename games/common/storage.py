"""Database failures: telling a full disk from an unavailable database, and the denial for users."""

import errno
import logging
import sqlite3
from collections.abc import Awaitable, Callable, Iterator
from enum import StrEnum, auto
from typing import ParamSpec, TypeVar

from django.db import InterfaceError, OperationalError

from games.common.denials import Denial
from games.common.group_commit import in_writer

P = ParamSpec("P")
R = TypeVar("R")

logger = logging.getLogger(__name__)

#: SQLSTATE of PostgreSQL for a full disk.
DISK_FULL = "53100"
#: Error codes of SQLite for a full disk or a file that could not grow.
SQLITE_FULL = frozenset(
    {
        sqlite3.SQLITE_FULL,
        sqlite3.SQLITE_IOERR_WRITE,
        sqlite3.SQLITE_IOERR_FSYNC,
        sqlite3.SQLITE_IOERR_SHMSIZE,
        sqlite3.SQLITE_IOERR_TRUNCATE,
    }
)


class StorageCode(StrEnum):
    """Reasons why nothing was saved; ``games.language.refusals`` has the sentences."""

    FULL = auto()
    AWAY = auto()


def is_full(error: BaseException) -> bool:
    """Return whether the error, or an error that caused it, reports a full disk."""
    return any(_reports_full_disk(each) for each in _error_chain(error))


def _error_chain(error: BaseException | None) -> Iterator[BaseException]:
    """Yield the error and the errors that caused it."""
    seen: set[int] = set()
    while error is not None and id(error) not in seen:
        seen.add(id(error))
        yield error
        error = error.__cause__ or error.__context__


def _reports_full_disk(error: BaseException) -> bool:
    """Return whether this error itself reports a full disk."""
    return (
        getattr(error, "sqlite_errorcode", None) in SQLITE_FULL
        or getattr(error, "sqlstate", None) == DISK_FULL
        or (isinstance(error, OSError) and error.errno == errno.ENOSPC)
    )


def in_writer_or_denied(service: Callable[P, R]) -> Callable[P, Awaitable[R | Denial]]:
    """Return the service to be run by the writer; a database failure becomes a denial.

    The user of an open page sees the reason, and the page goes on.
    """
    run = in_writer(service)

    async def run_or_deny(*args: P.args, **named: P.kwargs) -> R | Denial:
        """Run the service in the writer; return a denial for a database failure."""
        try:
            return await run(*args, **named)
        except (OperationalError, InterfaceError) as error:
            logger.exception("nothing could be saved")
            return Denial(StorageCode.FULL if is_full(error) else StorageCode.AWAY)

    return run_or_deny
