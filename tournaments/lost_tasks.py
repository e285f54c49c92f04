"""Repeats follow-up work of finished sessions whose Celery task was lost.

Sessions are created with a mark per kind of work, which the work itself does not remove. A sweep
reads the few marked sessions, clears the mark if the work was done, and does the work otherwise.
So sessions that were finished long ago cost nothing, and a mark left too long does no harm.
"""

import logging
from collections.abc import Callable
from datetime import datetime, timedelta
from typing import TypeAlias

from django.db.models import Exists, Q, QuerySet
from django.utils import timezone

from games.tables.models import Session

logger = logging.getLogger(__name__)

#: A finished session whose work is undone after this time has lost its task.
OVERDUE = timedelta(seconds=10)
#: Maximum number of sessions that a sweep works on.
MAX_PER_SWEEP = 100
#: Maximum number of marked sessions that a sweep checks.
MAX_CHECKED = 1000


#: Returns the primary keys of marked sessions that are overdue at a time, each with whether the
#: work was done.
Marked: TypeAlias = Callable[[datetime], list[tuple[int, bool]]]


def marked(
    mark_field: str, done: Exists | Q, sessions: QuerySet[Session], now: datetime
) -> QuerySet[Session, tuple[int, bool]]:
    """Return the sessions that are marked and overdue, each with whether its work is done.

    :param mark_field: field that marks sessions whose work may be undone
    :param done: condition for sessions whose work was done
    """
    # An end in the future means that the clock has been set back since.
    is_overdue = Q(finished_at__lt=now - OVERDUE) | Q(finished_at__gt=now)
    over = sessions.filter(is_overdue, status=Session.Status.FINISHED, **{mark_field: True})
    return (
        over.order_by("finished_at")
        .annotate(is_done=done)
        .values_list("pk", "is_done")[:MAX_CHECKED]
    )


def redo_lost_work(work: Callable[[int], object], mark_field: str, find_marked: Marked) -> None:
    """Repeat the lost work of marked finished sessions, in the order in which they ended."""
    for session_id in clear_done_marks(mark_field, find_marked)[:MAX_PER_SWEEP]:
        try:
            work(session_id)
        except Exception:
            # A session with wrong sums must not hold up the others.
            logger.exception("%s failed for session %s", work.__name__, session_id)


def clear_done_marks(mark_field: str, find_marked: Marked) -> list[int]:
    """Clear the mark of sessions whose work is done; return the remaining marked ones.

    One query, and a second one if marks are cleared.
    """
    sessions = find_marked(timezone.now())
    if cleared := [session_id for session_id, is_done in sessions if is_done]:
        Session.objects.filter(pk__in=cleared).update(**{mark_field: False})
    return [session_id for session_id, is_done in sessions if not is_done]
