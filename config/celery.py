"""The Celery app: bot turns, next deals, settlements, and sweeps that find lost tasks."""

import os
import time
from typing import Any

from celery import Celery, signals
from django.db import connections
from prometheus_client import REGISTRY, CollectorRegistry, start_http_server
from prometheus_client.multiprocess import MultiProcessCollector

from accounts import log_context
from games.common import metrics

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "config.settings")

#: Number of tasks after which a worker reopens its database connections.
TASKS_PER_CONNECTION = 100_000

#: Message header with the ID of the request that sent the task.
ASKED_BY = "asked_by"
#: Message header with the time of sending, in seconds since the epoch.
SENT_AT = "sent_at"
#: Periodic tasks that measure the waiting time of their queue.
MEASURED_TASKS = {"games.tables.tasks.sweep", "tournaments.ledger.tasks.sweep"}

app = Celery("club")
app.config_from_object("django.conf:settings", namespace="CELERY")
# By default Celery opens a database connection for each task, which costs more than a bot's move.
# It reads this setting only under its old name, without a namespace.
app.conf.update(CELERY_DB_REUSE_MAX=TASKS_PER_CONNECTION)
app.autodiscover_tasks(
    [
        "accounts.notices",
        "games.replays.review",
        "games.tables",
        "tournaments",
        "tournaments.clubs",
        "tournaments.events",
        "tournaments.ledger",
        "tournaments.ratings",
    ]
)


@signals.before_task_publish.connect
def add_headers(headers: dict[str, Any] | None = None, **_of_message: Any) -> None:
    """Add headers with the request's ID and the time of sending, for the log and the metrics."""
    if headers is not None:
        headers[SENT_AT] = time.time()
        if name := log_context.request_id.get():
            headers[ASKED_BY] = name


@signals.task_prerun.connect
def reset_trace(task_id: str = "", task: Any = None, **_of_task: Any) -> None:
    """Reset the log context, to the ID of the request that sent the task if there was one."""
    asked_by = task.request.get(ASKED_BY) if task is not None else None
    log_context.request_id.set(asked_by or task_id)
    log_context.address.set("")
    log_context.person_id.set(None)
    log_context.table_id.set(None)


@signals.task_prerun.connect
def measure_wait(task: Any = None, **_of_task: Any) -> None:
    """Record how long a sweep waited in its queue; other tasks are not measured."""
    from config.queues import note_wait

    if task is None or task.name not in MEASURED_TASKS:
        return
    sent_at, queue = (
        task.request.get(SENT_AT),
        (task.request.delivery_info or {}).get("routing_key"),
    )
    if sent_at and queue:
        note_wait(queue, sent_at)


@signals.task_postrun.connect
def count_task(task: Any = None, state: str | None = None, **_of_task: Any) -> None:
    """Count a finished or failed task."""
    if task is not None:
        (metrics.failed_tasks if state == "FAILURE" else metrics.tasks).labels(task.name).inc()


@signals.worker_init.connect
def serve_metrics(**_of_worker: Any) -> None:
    """Serve the worker's metrics over HTTP if `WORKER_METRICS` is set."""
    from django.conf import settings

    if not settings.WORKER_METRICS:
        return
    host, _colon, port = settings.WORKER_METRICS.rpartition(":")
    registry = REGISTRY
    if "PROMETHEUS_MULTIPROC_DIR" in os.environ:
        # Includes the metrics of the pool's processes.
        registry = CollectorRegistry()
        MultiProcessCollector(registry)  # type: ignore[no-untyped-call]
    start_http_server(int(port), addr=host or "127.0.0.1", registry=registry)


@signals.worker_process_shutdown.connect
@signals.worker_shutdown.connect
def hand_over(**_of_worker: Any) -> None:
    """Commit queued writes, and pass on the pending timers of tables last changed here."""
    from django.conf import settings

    from games.common import group_commit
    from games.tables import queue

    group_commit.close()
    if not settings.EMBEDDED:
        queue.hand_over()


@signals.task_prerun.connect
def drop_lost_connections(**_of_task: Any) -> None:
    """Close database connections that were lost since the last task, so that this one succeeds.

    The check is an empty statement, which costs a fraction of opening a connection.
    """
    for each in connections.all(initialized_only=True):
        if each.connection is not None and not each.in_atomic_block and not each.is_usable():
            each.close()
