"""Shared cache in Redis that behaves like an empty cache while Redis is down.

Nothing is stored only there: sessions are in the database as well, detecting forms that are sent
twice and counting spectators are conveniences, and the account library's rate limits work again as
soon as Redis is back.

Upstream: Django's Redis cache has no option for this; django-redis has IGNORE_EXCEPTIONS.
Unnecessary once Django's has one, too.
"""

import logging
import time
from collections.abc import Callable
from functools import wraps
from typing import Any, TypeVar

from django.core.cache.backends.redis import RedisCache
from redis.exceptions import ConnectionError as AwayError
from redis.exceptions import TimeoutError as SilentError

logger = logging.getLogger(__name__)

T = TypeVar("T")

#: Minimum seconds between two warnings that the cache is down.
WARN_INTERVAL = 30.0
#: Seconds for which a cache that did not respond is not asked again, since each request to a silent
#: one waits until its timeout.
RETRY_AFTER = 1.0


def _with_fallback(method: Callable[..., T], fallback: Callable[..., T]) -> Callable[..., T]:
    """Return the method, which calls the fallback while the cache is down.

    :param fallback: called with the method's arguments; returns the value to use then
    """

    @wraps(method)
    def method_or_fallback(self: "SharedCache", *args: Any, **named: Any) -> T:
        """Call the method; if the cache is down, call the fallback."""
        now = time.monotonic()
        if now < self.away_until:
            return fallback(*args, **named)
        try:
            return method(self, *args, **named)
        except (AwayError, SilentError) as error:
            self.away_until = now + RETRY_AFTER
            if now >= self.warn_again_at:
                self.warn_again_at = now + WARN_INTERVAL
                logger.warning("shared cache is down, continuing without it: %s", error)
            return fallback(*args, **named)

    return method_or_fallback


def _default_value(key: Any = None, default: Any = None, *args: Any, **named: Any) -> Any:
    """Return the default value, as for a key that is not cached."""
    return default


class SharedCache(RedisCache):
    """Django's Redis cache; while Redis is down, it is empty and stores nothing."""

    #: Monotonic times: no requests before the first, no further warning before the second.
    away_until = warn_again_at = 0.0

    @property
    def is_away(self) -> bool:
        """Return whether Redis failed to respond within the last second."""
        return time.monotonic() < self.away_until

    get = _with_fallback(RedisCache.get, _default_value)
    set = _with_fallback(RedisCache.set, lambda *args, **named: None)
    # As if the key were new: without the cache, every caller must go ahead.
    add = _with_fallback(RedisCache.add, lambda *args, **named: True)
    touch = _with_fallback(RedisCache.touch, lambda *args, **named: False)
    delete = _with_fallback(RedisCache.delete, lambda *args, **named: False)
    has_key = _with_fallback(RedisCache.has_key, lambda *args, **named: False)
    get_many = _with_fallback(RedisCache.get_many, lambda *args, **named: {})
    set_many = _with_fallback(RedisCache.set_many, lambda *args, **named: [])
    delete_many = _with_fallback(RedisCache.delete_many, lambda *args, **named: None)
    incr = _with_fallback(RedisCache.incr, lambda key, delta=1, version=None: delta)
    clear = _with_fallback(RedisCache.clear, lambda *args, **named: None)
