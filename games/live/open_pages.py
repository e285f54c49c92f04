"""Open pages across all processes: the spectators of each table, and the users with a page open.

Neither is stored in the database. Each process knows the pages that it serves, publishes them in
the shared cache every few seconds, and reads the pages of the others there. That takes two cache
calls, however many pages are open. What a process has published expires soon after it ends, and its
users count as gone then unless another process serves them soon. A spectator whose pages are served
by several processes counts once for each.
"""

import secrets
import threading
import time
from collections import Counter, defaultdict
from collections.abc import Mapping
from typing import Any

from django.core.cache import cache

#: Maximum number of processes; each uses one cache key.
MAX_PROCESSES = 64
#: Seconds until published pages expire; they are renewed well before (``Hub``).
EXPIRY_SECONDS = 15
#: Seconds without a page after which a user is gone: longer than it takes to load another page, and
#: for one process to learn that another serves it (twice ``CHECK_SECONDS`` of the hub).
GONE_SECONDS = 10.0


class OpenPages:
    """Open pages, counted here and read for other processes. Thread-safe."""

    def __init__(self) -> None:
        self._lock = threading.Lock()
        #: Number of pages by spectator, by table id.
        self._spectators: dict[int, Counter[str]] = defaultdict(Counter)
        self._spectators_elsewhere: Counter[int] = Counter()
        #: Number of pages by user id.
        self._users: Counter[int] = Counter()
        #: Users with a page in another process, by the name of the process.
        self._users_elsewhere: dict[str, frozenset[int]] = {}
        #: When the last page of a user was closed, by user id, until they are reported as gone.
        self._closed_at: dict[int, float] = {}
        self._name = secrets.token_hex(8)
        self._cache_key = ""

    # --- Spectators

    def add_spectator(self, table_id: int, viewer: str) -> None:
        """Count one open page of the viewer at the table; a viewer's pages count once together."""
        with self._lock:
            self._spectators[table_id][viewer] += 1

    def remove_spectator(self, table_id: int, viewer: str) -> None:
        """Stop counting one page of the viewer at the table."""
        with self._lock:
            pages = self._spectators[table_id]
            pages[viewer] -= 1
            if pages[viewer] <= 0:
                del pages[viewer]
            if not pages:
                del self._spectators[table_id]

    def spectator_count(self, table_id: int) -> int:
        """Return the number of the table's spectators, in other processes as of the last exchange.

        No I/O.
        """
        with self._lock:
            here = len(self._spectators.get(table_id, ()))
            return here + self._spectators_elsewhere[table_id]

    # --- Users

    def open(self, user_id: int) -> None:
        """Count one open page of the user."""
        with self._lock:
            self._users[user_id] += 1
            self._closed_at.pop(user_id, None)

    def close(self, user_id: int) -> None:
        """Stop counting one page of the user."""
        with self._lock:
            self._users[user_id] -= 1
            if self._users[user_id] <= 0:
                del self._users[user_id]
                self._closed_at[user_id] = time.monotonic()

    def take_gone(self) -> frozenset[int]:
        """Return the users whose last page was closed `GONE_SECONDS` ago; each is returned once.

        Users with a page in another process, as of the last exchange, are left out.
        """
        before = time.monotonic() - GONE_SECONDS
        with self._lock:
            due = {user for user, closed_at in self._closed_at.items() if closed_at <= before}
            for user in due:
                del self._closed_at[user]
            return frozenset(due.difference(*self._users_elsewhere.values()))

    # --- All processes

    def exchange(self) -> None:
        """Publish the pages of this process and read those of the others, in two cache calls.

        A third call is needed if this process has no cache key yet, or was silent for too long.
        """
        with self._lock:
            own_entry = {
                "name": self._name,
                "counts": {table_id: len(pages) for table_id, pages in self._spectators.items()},
                "users": tuple(self._users),
            }
        published: dict[str, dict[str, Any]] = cache.get_many(_CACHE_KEYS)
        if (
            self._cache_key
            and published.get(self._cache_key, {}).get("name", self._name) != self._name
        ):
            # Another process took the key while this one was silent.
            self._cache_key = ""
        if self._cache_key:
            cache.set(self._cache_key, own_entry, EXPIRY_SECONDS)
        else:
            free = (key for key in _CACHE_KEYS if key not in published)
            self._cache_key = next(
                (key for key in free if cache.add(key, own_entry, EXPIRY_SECONDS)), ""
            )
        if not getattr(cache, "is_away", False):
            self._read([entry for entry in published.values() if entry["name"] != self._name])

    def _read(self, entries: list[Mapping[str, Any]]) -> None:
        """Store what the other processes have published; an ended process has closed its pages."""
        spectators: Counter[int] = Counter()
        for entry in entries:
            spectators.update(entry["counts"])
        # A process of an earlier version publishes no users.
        users = {entry["name"]: frozenset(entry.get("users", ())) for entry in entries}
        with self._lock:
            ended = self._users_elsewhere.keys() - users.keys()
            lost = frozenset[int]().union(*(self._users_elsewhere[name] for name in ended))
            self._spectators_elsewhere, self._users_elsewhere = spectators, users
            for user in lost - self._users.keys():
                # The process may have been silent only, or the cache may have been emptied.
                self._closed_at.setdefault(user, time.monotonic())


_CACHE_KEYS = [f"onlookers.{number}" for number in range(MAX_PROCESSES)]
_open_pages = OpenPages()


def open_pages() -> OpenPages:
    """Return the open pages as this process knows them."""
    return _open_pages
