"""What a finished session still lacks because a task was lost.

Sessions are marked when they are made, and whoever does what a mark stands for leaves it: a sweep
looks at the few that have it, clears it where that was done, and does it where it was not. So what
is done with long ago costs nothing, and a mark that is there too long does no harm.
"""

import logging
from collections.abc import Callable
from datetime import datetime, timedelta
from typing import TypeAlias

from django.db.models import Exists, Q, QuerySet
from django.utils import timezone

from games.tables.models import Session

logger = logging.getLogger(__name__)

#: A finished session whose work is not done after so long has lost its task.
OVERDUE = timedelta(seconds=10)
#: So many sessions one sweep looks after at most.
MOST_AT_ONCE = 100
#: Of so many marked sessions one sweep finds out whether the work was done.
MOST_LOOKED_AT = 1000


#: Finds the numbers of sessions that are overdue at a moment and marked, and whether what the mark
#: stands for was done.
Marked: TypeAlias = Callable[[datetime], list[tuple[int, bool]]]


def marked(
    mark: str, done: Exists | Q, sessions: QuerySet[Session], now: datetime
) -> QuerySet[Session, tuple[int, bool]]:
    """Return of the sessions those that are overdue and marked, for a query that is prepared.

    :param mark: the field that marks those for which work may have to be done
    :param done: whether it was done for a session
    """
    # One that ends in the future did so before the clock was set back.
    is_overdue = Q(finished_at__lt=now - OVERDUE) | Q(finished_at__gt=now)
    over = sessions.filter(is_overdue, status=Session.Status.FINISHED, **{mark: True})
    return (
        over.order_by("finished_at")
        .annotate(is_done=done)
        .values_list("pk", "is_done")[:MOST_LOOKED_AT]
    )


def do_overdue(work: Callable[[int], object], mark: str, found: Marked) -> None:
    """Do the work for the finished sessions that are marked, those first that ended first."""
    for session_id in unmarked(mark, found)[:MOST_AT_ONCE]:
        try:
            work(session_id)
        except Exception:
            # One session whose sums are wrong must not keep the others waiting.
            logger.exception("%s failed for session %s", work.__name__, session_id)


def unmarked(mark: str, found: Marked) -> list[int]:
    """Clear the mark of sessions for which all is done; return the marked ones that are left.

    One query, and a second one where something is cleared.
    """
    sessions = found(timezone.now())
    if cleared := [session_id for session_id, is_done in sessions if is_done]:
        Session.objects.filter(pk__in=cleared).update(**{mark: False})
    return [session_id for session_id, is_done in sessions if not is_done]
