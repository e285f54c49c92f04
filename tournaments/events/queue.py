"""What services of events leave to the background; by name, since tasks call services."""

from celery import current_app
from django.db import transaction

SEND_MAILS = "tournaments.events.tasks.send_mails"
SETTLE = "tournaments.events.tasks.settle_event"


def mail_after_commit(event_id: int) -> None:
    """Send the mails about the event that are due, once what they tell of is kept."""
    # robust: what was decided is kept; the sweep mails it if the queue is away.
    transaction.on_commit(lambda: send(SEND_MAILS, event_id), robust=True)


def settle_after_commit(event_id: int) -> None:
    """Settle the event, once it is kept that it is over."""
    # robust: the event's end is kept; the sweep settles it if the queue is away.
    transaction.on_commit(lambda: send(SETTLE, event_id), robust=True)


def send(task: str, event_id: int) -> None:
    """Queue the task."""
    current_app.send_task(task, (event_id,))
