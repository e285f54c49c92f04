"""Separate Redis databases for tests that run in several processes.

Loaded before the settings are read (``-p tests.workers``). pytest-django keeps PostgreSQL's test
databases apart.
"""

import os
from urllib.parse import urlsplit, urlunsplit

#: Databases per worker, of Redis's 16: one for its own tests, the others for servers they start.
DATABASES = 5
NUMBER = int(os.environ.get("PYTEST_XDIST_WORKER", "gw0").removeprefix("gw"))


def redis_address(address: str, number: int) -> str:
    """Return the address of the database `number` before the one given (default: the last)."""
    parts = urlsplit(address)
    return urlunsplit(parts._replace(path=f"/{int(parts.path.strip('/') or 15) - number}"))


if os.environ.get("REDIS_URL"):
    os.environ["REDIS_URL"] = redis_address(os.environ["REDIS_URL"], NUMBER * DATABASES)

# Tests kill processes but never cut the power, so commits need not wait for the disk.
os.environ.setdefault("SQLITE_SYNCHRONOUS", "NORMAL")
