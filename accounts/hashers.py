"""Password hasher that limits how many passwords are hashed at the same time.

Hashing takes a processor most of a second. It runs in the request's thread and releases the GIL.
It must not take all processors, or hold a pooled database connection while it waits: with either,
forty users who sign in at the same time would stop the site.
"""

import os
from collections.abc import Iterator
from contextlib import contextmanager
from threading import BoundedSemaphore

from django.conf import settings
from django.contrib.auth.hashers import PBKDF2PasswordHasher
from django.db import connection

#: Passwords hashed at the same time in one process; one processor is left for pages and moves.
MAX_CONCURRENT = max(1, (os.cpu_count() or 1) - 1)

_semaphore = BoundedSemaphore(MAX_CONCURRENT)


@contextmanager
def hashing_turn() -> Iterator[None]:
    """Hold one of the permits to hash; wait for it without a database connection."""
    # SQLite has no pool. A transaction needs its connection; no page hashes inside one.
    if not settings.SQLITE and not connection.in_atomic_block:
        connection.close()
    with _semaphore:
        yield


class ClubHasher(PBKDF2PasswordHasher):
    """Django's PBKDF2 hasher with limited concurrency; the hashes are interchangeable."""

    def encode(self, password: str, salt: str, iterations: int | None = None) -> str:
        """Return the encoded hash, computed while holding a permit."""
        with hashing_turn():
            return super().encode(password, salt, iterations)
