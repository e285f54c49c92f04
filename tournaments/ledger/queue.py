"""Queues background tasks of the ledger by name, because tasks import services."""

from celery import current_app
from django.db import transaction

SETTLE_DUE = "tournaments.ledger.tasks.settle_due"


def settle_due(club_id: int | None, currency: str) -> None:
    """After the commit, check whether the club's balances are due for settlement."""
    # robust: the settlement is committed; if the queue is down, the sweep does the rest.
    transaction.on_commit(
        lambda: current_app.send_task(SETTLE_DUE, (club_id, currency)), robust=True
    )
