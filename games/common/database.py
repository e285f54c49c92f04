"""Database access from asynchronous code, and a retry after a lost connection."""

import logging
from collections.abc import Awaitable, Callable
from typing import ParamSpec, TypeVar

from channels.db import database_sync_to_async
from django.conf import settings
from django.db import InterfaceError, OperationalError, connection

logger = logging.getLogger(__name__)

P = ParamSpec("P")
T = TypeVar("T")


def in_database(function: Callable[P, T]) -> Callable[P, Awaitable[T]]:
    """Return an asynchronous version of the function that runs in a database thread.

    It is retried once after a lost connection.

    On SQLite all calls run in one thread, whose connection stays open. On PostgreSQL any thread of
    the pool may run them, because a single thread per process would halve the server's throughput.
    """
    wrapped: Callable[P, Awaitable[T]] = database_sync_to_async(
        retry_once(function), thread_sensitive=settings.SQLITE
    )
    return wrapped


def retry_once(function: Callable[P, T]) -> Callable[P, T]:
    """Return the function with one retry after a lost connection.

    Only for functions that may run twice: reads, or writes that are repeated anyway. A database
    restart ends all connections; the next one requested is a good one.
    """

    def run_with_retry(*args: P.args, **named: P.kwargs) -> T:
        """Call the function, and again if the connection was lost."""
        try:
            return function(*args, **named)
        except (OperationalError, InterfaceError) as error:
            if not close_lost_connection():
                raise
            logger.warning("lost the database connection; retrying: %s", error)
        return function(*args, **named)

    return run_with_retry


def close_lost_connection() -> bool:
    """Close this thread's database connection if it was lost; return whether it was.

    On SQLite and within a transaction, nothing is checked or closed, and the result is False.
    """
    if settings.SQLITE or connection.in_atomic_block:
        return False
    if connection.connection is not None and connection.is_usable():
        return False
    connection.close()
    return True
