"""What a process keeps at hand, so as not to read or make it again."""

import threading
from collections.abc import Callable
from typing import Generic, TypeVar
from weakref import WeakValueDictionary

from cachetools import Cache, LRUCache, TTLCache

K = TypeVar("K")
V = TypeVar("V")


class LruCache(Generic[K, V]):
    """At most so many values; the least recently used go first.

    Threads may share it. It must hold nothing that could be wrong later: only what is true of its
    key for ever.

    :param seconds: how long a value is kept that is not put anew, if not for ever
    """

    def __init__(self, most: int, seconds: float | None = None) -> None:
        self._values: Cache[K, V] = TTLCache(most, seconds) if seconds else LRUCache(most)
        self._lock = threading.Lock()
        _all.append(self.clear)

    def get(self, key: K) -> V | None:
        """Return the value, or None where there is none at hand."""
        with self._lock:
            return self._get(key)

    def put(self, key: K, value: V) -> V:
        """Keep the value from now on, and return it."""
        with self._lock:
            self._put(key, value)
        return value

    def put_newer(self, key: K, value: V, is_newer: Callable[[V, V], bool]) -> None:
        """Keep the value unless the one at hand is newer, as ``is_newer(value, known)`` says."""
        with self._lock:
            known = self._get(key)
            if known is None or is_newer(value, known):
                self._put(key, value)

    def clear(self) -> None:
        """Keep nothing any more."""
        with self._lock:
            self._clear()

    # What holds the values; called by one thread at a time.

    def _get(self, key: K) -> V | None:
        return self._values.get(key)

    def _put(self, key: K, value: V) -> None:
        self._values[key] = value

    def _clear(self) -> None:
        self._values.clear()


class SharedCache(LruCache[K, V]):
    """At most so many values, and besides all that something else still holds."""

    def __init__(self, most: int) -> None:
        super().__init__(most)
        self._used: WeakValueDictionary[K, V] = WeakValueDictionary()

    def _get(self, key: K) -> V | None:
        known = super()._get(key)
        return self._used.get(key) if known is None else known

    def _put(self, key: K, value: V) -> None:
        super()._put(key, value)
        self._used[key] = value

    def _clear(self) -> None:
        super()._clear()
        self._used.clear()


_all: list[Callable[[], None]] = []


def clear_all() -> None:
    """Let this process keep nothing; for tests, whose rows come again under the same numbers."""
    for clear in _all:
        clear()
