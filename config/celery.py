"""Background work: bot turns, next deals, settlements and the sweeps that find what was lost."""

import os
from typing import Any

from celery import Celery, signals
from django.db import connections

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "config.settings")

#: After so many tasks a worker opens its connections to the database anew.
TASKS_PER_CONNECTION = 100_000

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


@signals.task_prerun.connect
def look_after_connections(**_of_task: Any) -> None:
    """Let go of connections that were lost since the last task, so that it costs this one nothing.

    A statement that asks for nothing takes a fraction of what opening a connection does.
    """
    for each in connections.all(initialized_only=True):
        if each.connection is not None and not each.in_atomic_block and not each.is_usable():
            each.close()
