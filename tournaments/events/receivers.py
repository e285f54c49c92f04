"""What follows the end of a session at a table of an event; runs inside its transaction."""

from typing import Any

from django.db import transaction
from django.dispatch import receiver

from games.tables.models import Session
from games.tables.signals import session_finished
from tournaments.events.models import EventTable
from tournaments.events.tasks import night_session_over, session_over


@receiver(session_finished)
def take_result_when_committed(sender: Any, session: Session, **kwargs: Any) -> None:
    """Queue the work for after the commit."""
    if session.table.purpose:
        transaction.on_commit(lambda: night_session_over.delay(session.pk), robust=True)
    if not session.table.is_arranged:
        return
    event = EventTable.objects.filter(table=session.table_id).values_list("round__event", flat=True)
    event_id = event.first()
    if event_id is not None:
        # robust: the session's end is committed; the sweep does it if the queue is away.
        transaction.on_commit(lambda: session_over.delay(session.pk, event_id), robust=True)
