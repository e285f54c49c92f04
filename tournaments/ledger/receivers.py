"""What follows the end of a session, and of an account; runs inside the transaction of it."""

from typing import Any

from django.db import transaction
from django.dispatch import receiver

from accounts.models import User
from accounts.signals import account_closed, account_closing
from games.common.denials import Denial
from games.tables.models import Session
from games.tables.signals import session_finished
from tournaments.ledger.denials import LedgerCode, denial_text
from tournaments.ledger.models import LedgerNotice
from tournaments.ledger.payees.models import PayeeDetails
from tournaments.ledger.selectors import has_open_balance, left_without_keeper
from tournaments.ledger.services import decline_all
from tournaments.ledger.tasks import settle_session


@receiver(session_finished)
def settle_when_committed(sender: Any, session: Session, **kwargs: Any) -> None:
    """Queue the work for after the commit; not where it is settled with others."""
    if session.is_part:
        return
    # robust: the session's end is committed; the sweep does it if the queue is away.
    transaction.on_commit(lambda: settle_session.delay(session.pk), robust=True)


@receiver(account_closing)
def keep_who_owes_or_is_owed(sender: Any, user: User, **kwargs: Any) -> str | None:
    """Return why somebody with a balance cannot go: it is settled, or let go, first."""
    if has_open_balance(user):
        return denial_text(Denial(LedgerCode.BALANCE_OPEN))
    club = left_without_keeper(user)
    if club is None:
        return None
    return denial_text(Denial(LedgerCode.LAST_KEEPER, {"club": club.name}))


@receiver(account_closed)
def forget_how_they_are_paid(sender: Any, user: User, **kwargs: Any) -> None:
    """Keep nobody's bank details who is gone, nor what they were told; decline what waits."""
    decline_all(user)
    LedgerNotice.objects.filter(user=user).delete()
    PayeeDetails.objects.filter(user=user).delete()
