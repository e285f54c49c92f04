"""Queues background tasks of the ledger by name, because tasks import services."""

from celery import current_app
from django.db import transaction

SETTLE_DUE = "tournaments.ledger.tasks.settle_due"


def settle_due(club_id: int | None, currency: str) -> None:
    """Queue the task that settles the club's balances above its limit, for after the commit."""
    # robust: the settlement is committed; if the queue is down, the sweep does the rest.
    transaction.on_commit(
        lambda: current_app.send_task(SETTLE_DUE, (club_id, currency)), robust=True
    )
