"""What lost tasks have left undone."""

import logging
from collections.abc import Callable

from django.utils import timezone

from games.tables.models import Session
from tournaments.events.formats.club_night import ClubNight
from tournaments.events.models import (
    Event,
    EventRound,
    EventTable,
)
from tournaments.events.services.night import take_night_result, uncounted
from tournaments.events.services.results import take_result
from tournaments.events.services.rounds import propose_round
from tournaments.events.services.settlement import settle_event, unsettled
from tournaments.overdue import MOST_AT_ONCE, OVERDUE

_Status = EventRound.Status

logger = logging.getLogger(__name__)


def sweep() -> None:
    """Take results that a lost task has left, propose rounds that are due, settle what is over."""
    lost = EventTable.objects.filter(
        finished_at=None, table__sessions__status=Session.Status.FINISHED
    )
    for session_id in lost.values_list("table__sessions", flat=True):
        _try(take_result, session_id)
    due = Event.objects.filter(status=Event.Status.RUNNING).exclude(
        rounds__status__in=[_Status.PROPOSED, _Status.RUNNING]
    )
    for event_id in due.exclude(format=ClubNight.name).values_list("pk", flat=True):
        _try(propose_round, event_id)
    for session_id in uncounted().values_list("pk", flat=True):
        _try(take_night_result, session_id)
    over = unsettled().filter(finished_at__lt=timezone.now() - OVERDUE).order_by("finished_at")
    for event_id in over.values_list("pk", flat=True)[:MOST_AT_ONCE]:
        _try(settle_event, event_id)


def _try(work: Callable[[int], object], number: int) -> None:
    try:
        work(number)
    except Exception:
        # One that cannot be done must not keep the others waiting.
        logger.exception("%s failed for %s", work.__name__, number)
