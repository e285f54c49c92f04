"""What a finished session still lacks because a task was lost."""

import logging
from collections.abc import Callable
from datetime import timedelta

from django.db.models import QuerySet
from django.utils import timezone

from games.tables.models import Session

logger = logging.getLogger(__name__)

#: A finished session whose work is not done after so long has lost its task.
OVERDUE = timedelta(seconds=10)
#: So many sessions one sweep looks after at most.
MOST_AT_ONCE = 100


def do_overdue(work: Callable[[int], None], undone: QuerySet[Session]) -> None:
    """Do the work for the finished ones of the sessions, those first that ended first."""
    overdue = undone.filter(
        status=Session.Status.FINISHED, finished_at__lt=timezone.now() - OVERDUE
    )
    for session_id in overdue.order_by("finished_at").values_list("pk", flat=True)[:MOST_AT_ONCE]:
        try:
            work(session_id)
        except Exception:
            # One session whose sums are wrong must not keep the others waiting.
            logger.exception("%s failed for session %s", work.__name__, session_id)
