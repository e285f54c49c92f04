"""Spectator counts across all processes.

Spectators are not stored in the database. Each process counts the pages that it serves, publishes
its counts in the shared cache every few seconds, and reads the counts of the others there. They
expire soon after a process ends. A spectator whose pages are served by several processes counts
once for each.
"""

import secrets
import threading
from collections import Counter, defaultdict
from typing import Any

from django.core.cache import cache

#: Maximum number of processes; each uses one cache key.
MAX_PROCESSES = 64
#: Seconds until published counts expire; they are renewed well before (``Hub``).
EXPIRY_SECONDS = 20


class SpectatorCounts:
    """Numbers of spectators by table, counted here and read for other processes. Thread-safe."""

    def __init__(self) -> None:
        self._lock = threading.Lock()
        #: Number of pages by spectator, by table id.
        self._here: dict[int, Counter[str]] = defaultdict(Counter)
        self._elsewhere: Counter[int] = Counter()
        self._name = secrets.token_hex(8)
        self._cache_key = ""

    def add(self, table_id: int, viewer: str) -> None:
        """Count one open page of the viewer at the table; a viewer's pages count once together."""
        with self._lock:
            self._here[table_id][viewer] += 1

    def remove(self, table_id: int, viewer: str) -> None:
        """Stop counting one page of the viewer at the table."""
        with self._lock:
            pages = self._here[table_id]
            pages[viewer] -= 1
            if pages[viewer] <= 0:
                del pages[viewer]
            if not pages:
                del self._here[table_id]

    def count(self, table_id: int) -> int:
        """Return the number of the table's spectators, in other processes as of the last exchange.

        No I/O.
        """
        with self._lock:
            return len(self._here.get(table_id, ())) + self._elsewhere[table_id]

    def exchange(self) -> None:
        """Publish the counts of this process and read those of the others, in two cache calls.

        A third call is needed if this process has no cache key yet, or was silent for too long.
        """
        with self._lock:
            own = {table_id: len(pages) for table_id, pages in self._here.items()}
        published: dict[str, dict[str, Any]] = cache.get_many(_CACHE_KEYS)
        if (
            self._cache_key
            and published.get(self._cache_key, {}).get("name", self._name) != self._name
        ):
            # Another process took the key while this one was silent.
            self._cache_key = ""
        own_entry = {"name": self._name, "counts": own}
        if self._cache_key:
            cache.set(self._cache_key, own_entry, EXPIRY_SECONDS)
        else:
            free = (key for key in _CACHE_KEYS if key not in published)
            self._cache_key = next(
                (key for key in free if cache.add(key, own_entry, EXPIRY_SECONDS)), ""
            )
        elsewhere: Counter[int] = Counter()
        for key, other in published.items():
            if key != self._cache_key and other["name"] != self._name:
                elsewhere.update(other["counts"])
        with self._lock:
            self._elsewhere = elsewhere


_CACHE_KEYS = [f"onlookers.{number}" for number in range(MAX_PROCESSES)]
_spectator_counts = SpectatorCounts()


def spectator_counts() -> SpectatorCounts:
    """Return the spectator counts of this process."""
    return _spectator_counts
