"""Background work for tables; no other module queues it.

A queued task may be lost (killed worker, unavailable broker). The row's ``due_at`` says what is
outstanding, and the sweep finds it.
"""

from celery import current_app
from django.db import transaction

from games.tables.scheduler import Due, Scheduler

#: Tasks for many tables in one call, each with its version.
MOVE_ON = "games.tables.tasks.move_on"
NEXT_DEAL = "games.tables.tasks.start_next_deal"
LAPSE = "games.tables.tasks.lapse"
#: Seconds; tasks due sooner would run late if left to the sweep.
SOON = 60.0


def _send(task: str, due: list[Due]) -> None:
    """Queue the Celery task with all tables and versions for which it is due."""
    current_app.send_task(task, (due,))


_scheduler = Scheduler(_send)


def after_commit(task: str, table_id: int, version: int, seconds: float) -> None:
    """Run the task for that table version `seconds` after the transaction commits.

    Timed tasks wait in this process; each table has one at a time, the newest.
    """

    def schedule() -> None:
        """Schedule the task in this process, or queue the lapse of a vote."""
        if task == LAPSE:
            current_app.send_task(task, (table_id, version), countdown=seconds or None)
        else:
            _scheduler.schedule(task, table_id, version, seconds)

    # robust: the move is committed, so an error here must not be reported to the player.
    transaction.on_commit(schedule, robust=True)


def hand_over() -> None:
    """Queue the tasks that are due soon as background work, because this process is ending.

    The sweep finds those due later.
    """
    for seconds, scheduled in _scheduler.take_all(max_seconds=SOON):
        due = [(scheduled.table_id, scheduled.version)]
        current_app.send_task(scheduled.task, (due,), countdown=seconds or None)


def clear() -> None:
    """Drop all timed tasks of this process; for tests, which reuse table ids."""
    _scheduler.clear()
