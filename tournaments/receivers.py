"""What follows when games tells that something is finished; inside the teller's transaction."""

from typing import Any

from django.db import transaction
from django.dispatch import receiver

from games.models import Session
from games.signals import session_finished
from tournaments.tasks import rate_session, settle_session


@receiver(session_finished)
def settle_when_committed(sender: Any, session: Session, **kwargs: Any) -> None:
    # robust: the session's end is committed; the sweep settles it if the queue is away.
    transaction.on_commit(lambda: settle_session.delay(session.pk), robust=True)


@receiver(session_finished)
def rate_when_committed(sender: Any, session: Session, **kwargs: Any) -> None:
    # robust: as above. A task of its own: no settlement waits for a rating, nor the reverse.
    transaction.on_commit(lambda: rate_session.delay(session.pk), robust=True)
