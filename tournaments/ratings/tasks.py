"""Celery tasks of ratings; each calls one service."""

from celery import shared_task

from tournaments.ratings import services


@shared_task
def rate_session(session_id: int) -> None:
    """Rate the players of a finished session."""
    services.rate_session(session_id)


@shared_task
def sweep() -> None:
    """Rate finished sessions whose rating task was lost."""
    services.sweep()
