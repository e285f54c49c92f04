"""Calling the database from asynchronous code, and once more where a connection was lost."""

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
    """Return the function as one that runs in a database thread, once more where need be.

    On SQLite all run in one thread, whose connection stays open. On PostgreSQL any thread of
    the pool may, since one thread for a whole process would halve what the server can do.
    """
    wrapped: Callable[P, Awaitable[T]] = database_sync_to_async(
        retry_once(function), thread_sensitive=settings.SQLITE
    )
    return wrapped


def retry_once(function: Callable[P, T]) -> Callable[P, T]:
    """Return the function as one that is run a second time where its connection was lost.

    For what may be done twice: it reads, or notes what is so anyway. A database that was started
    anew ends all connections; the next one that is asked for is a good one.
    """

    def run(*args: P.args, **named: P.kwargs) -> T:
        try:
            return function(*args, **named)
        except (OperationalError, InterfaceError) as error:
            if not has_lost_connection():
                raise
            logger.warning("a connection to the database was lost; once more: %s", error)
        return function(*args, **named)

    return run


def has_lost_connection() -> bool:
    """Tell whether this thread's connection was lost; then it is let go of."""
    if settings.SQLITE or connection.in_atomic_block:
        return False
    if connection.connection is not None and connection.is_usable():
        return False
    connection.close()
    return True
