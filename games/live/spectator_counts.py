"""How many people look on at something, in all processes together.

Nobody is written down for looking. Each process counts the pages that it serves itself, says the
counts in the shared cache every few seconds, and reads there what the others have said. What a
process said expires soon after it has gone. Somebody whose pages are served by several processes
counts once for each of these.
"""

import secrets
import threading
from collections import Counter, defaultdict
from typing import Any

from django.core.cache import cache

#: At most so many processes are heard; each speaks in a place of its own.
PROCESSES = 64
#: What was said counts for so many seconds; it is said again well before (``Hub``).
EXPIRES = 20


class SpectatorCounts:
    """Who looks on in this process, and how many do elsewhere. Threads may share it."""

    def __init__(self) -> None:
        self._lock = threading.Lock()
        #: By what they look at, the number of each person's pages.
        self._here: dict[int, Counter[str]] = defaultdict(Counter)
        self._elsewhere: Counter[int] = Counter()
        self._name = secrets.token_hex(8)
        self._place = ""

    def add(self, what: int, who: str) -> None:
        """Count a page of somebody who looks on."""
        with self._lock:
            self._here[what][who] += 1

    def remove(self, what: int, who: str) -> None:
        """Count it no longer."""
        with self._lock:
            pages = self._here[what]
            pages[who] -= 1
            if pages[who] <= 0:
                del pages[who]
            if not pages:
                del self._here[what]

    def count(self, what: int) -> int:
        """Return how many people look on, as far as this process has heard. Asks nobody."""
        with self._lock:
            return len(self._here.get(what, ())) + self._elsewhere[what]

    def exchange(self) -> None:
        """Tell the other processes who looks on here, and hear it of them: two looks at the cache.

        A third one where this process has no place yet, or has been silent for too long.
        """
        with self._lock:
            own = {what: len(pages) for what, pages in self._here.items()}
        said: dict[str, dict[str, Any]] = cache.get_many(_PLACES)
        if self._place and said.get(self._place, {}).get("name", self._name) != self._name:
            # It was taken by another while this process was silent.
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
    """Return that of this process."""
    return _spectator_counts
