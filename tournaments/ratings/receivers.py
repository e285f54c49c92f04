"""Signal receiver that queues ratings of finished sessions, in the transaction that ends them."""

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
    """Queue, for after the commit, the rating of all sessions whose results are now visible."""
    for released in seals.released_with(session):
        # robust: the end of the session is committed; the sweep rates it if the queue is down.
        transaction.on_commit(partial(rate_session.delay, released), robust=True)
