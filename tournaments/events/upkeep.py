"""Repair of work that lost tasks left undone, and time-based work."""

import logging
from collections.abc import Callable, Sequence
from datetime import datetime

from django.db.models import Exists, OuterRef, Q, QuerySet
from django.utils import timezone

from games.common.prepared import prepared
from games.tables.models import Session
from tournaments.events.club_nights.models import NightSession
from tournaments.events.club_nights.services import take_night_result, uncounted
from tournaments.events.core.models import Event
from tournaments.events.corrections.services import due_corrections, end_correction
from tournaments.events.paper.services import due_deals, let_deal_stand
from tournaments.events.rounds.models import EventRound, EventTable
from tournaments.events.rounds.proposal import propose_round
from tournaments.events.rounds.results import take_result
from tournaments.events.settling.services import settle_event, unsettled
from tournaments.events.starting.services import events_to_start, start_if_all_accepted
from tournaments.ledger.settling.models import Settlement
from tournaments.lost_tasks import MAX_CHECKED, MAX_PER_SWEEP, OVERDUE, clear_done_marks, marked
from tournaments.pairing.formats.club_night import ClubNight

_Status = EventRound.Status
#: Condition for sessions whose results have been taken by the event of their table.
_TAKEN = Q(Exists(NightSession.objects.filter(session=OuterRef("pk")))) | Q(
    Exists(EventTable.objects.filter(table=OuterRef("table"), finished_at__isnull=False))
)

logger = logging.getLogger(__name__)


def sweep() -> None:
    """Take missed results, start and propose what is due, apply deals and corrections, settle.

    Deals and corrections by organizers take effect after a day without an objection.
    """
    for session_id in _untaken_sessions():
        _run_logged(take_result, session_id)
    for event_id in events_to_start():
        _run_logged(start_if_all_accepted, event_id)
    for event_id in _events_without_round():
        _run_logged(propose_round, event_id)
    # Clears the marks of sessions that are done; the others are checked for club nights.
    clear_done_marks("awaits_settlement", _marked_sessions)
    for session_id in _uncounted_sessions():
        _run_logged(take_night_result, session_id)
    for deal_id in due_deals():
        _run_logged(let_deal_stand, deal_id)
    for correction_id in due_corrections():
        _run_logged(end_correction, correction_id)
    for event_id in _unsettled_events():
        _run_logged(settle_event, event_id)


@prepared
def _untaken_sessions() -> QuerySet[Session, int]:
    """Return the query for primary keys of finished sessions whose event table is not finished."""
    # The query starts from the few tables in play. Closed clubs are left out: play has stopped.
    going_on = EventTable.objects.filter(
        finished_at=None, table__isnull=False, round__event__club__closed_at=None
    )
    lost = Session.objects.filter(
        table__in=going_on.values("table"), status=Session.Status.FINISHED
    )
    return lost.values_list("pk", flat=True)


@prepared
def _events_without_round() -> QuerySet[Event, int]:
    """Return the query for primary keys of events that need a round: they run without one.

    Club nights are left out.
    """
    due = Event.objects.filter(status=Event.Status.RUNNING, club__closed_at=None).exclude(
        rounds__status__in=[_Status.PROPOSED, _Status.RUNNING]
    )
    return due.exclude(format=ClubNight.name).values_list("pk", flat=True)


@prepared
def _marked_sessions(now: datetime) -> QuerySet[Session, tuple[int, bool]]:
    """Return the query for (primary key, is result taken) of overdue sessions marked unsettled."""
    return marked("awaits_settlement", _TAKEN, Session.objects.filter(is_part=True), now)


@prepared
def _uncounted_sessions() -> QuerySet[Session, int]:
    """Return the query for primary keys of ended club night sessions that don't count yet."""
    counting = uncounted().filter(table__night_table__event__club__closed_at=None)
    return counting.filter(awaits_settlement=True).values_list("pk", flat=True)


@prepared
def _events_awaiting_settlement(before: datetime, checked_before: datetime) -> QuerySet[Event, int]:
    """Return the query for primary keys of events that ended before a time, marked as unsettled.

    The oldest come first; their number is limited.

    :param checked_before: the same for events for money, whose results can be checked until then
    """
    is_checked = Q(currency="") | Q(finished_at__lt=checked_before)
    over = Event.objects.filter(
        is_checked, status=Event.Status.FINISHED, awaits_settlement=True, finished_at__lt=before
    )
    return over.order_by("finished_at").values_list("pk", flat=True)[:MAX_CHECKED]


def _unsettled_events() -> Sequence[int]:
    """Return primary keys of some unsettled events that are due; clear the mark of settled ones."""
    overdue = timezone.now() - OVERDUE
    numbers = _events_awaiting_settlement(overdue, overdue - Event.CHECKING_TIME)
    if not numbers:
        return ()
    settled = Settlement.objects.filter(source=Settlement.Source.EVENT, event__in=numbers)
    done = set(settled.values_list("event", flat=True))
    if done:
        Event.objects.filter(pk__in=done).update(awaits_settlement=False)
    left = unsettled().filter(pk__in=[each for each in numbers if each not in done])
    return list(left.order_by("finished_at").values_list("pk", flat=True)[:MAX_PER_SWEEP])


def _run_logged(function: Callable[[int], object], pk: int) -> None:
    """Call a function for one primary key; log an exception instead of raising it."""
    try:
        function(pk)
    except Exception:
        # A failure must not stop the others.
        logger.exception("%s failed for %s", function.__name__, pk)
