"""The only module that queues background work for the tables.

A queued task may be lost (a killed worker, a broker that is away); the row's ``due_at`` says
what is outstanding, and the sweep finds it.
"""

from celery import current_app
from django.db import transaction

from games.tables.alarms import Alarms, Due

#: These are done for many tables at once, each at its version.
MOVE_ON = "games.tables.tasks.move_on"
NEXT_DEAL = "games.tables.tasks.start_next_deal"
LAPSE = "games.tables.tasks.lapse"
#: What is due in so many seconds would come late by the sweep.
SOON = 60.0


def _send(task: str, due: list[Due]) -> None:
    current_app.send_task(task, (due,))


_alarms = Alarms(_send)


def after_commit(task: str, table_id: int, version: int, seconds: float) -> None:
    """Run the task for that version, so many seconds after the surrounding transaction.

    What happens by itself at a table waits in this process: one thing at a time, the newest.
    """

    def send() -> None:
        if task == LAPSE:
            current_app.send_task(task, (table_id, version), countdown=seconds or None)
        else:
            _alarms.set(task, table_id, version, seconds)

    # robust: the move is committed, and an error here must not tell the player otherwise.
    transaction.on_commit(send, robust=True)


def hand_over() -> None:
    """Let background work wait for what is due soon in place of this process, which ends.

    What is due later, the sweep finds.
    """
    for seconds, alarm in _alarms.take_all(within=SOON):
        due = [(alarm.table_id, alarm.version)]
        current_app.send_task(alarm.task, (due,), countdown=seconds or None)


def forget() -> None:
    """Let nothing wait in this process any more; for tests, whose tables come again."""
    _alarms.forget()
