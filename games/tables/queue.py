"""The only module that queues background work for the tables.

A queued task may be lost (a killed worker, a broker that is away); the row's ``due_at`` says
what is outstanding, and the sweep finds it.
"""

import logging

from celery import current_app
from django.db import transaction

logger = logging.getLogger(__name__)

MOVE_ON = "games.tables.tasks.move_on"
NEXT_DEAL = "games.tables.tasks.start_next_deal"


def after_commit(task: str, table_id: int, version: int, seconds: float) -> None:
    """Run the task for that version, so many seconds after the surrounding transaction."""

    def send() -> None:
        current_app.send_task(task, (table_id, version), countdown=seconds or None)

    # robust: the move is committed, and an error here must not tell the player otherwise.
    transaction.on_commit(send, robust=True)
