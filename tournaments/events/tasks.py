"""Background work of events; each task calls one service, or two that follow each other."""

from celery import shared_task

from tournaments.events import mails, services


@shared_task
def session_over(session_id: int, event_id: int) -> None:
    """Take the result of a table, and propose the next round when it was the last one."""
    services.take_result(session_id)
    services.propose_round(event_id)


@shared_task(
    autoretry_for=(mails.MailsFailedError, OSError),
    max_retries=mails.MOST_TRIES - 1,
    retry_backoff=30,
    retry_jitter=True,
)
def send_mails(event_id: int) -> None:
    """Send the mails about the event that are due."""
    mails.send_due(event_id)


@shared_task
def remind() -> None:
    """Remind people of what begins within a day, and send mails that a lost task has left."""
    services.remind()
    for event_id in mails.overdue():
        send_mails.delay(event_id)


@shared_task
def propose_next(event_id: int) -> None:
    """Propose the next round when the last result is in."""
    services.propose_round(event_id)


@shared_task
def night_session_over(session_id: int) -> None:
    """Count a session of a club night."""
    services.take_night_result(session_id)


@shared_task
def settle_event(event_id: int) -> None:
    """Settle an event that is over."""
    services.settle_event(event_id)


@shared_task
def sweep() -> None:
    """Do what a lost task has left undone."""
    services.sweep()
