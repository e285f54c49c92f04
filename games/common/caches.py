"""What a process keeps at hand, so as not to read or make it again."""

import threading
from collections.abc import Callable
from typing import Generic, TypeVar

from cachetools import LRUCache

K = TypeVar("K")
V = TypeVar("V")


class Kept(Generic[K, V]):
    """At most so many values; the least recently used go first.

    Threads may share it. It must hold nothing that could be wrong later: only what is true of its
    key for ever.
    """

    def __init__(self, most: int) -> None:
        self._values: LRUCache[K, V] = LRUCache(most)
        self._lock = threading.Lock()
        _all.append(self.clear)

    def get(self, key: K) -> V | None:
        """Return the value, or None where there is none at hand."""
        with self._lock:
            return self._values.get(key)

    def keep(self, key: K, value: V) -> V:
        """Keep the value from now on, and return it."""
        with self._lock:
            self._values[key] = value
        return value

    def keep_newer(self, key: K, value: V, is_newer: Callable[[V, V], bool]) -> None:
        """Keep the value unless the one at hand is newer, as ``is_newer(value, known)`` says."""
        with self._lock:
            known = self._values.get(key)
            if known is None or is_newer(value, known):
                self._values[key] = value

    def clear(self) -> None:
        """Keep nothing any more."""
        with self._lock:
            self._values.clear()


_all: list[Callable[[], None]] = []


def forget_all() -> None:
    """Let this process keep nothing; for tests, whose rows come again under the same numbers."""
    for clear in _all:
        clear()
