"""Caches of a process: LRU caches shared by its threads."""

import threading
from collections.abc import Callable
from typing import Generic, TypeVar
from weakref import WeakValueDictionary

from cachetools import Cache, LRUCache, TTLCache

K = TypeVar("K")
V = TypeVar("V")


class LruCache(Generic[K, V]):
    """An LRU cache with a maximum size, safe for threads.

    Values must never become wrong: store only what is true of its key forever.

    :param seconds: time until an entry expires; None for no expiry
    """

    def __init__(self, max_size: int, seconds: float | None = None) -> None:
        self._values: Cache[K, V] = TTLCache(max_size, seconds) if seconds else LRUCache(max_size)
        self._lock = threading.Lock()
        _all.append(self.clear)

    def get(self, key: K) -> V | None:
        """Return the cached value, or None."""
        with self._lock:
            return self._get(key)

    def put(self, key: K, value: V) -> V:
        """Store the value and return it."""
        with self._lock:
            self._put(key, value)
        return value

    def put_newer(self, key: K, value: V, is_newer: Callable[[V, V], bool]) -> None:
        """Store the value unless the cached one is newer, by ``is_newer(value, known)``."""
        with self._lock:
            known = self._get(key)
            if known is None or is_newer(value, known):
                self._put(key, value)

    def clear(self) -> None:
        """Remove all values."""
        with self._lock:
            self._clear()

    # Storage; called while the lock is held.

    def _get(self, key: K) -> V | None:
        """Return the stored value, or None."""
        return self._values.get(key)

    def _put(self, key: K, value: V) -> None:
        """Store the value."""
        self._values[key] = value

    def _clear(self) -> None:
        """Remove all values."""
        self._values.clear()


class SharedCache(LruCache[K, V]):
    """LRU cache that also finds dropped values while they are still referenced elsewhere."""

    def __init__(self, max_size: int) -> None:
        super().__init__(max_size)
        self._used: WeakValueDictionary[K, V] = WeakValueDictionary()

    def _get(self, key: K) -> V | None:
        """Return the stored value, or one that is still referenced elsewhere, or None."""
        known = super()._get(key)
        return self._used.get(key) if known is None else known

    def _put(self, key: K, value: V) -> None:
        """Store the value, and keep a weak reference to it."""
        super()._put(key, value)
        self._used[key] = value

    def _clear(self) -> None:
        """Remove all values, and forget those that are still referenced elsewhere."""
        super()._clear()
        self._used.clear()


_all: list[Callable[[], None]] = []


def clear_all() -> None:
    """Clear all caches of this process; for tests, which reuse primary keys."""
    for clear in _all:
        clear()
