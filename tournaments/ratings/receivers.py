"""What follows the end of a session; runs inside the transaction that ends it."""

from functools import partial
from typing import Any

from django.db import transaction
from django.dispatch import receiver

from games.tables import seals
from games.tables.models import Session
from games.tables.signals import session_finished
from tournaments.ratings.tasks import rate_session


@receiver(session_finished)
def rate_when_committed(sender: Any, session: Session, **kwargs: Any) -> None:
    """Queue the work for after the commit, for all sessions whose results are shown from now on."""
    for released in seals.released_with(session):
        # robust: the session's end is committed; the sweep does it if the queue is away.
        transaction.on_commit(partial(rate_session.delay, released), robust=True)
