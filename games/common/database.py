"""Calling the database from asynchronous code."""

from collections.abc import Awaitable, Callable
from typing import ParamSpec, TypeVar

from channels.db import database_sync_to_async
from django.conf import settings

P = ParamSpec("P")
T = TypeVar("T")


def in_database(function: Callable[P, T]) -> Callable[P, Awaitable[T]]:
    """Return the function as one that runs in a database thread.

    On SQLite all run in one thread, whose connection stays open. On PostgreSQL any thread of
    the pool may, since one thread for a whole process would halve what the server can do.
    """
    wrapped: Callable[P, Awaitable[T]] = database_sync_to_async(
        function, thread_sensitive=settings.SQLITE
    )
    return wrapped
