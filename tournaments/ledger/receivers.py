"""Reactions to the end of a session and to closing an account, in the same transaction."""

from typing import Any

from django.db import transaction
from django.dispatch import receiver

from accounts.models import User
from accounts.signals import account_closed, account_closing
from games.common.denials import Denial
from games.tables.models import Session
from games.tables.signals import session_finished
from tournaments.ledger.bills.services import leave_bills
from tournaments.ledger.denials import LedgerCode, denial_text
from tournaments.ledger.dues.services import end_all_agreements
from tournaments.ledger.payees.models import PayeeDetails
from tournaments.ledger.payments.selectors import has_open_balance, left_without_keeper
from tournaments.ledger.pending.services import decline_all
from tournaments.ledger.tasks import settle_session


@receiver(session_finished)
def settle_when_committed(sender: Any, session: Session, **kwargs: Any) -> None:
    """Queue settling for after the commit, unless the session is settled with an event."""
    if session.is_part:
        return
    # robust: the session's end is committed; if the queue is down, the sweep settles it.
    transaction.on_commit(lambda: settle_session.delay(session.pk), robust=True)


@receiver(account_closing)
def deny_closing_with_open_balance(sender: Any, user: User, **kwargs: Any) -> str | None:
    """Return why the account can't be closed: open balance or last keeper; None if it can."""
    if has_open_balance(user):
        return denial_text(Denial(LedgerCode.BALANCE_OPEN))
    club = left_without_keeper(user)
    if club is None:
        return None
    return denial_text(Denial(LedgerCode.LAST_KEEPER, {"club": club.name}))


@receiver(account_closed)
def delete_private_data(sender: Any, user: User, **kwargs: Any) -> None:
    """Delete the user's payment details, end agreements to dues, and decline what waits."""
    decline_all(user)
    leave_bills(user)
    end_all_agreements(user)
    PayeeDetails.objects.filter(user=user).delete()
