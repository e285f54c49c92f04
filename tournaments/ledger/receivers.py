"""What follows the end of a session; runs inside the transaction that ends it."""

from typing import Any

from django.db import transaction
from django.dispatch import receiver

from games.tables.models import Session
from games.tables.signals import session_finished
from tournaments.ledger.tasks import settle_session


@receiver(session_finished)
def settle_when_committed(sender: Any, session: Session, **kwargs: Any) -> None:
    """Queue the work for after the commit; not where it is settled with others."""
    if session.is_part:
        return
    # robust: the session's end is committed; the sweep does it if the queue is away.
    transaction.on_commit(lambda: settle_session.delay(session.pk), robust=True)
