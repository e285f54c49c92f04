"""Whether a web server lives, and whether it can serve: for proxies and whatever restarts it.

Alive is what answers; only one that does not is to be restarted. Ready is what has a database at
the release's version. What the processes share (Redis) may be away without the club being so: then
live updates come late, which is said, and no reason to send people elsewhere, for all would say it.
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
    """Answer, and look at nothing."""
    return HttpResponse("alive\n", content_type="text/plain")


@never_cache
@require_safe
def ready(request: HttpRequest) -> JsonResponse:
    """Say what of the club answers; 503 where it cannot serve. Costs a query, and a ping of Redis.

    ``{"database": "ready", "shared": "ready"}``; else ``away``, and ``outdated`` for a database
    that lacks migrations of this release. Embedded nothing is shared.
    """
    found = {"database": _database()}
    if not settings.EMBEDDED:
        found["shared"] = _shared()
    return JsonResponse(found, status=200 if found["database"] == "ready" else UNREADY)


def _database() -> str:
    try:
        with connection.cursor() as cursor:
            cursor.execute("SELECT 1")
            cursor.fetchone()
        return "ready" if _is_migrated() else "outdated"
    except DatabaseError:
        return "away"


class _Migrated:
    """Whether nothing is left to migrate, which stays so once it is."""

    def __init__(self) -> None:
        self._is_so = False

    def __call__(self) -> bool:
        if not self._is_so:
            executor = MigrationExecutor(connection)
            self._is_so = not executor.migration_plan(executor.loader.graph.leaf_nodes())
        return self._is_so


_is_migrated = _Migrated()


def _shared() -> str:
    try:
        redis.from_url(settings.REDIS_URL, socket_connect_timeout=1, socket_timeout=2).ping()
    except redis.RedisError:
        return "away"
    return "ready"
