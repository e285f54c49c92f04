"""The connections to PostgreSQL.

A restarted database leaves a pool of lost connections. The pool takes out one after the other,
finds it lost, and waits longer each time, so whoever needs one waits for seconds or in vain. Here
the first that is found lost has all others looked at, before the next one is taken.
"""

from functools import partial
from typing import Any

from django.db.backends.postgresql import base
from psycopg_pool import ConnectionPool


class DatabaseWrapper(base.DatabaseWrapper):
    """A connection out of such a pool."""

    @property
    def pool(self) -> Any:
        """The pool of this process; None where connections are not pooled."""
        pool = super().pool  # type: ignore[misc]
        if pool is not None and pool._check is ConnectionPool.check_connection:
            # Django makes the pool, and has no other way in.
            pool._check = partial(_checked, pool)
        return pool


def _checked(pool: Any, connection: Any) -> None:
    """Check a connection that is about to be given out; with one that is lost, look at all."""
    try:
        ConnectionPool.check_connection(connection)
    except Exception:
        pool.check()
        raise
