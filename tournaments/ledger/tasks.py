"""Background work after the games; each task calls one service."""

from celery import shared_task

from tournaments.ledger import mails, services
from tournaments.ledger.audit import audit as audit_book
from tournaments.ledger.audit import is_overdue


@shared_task
def settle_session(session_id: int) -> None:
    """Settle a finished session."""
    services.settle_session(session_id)


@shared_task
def settle_due(club_id: int, currency: str) -> None:
    """Settle a club's balances, if one of them passes its limit."""
    services.settle_due(club_id, currency)


@shared_task
def remind() -> None:
    """Remind people of open payments on the days that they have set, by mail as well."""
    services.remind()
    send_mails.delay()


@shared_task
def lapse_results() -> None:
    """Let results lapse that have waited for 30 days, and tell all whom they concern."""
    services.lapse_waiting()


@shared_task
def send_mails() -> None:
    """Send the mails that are due; what does not go is tried again with the next ones."""
    mails.send_due()


@shared_task
def sweep() -> None:
    """Do what a lost task has left undone, and end proposed corrections that have lapsed."""
    services.sweep()
    services.lapse_corrections()
    services.settle_all_due()


@shared_task
def audit() -> None:
    """Count every balance anew from what was played, and keep what came of it."""
    audit_book()


@shared_task
def audit_overdue() -> None:
    """Audit the book now, where the club was closed at night."""
    if is_overdue():
        audit_book()
