"""Health checks for proxies and process managers: liveness and readiness.

A process that responds is alive; only one that doesn't should be restarted. It is ready if the
database has all migrations of this release. Without Redis the site works, but live updates are
late: the response reports this without failing, because all other processes share the problem.
"""

import redis
from django.conf import settings
from django.db import DatabaseError, connection
from django.db.migrations.executor import MigrationExecutor
from django.http import HttpRequest, HttpResponse, JsonResponse
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_safe

UNREADY = 503


@never_cache
@require_safe
def live(request: HttpRequest) -> HttpResponse:
    """Respond without checking anything."""
    return HttpResponse("alive\n", content_type="text/plain")


@never_cache
@require_safe
def ready(request: HttpRequest) -> JsonResponse:
    """Return the state of database and Redis; 503 if it can't serve. One query and a Redis ping.

    ``{"database": "ready", "shared": "ready"}``; otherwise ``away``, or ``outdated`` for a database
    that lacks migrations of this release. Embedded mode has no ``shared``.
    """
    found = {"database": _database_state()}
    if not settings.EMBEDDED:
        found["shared"] = _redis_state()
    return JsonResponse(found, status=200 if found["database"] == "ready" else UNREADY)


def _database_state() -> str:
    """Return "ready", "outdated" if migrations are missing, or "away"."""
    try:
        with connection.cursor() as cursor:
            cursor.execute("SELECT 1")
            cursor.fetchone()
        return "ready" if _is_migrated() else "outdated"
    except DatabaseError:
        return "away"


class _MigrationCheck:
    """Check for unapplied migrations that remembers a positive result."""

    def __init__(self) -> None:
        self._is_complete = False

    def __call__(self) -> bool:
        """Return whether all migrations are applied."""
        if not self._is_complete:
            executor = MigrationExecutor(connection)
            self._is_complete = not executor.migration_plan(executor.loader.graph.leaf_nodes())
        return self._is_complete


_is_migrated = _MigrationCheck()


def _redis_state() -> str:
    """Return "ready", or "away" if Redis does not answer."""
    try:
        redis.from_url(settings.REDIS_URL, socket_connect_timeout=1, socket_timeout=2).ping()
    except redis.RedisError:
        return "away"
    return "ready"
