"""What goes by itself after a time, of all rooms: which kinds there are, and how they are removed.

It goes in batches, each a short transaction between the moves of people.
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

#: So many old rows go at once.
MOST_ROWS = 200
#: Seconds between two batches: others write, too, maybe in another process.
BREATH = 0.02


@dataclass(frozen=True, slots=True)
class CleanupKind:
    """One kind of things that go after a time."""

    #: What they are called in a report.
    name: str
    #: The setting that says after how many days; empty where the things say it themselves.
    setting: str
    #: Gives some of them that are older than that, by key, after the one given.
    found: Callable[[datetime, Any], Sequence[Any]]
    #: Removes these, if they still are; gives how many it were.
    remove: Callable[[Sequence[Any], datetime], int]
    #: The key before all others.
    first: Any = 0

    @property
    def days(self) -> int | None:
        """After how many days they go; None for never."""
        if not self.setting:
            return 0
        days: int = getattr(settings, self.setting)
        return days or None


def _rows(name: str, setting: str, model: type[Model], at: str) -> CleanupKind:
    """Return the kind of these rows, which are as old as their numbers are low."""

    def found(before: datetime, after: int) -> list[int]:
        rows = model._default_manager.filter(pk__gt=after).order_by("pk")
        numbered = rows.values_list("pk", at)[:MOST_ROWS]
        return [number for number, _at in takewhile(lambda row: row[1] < before, numbered)]

    def remove(numbers: Sequence[int], before: datetime) -> int:
        model._default_manager.filter(pk__in=numbers).delete()
        return len(numbers)

    return CleanupKind(name, setting, found, remove)


#: Sessions end before their guests are looked for, whom they would keep.
KINDS: tuple[CleanupKind, ...] = (
    CleanupKind(
        "expired sessions of browsers",
        "",
        accounts.expired_sessions,
        accounts.forget_sessions,
        first="",
    ),
    CleanupKind(
        "tables where nobody waits",
        "WAITING_DAYS",
        tables.abandoned_waiting_tables,
        tables.close_tables,
    ),
    CleanupKind(
        "sessions that only bots played", "RESTING_DAYS", tables.resting_tables, tables.end_resting
    ),
    CleanupKind(
        "sessions that stood still", "STALLED_DAYS", tables.stalled_tables, tables.end_stalled
    ),
    CleanupKind("guests", "GUEST_DAYS", accounts.idle_guests, accounts.forget_guests),
    _rows("lines of chat", "CHAT_DAYS", ChatLine, "written_at"),
    _rows("notices of events", "NOTICE_DAYS", EventNotice, "created_at"),
    _rows("notices of settlements", "NOTICE_DAYS", LedgerNotice, "created_at"),
    _rows("invitations to tables", "NOTICE_DAYS", TableInvitation, "created_at"),
    _rows("events of the security log", "SECURITY_DAYS", SecurityEvent, "at"),
)


def clean_up() -> Iterator[tuple[str, int]]:
    """Remove what is too old, and tell of each kind how many it were.

    One that fails is logged, and keeps no other.
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
