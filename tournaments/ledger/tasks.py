"""Background work after the games; each task calls one service."""

from celery import shared_task

from tournaments.ledger import services


@shared_task
def settle_session(session_id: int) -> None:
    """Settle a finished session."""
    services.settle_session(session_id)


@shared_task
def sweep() -> None:
    """Do what a lost task has left undone."""
    services.sweep()
