"""Signal receivers for finished sessions of event tables and for closed accounts."""

from typing import Any

from django.db import transaction
from django.db.models import F
from django.dispatch import receiver
from django.utils.translation import gettext as _

from accounts.models import User
from accounts.signals import account_closed, account_closing
from games.common import numbers
from games.tables.models import Session
from games.tables.signals import session_finished
from tournaments.events.calendar.models import EventReader
from tournaments.events.core.models import Event
from tournaments.events.entries.models import Entry
from tournaments.events.paper.locked_sheet import paper_table_finished
from tournaments.events.rounds.models import EventTable
from tournaments.events.settling.services import unsettled_for
from tournaments.events.tasks import night_session_over, propose_next, session_over


@receiver(session_finished)
def take_result_when_committed(sender: Any, session: Session, **kwargs: Any) -> None:
    """Queue the tasks that take a finished session's result for its event, after the commit."""
    if session.table.purpose:
        transaction.on_commit(lambda: night_session_over.delay(session.pk), robust=True)
    if not session.table.is_arranged:
        return
    event = EventTable.objects.filter(table=session.table_id).values_list("round__event", flat=True)
    event_id = event.first()
    if event_id is not None:
        # robust: the session's end is committed; the sweep repeats lost work.
        transaction.on_commit(lambda: session_over.delay(session.pk, event_id), robust=True)


@receiver(paper_table_finished)
def propose_when_committed(sender: Any, event_table: EventTable, **kwargs: Any) -> None:
    """Queue, after a table with real cards has finished, the task that proposes a next round."""
    event_id = event_table.round.event_id
    transaction.on_commit(lambda: propose_next.delay(event_id), robust=True)


@receiver(account_closing)
def obstacle_to_closing(sender: Any, user: User, **kwargs: Any) -> str | None:
    """Return why an account with unfinished or unsettled events can't be closed; None if it can."""
    names = unsettled_for(user)
    if not names:
        return None
    return _("You’re still in %(events)s. Withdraw first, or wait for the settlement.") % {
        "events": numbers.listed(names)
    }


@receiver(account_closed)
def take_name_from_entries(sender: Any, user: User, **kwargs: Any) -> None:
    """Rename the user's entries to the anonymous name; delete invitations and settings."""
    entries = Entry.objects.filter(user=user)
    events = list(entries.values_list("event", flat=True))
    entries.update(name=user.shown_name)
    entries.filter(status=Entry.Status.INVITED).update(status=Entry.Status.WITHDRAWN)
    Event.objects.filter(pk__in=events).update(version=F("version") + 1)
    EventReader.objects.filter(user=user).delete()
