"""Shared cache in Redis that behaves like an empty cache while Redis is down.

Nothing is stored only there: sessions are in the database as well, detecting forms that are sent
twice and counting spectators are conveniences, and the account library's rate limits work again as
soon as Redis is back.
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


def _or_else(function: Callable[..., T], otherwise: Callable[..., T]) -> Callable[..., T]:
    """Return the method with a fallback for when the cache is down.

    :param otherwise: called with the method's arguments; returns the value to use then
    """

    @wraps(function)
    def done(self: "SharedCache", *args: Any, **named: Any) -> T:
        now = time.monotonic()
        if now < self.away_until:
            return otherwise(*args, **named)
        try:
            return function(self, *args, **named)
        except (AwayError, SilentError) as error:
            self.away_until = now + RETRY_AFTER
            if now >= self.warn_again_at:
                self.warn_again_at = now + WARN_INTERVAL
                logger.warning("shared cache is down, continuing without it: %s", error)
            return otherwise(*args, **named)

    return done


def _nothing(key: Any = None, default: Any = None, *args: Any, **named: Any) -> Any:
    return default


class SharedCache(RedisCache):
    """Django's Redis cache; while Redis is down, it is empty and stores nothing."""

    #: Monotonic times: no requests before the first, no further warning before the second.
    away_until = warn_again_at = 0.0

    @property
    def is_away(self) -> bool:
        """Whether it failed to respond a moment ago; the processes' messages use the same Redis."""
        return time.monotonic() < self.away_until

    get = _or_else(RedisCache.get, _nothing)
    set = _or_else(RedisCache.set, lambda *args, **named: None)
    # As if the key were new: without the cache, every caller must go ahead.
    add = _or_else(RedisCache.add, lambda *args, **named: True)
    touch = _or_else(RedisCache.touch, lambda *args, **named: False)
    delete = _or_else(RedisCache.delete, lambda *args, **named: False)
    has_key = _or_else(RedisCache.has_key, lambda *args, **named: False)
    get_many = _or_else(RedisCache.get_many, lambda *args, **named: {})
    set_many = _or_else(RedisCache.set_many, lambda *args, **named: [])
    delete_many = _or_else(RedisCache.delete_many, lambda *args, **named: None)
    incr = _or_else(RedisCache.incr, lambda key, delta=1, version=None: delta)
    clear = _or_else(RedisCache.clear, lambda *args, **named: None)
