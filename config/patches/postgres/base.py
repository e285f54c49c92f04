"""PostgreSQL backend whose connection pool recovers immediately from a database restart.

A restart leaves a pool of lost connections. By default the pool tests one after the other and waits
longer each time, so requests wait for seconds or fail. Here, the first lost connection makes the
pool check all others before it hands out the next one.

Upstream: https://github.com/psycopg/psycopg/issues/701. Unnecessary once the pool checks all of its
connections when one is lost.
"""

from functools import partial
from typing import Any

from django.db.backends.postgresql import base
from psycopg_pool import ConnectionPool


class DatabaseWrapper(base.DatabaseWrapper):
    """PostgreSQL connection whose pool checks all its connections when one is lost."""

    @property
    def pool(self) -> Any:
        """The connection pool of this process; None if connections are not pooled."""
        pool = super().pool  # type: ignore[misc]
        if pool is not None and pool._check is ConnectionPool.check_connection:
            # Django creates the pool and offers no other way to set its check.
            pool._check = partial(_checked, pool)
        return pool


def _checked(pool: Any, connection: Any) -> None:
    """Check a connection before it is handed out; if it is lost, check all of them."""
    try:
        ConnectionPool.check_connection(connection)
    except Exception:
        pool.check()
        raise
