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

from accounts import cleanup as accounts
from accounts.models import SecurityEvent
from games.chat.models import ChatLine
from games.common.group_commit import run_all
from games.tables.services import cleanup as tables
from tournaments.events.models import EventNotice
from tournaments.ledger.models import LedgerNotice
from tournaments.people.models import TableInvitation

logger = logging.getLogger(__name__)

#: Maximum number of rows per batch.
MOST_ROWS = 200
#: Seconds between two batches, to let other writers in, maybe in other processes.
BREATH = 0.02


@dataclass(frozen=True, slots=True)
class CleanupKind:
    """A kind of data that is deleted after a time."""

    #: Name in reports.
    name: str
    #: Setting with the age in days; empty if the data has its own expiry.
    setting: str
    #: Returns a batch of keys older than the given time, after the given key.
    found: Callable[[datetime, Any], Sequence[Any]]
    #: Deletes these, if still applicable; returns the number of deleted ones.
    remove: Callable[[Sequence[Any], datetime], int]
    #: Key before all others.
    first: Any = 0

    @property
    def days(self) -> int | None:
        """Age in days for deletion; None for never."""
        if not self.setting:
            return 0
        days: int = getattr(settings, self.setting)
        return days or None


def _rows(name: str, setting: str, model: type[Model], at: str) -> CleanupKind:
    """Return a kind for rows of a model, whose age follows the order of their primary keys."""

    def found(before: datetime, after: int) -> list[int]:
        rows = model._default_manager.filter(pk__gt=after).order_by("pk")
        numbered = rows.values_list("pk", at)[:MOST_ROWS]
        return [number for number, _at in takewhile(lambda row: row[1] < before, numbered)]

    def remove(numbers: Sequence[int], before: datetime) -> int:
        model._default_manager.filter(pk__in=numbers).delete()
        return len(numbers)

    return CleanupKind(name, setting, found, remove)


#: Sessions are ended before guests are looked for, since they would keep their guests.
KINDS: tuple[CleanupKind, ...] = (
    CleanupKind(
        "expired browser sessions",
        "",
        accounts.expired_sessions,
        accounts.forget_sessions,
        first="",
    ),
    CleanupKind(
        "abandoned waiting tables",
        "WAITING_DAYS",
        tables.abandoned_waiting_tables,
        tables.close_tables,
    ),
    CleanupKind(
        "sessions with bots only", "RESTING_DAYS", tables.resting_tables, tables.end_resting
    ),
    CleanupKind("stalled sessions", "STALLED_DAYS", tables.stalled_tables, tables.end_stalled),
    CleanupKind("guests", "GUEST_DAYS", accounts.idle_guests, accounts.forget_guests),
    _rows("chat messages", "CHAT_DAYS", ChatLine, "written_at"),
    _rows("event notifications", "NOTICE_DAYS", EventNotice, "created_at"),
    _rows("settlement notifications", "NOTICE_DAYS", LedgerNotice, "created_at"),
    _rows("table invitations", "NOTICE_DAYS", TableInvitation, "created_at"),
    _rows("security log entries", "SECURITY_DAYS", SecurityEvent, "at"),
)


def clean_up() -> Iterator[tuple[str, int]]:
    """Delete outdated data; yield the number of deleted items per kind.

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
    count, after = 0, kind.first
    while keys := kind.found(before, after):
        [done] = run_all([partial(kind.remove, keys, before)])
        count += done.result()
        after = keys[-1]
        time.sleep(BREATH)
    return count
