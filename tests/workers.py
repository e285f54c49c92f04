"""Tests in several processes at once: each has databases of its own, in Redis, too.

Loaded before the settings are read (``-p tests.workers``). PostgreSQL's test databases are told
apart by pytest-django.
"""

import os
from urllib.parse import urlsplit, urlunsplit

#: Redis has 16 databases; a worker takes so many: one for its own tests, and for clubs that run.
DATABASES = 5
NUMBER = int(os.environ.get("PYTEST_XDIST_WORKER", "gw0").removeprefix("gw"))


def redis_address(address: str, number: int) -> str:
    """The address of the database that comes so many before the one named, by default the last."""
    parts = urlsplit(address)
    return urlunsplit(parts._replace(path=f"/{int(parts.path.strip('/') or 15) - number}"))


if os.environ.get("REDIS_URL"):
    os.environ["REDIS_URL"] = redis_address(os.environ["REDIS_URL"], NUMBER * DATABASES)

# Tests kill processes, never the power: what is committed need not wait for the disk.
os.environ.setdefault("SQLITE_SYNCHRONOUS", "NORMAL")
