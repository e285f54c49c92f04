"""Celery tasks of the ledger; each calls one service."""

from celery import shared_task

from tournaments.ledger import mails, services
from tournaments.ledger.audit import audit as audit_book
from tournaments.ledger.audit import is_overdue


@shared_task
def settle_session(session_id: int) -> None:
    """Settle a finished session, unless it is settled or part of an event."""
    services.settle_session(session_id)


@shared_task
def settle_due(club_id: int, currency: str) -> None:
    """Settle a club's balances if one passes the limit."""
    services.settle_due(club_id, currency)


@shared_task
def remind() -> None:
    """Send the reminders that are due, also by mail."""
    services.remind()
    send_mails.delay()


@shared_task
def lapse_results() -> None:
    """Let results lapse that have waited for 30 days, and notify the players concerned."""
    services.lapse_waiting()


@shared_task
def send_mails() -> None:
    """Send due mails; failed ones are retried in the next run."""
    mails.send_due()


@shared_task
def sweep() -> None:
    """Redo work of lost tasks, and end proposed corrections that have lapsed."""
    services.sweep()
    services.lapse_corrections()
    services.settle_all_due()


@shared_task
def audit() -> None:
    """Recompute every balance from what was played, and store the faults."""
    audit_book()


@shared_task
def audit_overdue() -> None:
    """Audit now if no audit began in the last 26 hours."""
    if is_overdue():
        audit_book()
