"""Background work of events; each task calls one service, or two that follow each other."""

from celery import shared_task

from tournaments.events import services


@shared_task
def session_over(session_id: int, event_id: int) -> None:
    """Take the result of a table, and propose the next round when it was the last one."""
    services.take_result(session_id)
    services.propose_round(event_id)


@shared_task
def night_session_over(session_id: int) -> None:
    """Count a session of a club night."""
    services.take_night_result(session_id)


@shared_task
def sweep() -> None:
    """Do what a lost task has left undone."""
    services.sweep()
