"""Celery tasks of the ledger; each calls one service."""

from celery import shared_task

from tournaments.ledger.accounts.services import settle_all_due
from tournaments.ledger.accounts.services import settle_due as settle_due_club
from tournaments.ledger.audit.run import audit as audit_book
from tournaments.ledger.audit.run import is_overdue
from tournaments.ledger.bills.services import lapse_bills
from tournaments.ledger.corrections.services import lapse_corrections
from tournaments.ledger.dues.services import charge_due
from tournaments.ledger.payments import reminders
from tournaments.ledger.pending.services import lapse_waiting
from tournaments.ledger.settling.services import settle_session as settle_finished_session
from tournaments.ledger.settling.services import sweep as settle_unsettled


@shared_task
def settle_session(session_id: int) -> None:
    """Settle a finished session, unless it is settled or part of an event."""
    settle_finished_session(session_id)


@shared_task
def settle_due(club_id: int, currency: str) -> None:
    """Settle a club's balances if one passes the limit."""
    settle_due_club(club_id, currency)


@shared_task
def remind() -> None:
    """Send the reminders that are due, also by mail."""
    reminders.remind()


@shared_task
def lapse_results() -> None:
    """Let results and bills lapse that were not answered in time, and notify those concerned."""
    lapse_waiting()
    lapse_bills()


@shared_task
def charge_dues() -> None:
    """Charge the dues that are due; also those of a task that was lost."""
    charge_due()


@shared_task
def sweep() -> None:
    """Redo work of lost tasks, and end proposed corrections that have lapsed."""
    settle_unsettled()
    lapse_corrections()
    settle_all_due()


@shared_task
def audit() -> None:
    """Recompute every balance from what was played, and store the faults."""
    audit_book()


@shared_task
def audit_overdue() -> None:
    """Audit now if no audit began in the last 26 hours."""
    if is_overdue():
        audit_book()
