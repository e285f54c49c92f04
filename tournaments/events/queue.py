"""Queueing of the events' background tasks by name, since tasks import services."""

from celery import current_app
from django.db import transaction

SEND_MAILS = "tournaments.events.tasks.send_mails"
SETTLE = "tournaments.events.tasks.settle_event"


def mail_after_commit(event_id: int) -> None:
    """Queue the event's due mails after the commit."""
    # robust: the change is committed; the sweep repeats lost work.
    transaction.on_commit(lambda: send(SEND_MAILS, event_id), robust=True)


def settle_after_commit(event_id: int) -> None:
    """Queue the event's settlement after the commit."""
    # robust: the event's end is committed; the sweep repeats lost work.
    transaction.on_commit(lambda: send(SETTLE, event_id), robust=True)


def send(task_name: str, event_id: int) -> None:
    """Queue the named background task for the event."""
    current_app.send_task(task_name, (event_id,))
