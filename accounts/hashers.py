"""Hashing passwords, which costs a processor most of a second, without costing others a page.

Each request has a thread of its own, and hashing lets others run meanwhile. What it must not do is
take all processors, or keep a connection of the database's pool while it waits: forty people who
sign in at once would stop the club with either.
"""

import os
from collections.abc import Iterator
from contextlib import contextmanager
from threading import BoundedSemaphore

from django.conf import settings
from django.contrib.auth.hashers import PBKDF2PasswordHasher
from django.db import connection

#: So many passwords are hashed at once in one process; one processor is left for pages and moves.
AT_ONCE = max(1, (os.cpu_count() or 1) - 1)

_turns = BoundedSemaphore(AT_ONCE)


@contextmanager
def turn() -> Iterator[None]:
    """Wait for a turn to hash, without a connection to the database."""
    # SQLite has no pool. Within a transaction the connection is needed; no page hashes there.
    if not settings.SQLITE and not connection.in_atomic_block:
        connection.close()
    with _turns:
        yield


class ClubHasher(PBKDF2PasswordHasher):
    """Django's own hasher, some at a time; what either has hashed the other can check."""

    def encode(self, password: str, salt: str, iterations: int | None = None) -> str:
        with turn():
            return super().encode(password, salt, iterations)
