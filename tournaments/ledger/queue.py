"""What services of the ledger leave to the background; by name, since tasks call services."""

from celery import current_app
from django.db import transaction

SETTLE_DUE = "tournaments.ledger.tasks.settle_due"


def settle_due(club_id: int | None, currency: str) -> None:
    """Look after the commit whether the club's balances are due to be settled."""
    # robust: what was settled is kept; the sweep finds the rest if the queue is away.
    transaction.on_commit(
        lambda: current_app.send_task(SETTLE_DUE, (club_id, currency)), robust=True
    )
