"""Data retention: the kinds of data that are deleted after a time, and their deletion.

Rows are deleted in batches, each in a short transaction, so that play continues in between.
"""

import logging
import time
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta
from functools import partial
from itertools import takewhile
from typing import Any

from django.conf import settings
from django.db.models import Model
from django.utils import timezone

from accounts import guests, sessions
from accounts.models import SecurityEvent
from accounts.notices.models import Notice
from games.chat.models import ChatLine
from games.common.group_commit import run_all
from games.tables.services import cleanup as tables
from tournaments.people.models import TableInvitation

logger = logging.getLogger(__name__)

#: Maximum number of rows per batch.
MAX_ROWS = 200
#: Seconds between two batches, to let other writers in, maybe in other processes.
PAUSE_SECONDS = 0.02


@dataclass(frozen=True, slots=True)
class CleanupKind:
    """A kind of data that is deleted after a time."""

    #: Name in reports.
    name: str
    #: Setting with the age in days; empty if the data has its own expiry.
    setting: str
    #: Returns a batch of keys older than the given time, after the given key.
    find_keys: Callable[[datetime, Any], Sequence[Any]]
    #: Deletes these, if still applicable; returns the number of deleted ones.
    remove: Callable[[Sequence[Any], datetime], int]
    #: Key before all others.
    first_key: Any = 0

    @property
    def days(self) -> int | None:
        """Age in days after which the data is deleted; None for never."""
        if not self.setting:
            return 0
        days: int = getattr(settings, self.setting)
        return days or None


def _kind_for_rows(name: str, setting: str, model: type[Model], time_field: str) -> CleanupKind:
    """Return the kind for rows of a model, which are deleted by age in key order."""

    def find_keys(before: datetime, after: int) -> list[int]:
        """Return the next keys after `after` of rows older than `before`."""
        rows = model._default_manager.filter(pk__gt=after).order_by("pk")
        numbered = rows.values_list("pk", time_field)[:MAX_ROWS]
        return [number for number, _at in takewhile(lambda row: row[1] < before, numbered)]

    def remove(keys: Sequence[int], before: datetime) -> int:
        """Delete the rows with these keys; return their number."""
        model._default_manager.filter(pk__in=keys).delete()
        return len(keys)

    return CleanupKind(name, setting, find_keys, remove)


#: Sessions are ended before guests are looked for, since they would keep their guests.
KINDS: tuple[CleanupKind, ...] = (
    CleanupKind(
        "expired browser sessions",
        "",
        sessions.expired_sessions,
        sessions.forget_sessions,
        first_key="",
    ),
    CleanupKind(
        "abandoned waiting tables",
        "WAITING_DAYS",
        tables.abandoned_waiting_table_ids,
        tables.close_tables,
    ),
    CleanupKind(
        "sessions with bots only", "RESTING_DAYS", tables.resting_table_ids, tables.end_resting
    ),
    CleanupKind("stalled sessions", "STALLED_DAYS", tables.stalled_table_ids, tables.end_stalled),
    CleanupKind("guests", "GUEST_DAYS", guests.idle_guests, guests.forget_guests),
    _kind_for_rows("chat messages", "CHAT_DAYS", ChatLine, "written_at"),
    _kind_for_rows("notifications", "NOTICE_DAYS", Notice, "created_at"),
    _kind_for_rows("table invitations", "NOTICE_DAYS", TableInvitation, "created_at"),
    _kind_for_rows("security log entries", "SECURITY_DAYS", SecurityEvent, "at"),
)


def clean_up() -> Iterator[tuple[str, int]]:
    """Delete outdated data; yield the name of each kind with its number of deleted items.

    A failing kind is logged and skipped.
    """
    for kind in KINDS:
        if kind.days is None:
            continue
        try:
            yield kind.name, _remove(kind, timezone.now() - timedelta(days=kind.days))
        except Exception:
            logger.exception("%s could not be removed", kind.name)


def _remove(kind: CleanupKind, before: datetime) -> int:
    """Delete all data of the kind from before that time; return the number of deleted items."""
    count, after = 0, kind.first_key
    while keys := kind.find_keys(before, after):
        [done] = run_all([partial(kind.remove, keys, before)])
        count += done.result()
        after = keys[-1]
        time.sleep(PAUSE_SECONDS)
    return count
