"""Background work of events; each task calls one service, or two that follow each other."""

from celery import shared_task

from tournaments.events import services


@shared_task
def session_over(session_id: int, event_id: int) -> None:
    """Take the result of a table, and propose the next round when it was the last one."""
    services.take_result(session_id)
    services.propose_round(event_id)


@shared_task
def propose_next(event_id: int) -> None:
    """Propose the next round when the last result is in."""
    services.propose_round(event_id)


@shared_task
def sweep() -> None:
    """Do what a lost task has left undone."""
    services.sweep()
