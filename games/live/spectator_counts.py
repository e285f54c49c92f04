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
PROCESSES = 64
#: Seconds until published counts expire; they are renewed well before (``Hub``).
EXPIRES = 20


class SpectatorCounts:
    """Spectators in this process, and their numbers in others. Threads may share it."""

    def __init__(self) -> None:
        self._lock = threading.Lock()
        #: Number of pages by spectator, by table id.
        self._here: dict[int, Counter[str]] = defaultdict(Counter)
        self._elsewhere: Counter[int] = Counter()
        self._name = secrets.token_hex(8)
        self._place = ""

    def add(self, what: int, who: str) -> None:
        """Count a page of a spectator."""
        with self._lock:
            self._here[what][who] += 1

    def remove(self, what: int, who: str) -> None:
        """Stop counting the page."""
        with self._lock:
            pages = self._here[what]
            pages[who] -= 1
            if pages[who] <= 0:
                del pages[who]
            if not pages:
                del self._here[what]

    def count(self, what: int) -> int:
        """Return the number of spectators as far as this process knows, without any I/O."""
        with self._lock:
            return len(self._here.get(what, ())) + self._elsewhere[what]

    def exchange(self) -> None:
        """Publish the counts of this process and read those of the others, in two cache calls.

        A third call is needed if this process has no cache key yet, or was silent for too long.
        """
        with self._lock:
            own = {what: len(pages) for what, pages in self._here.items()}
        said: dict[str, dict[str, Any]] = cache.get_many(_PLACES)
        if self._place and said.get(self._place, {}).get("name", self._name) != self._name:
            # Another process took the key while this one was silent.
            self._place = ""
        words = {"name": self._name, "counts": own}
        if self._place:
            cache.set(self._place, words, EXPIRES)
        else:
            free = (place for place in _PLACES if place not in said)
            self._place = next((each for each in free if cache.add(each, words, EXPIRES)), "")
        elsewhere: Counter[int] = Counter()
        for place, other in said.items():
            if place != self._place and other["name"] != self._name:
                elsewhere.update(other["counts"])
        with self._lock:
            self._elsewhere = elsewhere


_PLACES = [f"onlookers.{number}" for number in range(PROCESSES)]
_spectator_counts = SpectatorCounts()


def spectator_counts() -> SpectatorCounts:
    """Return the counts of this process."""
    return _spectator_counts
