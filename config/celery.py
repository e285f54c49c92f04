"""Background work: bot turns, next deals, settlements and the sweeps that find what was lost."""

import os
from typing import Any

from celery import Celery, signals
from django.db import connections

from accounts import trace

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "config.settings")

#: After so many tasks a worker opens its connections to the database anew.
TASKS_PER_CONNECTION = 100_000

#: The header of a task's message that names the request that has asked for it.
ASKED_BY = "asked_by"

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
    """Let a task say in the log on whose request it runs."""
    if headers is not None and (name := trace.request_id.get()):
        headers[ASKED_BY] = name


@signals.task_prerun.connect
def begin_trace(task_id: str = "", task: Any = None, **_of_task: Any) -> None:
    """Begin anew what lines of the log say: of the request that asked for the task, if any did."""
    asked_by = task.request.get(ASKED_BY) if task is not None else None
    trace.request_id.set(asked_by or task_id)
    trace.address.set("")
    trace.person_id.set(None)
    trace.table_id.set(None)


@signals.worker_process_shutdown.connect
@signals.worker_shutdown.connect
def hand_over(**_of_worker: Any) -> None:
    """Hand on what is still to come at tables that were changed here last."""
    from django.conf import settings

    from games.common import writer
    from games.tables import queue

    writer.close()
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
