"""Background work: bot turns, next deals, settlements and the sweeps that find what was lost."""

import os
import time
from typing import Any

from celery import Celery, signals
from django.db import connections
from prometheus_client import REGISTRY, CollectorRegistry, start_http_server
from prometheus_client.multiprocess import MultiProcessCollector

from accounts import trace
from games.common import metrics

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "config.settings")

#: After so many tasks a worker opens its connections to the database anew.
TASKS_PER_CONNECTION = 100_000

#: The header of a task's message that names the request that has asked for it.
ASKED_BY = "asked_by"
#: The one that says when, in seconds of the world's clock.
SENT_AT = "sent_at"
#: What comes regularly tells how long its queue is.
REGULAR = {"games.tables.tasks.sweep", "tournaments.ledger.tasks.sweep"}

app = Celery("club")
app.config_from_object("django.conf:settings", namespace="CELERY")
# Opening a connection costs more than a bot's move, and Celery would for each task. It looks this
# up by its old name, without a namespace.
app.conf.update(CELERY_DB_REUSE_MAX=TASKS_PER_CONNECTION)
app.autodiscover_tasks(
    [
        "games.tables",
        "tournaments",
        "tournaments.clubs",
        "tournaments.events",
        "tournaments.ledger",
        "tournaments.ratings",
    ]
)


@signals.before_task_publish.connect
def name_request(headers: dict[str, Any] | None = None, **_of_message: Any) -> None:
    """Let a task say in the log on whose request it runs, and when it was asked for."""
    if headers is not None:
        headers[SENT_AT] = time.time()
        if name := trace.request_id.get():
            headers[ASKED_BY] = name


@signals.task_prerun.connect
def begin_trace(task_id: str = "", task: Any = None, **_of_task: Any) -> None:
    """Begin anew what lines of the log say: of the request that asked for the task, if any did."""
    asked_by = task.request.get(ASKED_BY) if task is not None else None
    trace.request_id.set(asked_by or task_id)
    trace.address.set("")
    trace.person_id.set(None)
    trace.table_id.set(None)


@signals.task_prerun.connect
def measure_wait(task: Any = None, **_of_task: Any) -> None:
    """Note how long a sweep waited in its queue."""
    from config.queues import note_wait

    if task is None or task.name not in REGULAR:
        return
    sent_at, queue = (
        task.request.get(SENT_AT),
        (task.request.delivery_info or {}).get("routing_key"),
    )
    if sent_at and queue:
        note_wait(queue, sent_at)


@signals.task_postrun.connect
def count_task(task: Any = None, state: str | None = None, **_of_task: Any) -> None:
    """Count what was done."""
    if task is not None:
        (metrics.failed_tasks if state == "FAILURE" else metrics.tasks).labels(task.name).inc()


@signals.worker_init.connect
def tell_figures(**_of_worker: Any) -> None:
    """Tell the worker's figures over HTTP, where that is wanted."""
    from django.conf import settings

    if not settings.WORKER_METRICS:
        return
    host, _colon, port = settings.WORKER_METRICS.rpartition(":")
    registry = REGISTRY
    if "PROMETHEUS_MULTIPROC_DIR" in os.environ:
        # The processes of its pool leave theirs there.
        registry = CollectorRegistry()
        MultiProcessCollector(registry)  # type: ignore[no-untyped-call]
    start_http_server(int(port), addr=host or "127.0.0.1", registry=registry)


@signals.worker_process_shutdown.connect
@signals.worker_shutdown.connect
def hand_over(**_of_worker: Any) -> None:
    """Hand on what is still to come at tables that were changed here last."""
    from django.conf import settings

    from games.common import group_commit
    from games.tables import queue

    group_commit.close()
    if not settings.EMBEDDED:
        queue.hand_over()


@signals.task_prerun.connect
def look_after_connections(**_of_task: Any) -> None:
    """Let go of connections that were lost since the last task, so that it costs this one nothing.

    A statement that asks for nothing takes a fraction of what opening a connection does.
    """
    for each in connections.all(initialized_only=True):
        if each.connection is not None and not each.in_atomic_block and not each.is_usable():
            each.close()
