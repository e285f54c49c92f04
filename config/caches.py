"""The cache that processes share, which may be away: then each does without it.

Nothing is kept there alone. Sessions are in the database as well, presses sent twice and onlookers
are conveniences, and the account library's limits hold again as soon as the cache is back.
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

#: It is said at most once in so many seconds that the cache is away.
SAID_AGAIN = 30.0
#: For so many seconds a cache that did not answer is not asked again: whoever waits for one that
#: is silent waits as long as it may be.
LET_BE = 1.0


def _or_else(function: Callable[..., T], otherwise: Callable[..., T]) -> Callable[..., T]:
    """Return the method, which does without the cache where that is away.

    :param otherwise: gives what the method returns then, by its own arguments
    """

    @wraps(function)
    def done(self: "SharedCache", *args: Any, **named: Any) -> T:
        now = time.monotonic()
        if now < self.away_until:
            return otherwise(*args, **named)
        try:
            return function(self, *args, **named)
        except (AwayError, SilentError) as error:
            self.away_until = now + LET_BE
            if now >= self.said_again_at:
                self.said_again_at = now + SAID_AGAIN
                logger.warning("the shared cache is away, and is done without: %s", error)
            return otherwise(*args, **named)

    return done


def _nothing(key: Any = None, default: Any = None, *args: Any, **named: Any) -> Any:
    return default


class SharedCache(RedisCache):
    """Django's cache in Redis; where that is away, it has nothing and keeps nothing."""

    #: Until when it is let be, and from when on it is said again that it is away.
    away_until = said_again_at = 0.0

    @property
    def is_away(self) -> bool:
        """Whether it did not answer a moment ago; what processes tell each other goes that way."""
        return time.monotonic() < self.away_until

    get = _or_else(RedisCache.get, _nothing)
    set = _or_else(RedisCache.set, lambda *args, **named: None)
    # As if nobody else had been quicker: nothing may be lost because two could not be told apart.
    add = _or_else(RedisCache.add, lambda *args, **named: True)
    touch = _or_else(RedisCache.touch, lambda *args, **named: False)
    delete = _or_else(RedisCache.delete, lambda *args, **named: False)
    has_key = _or_else(RedisCache.has_key, lambda *args, **named: False)
    get_many = _or_else(RedisCache.get_many, lambda *args, **named: {})
    set_many = _or_else(RedisCache.set_many, lambda *args, **named: [])
    delete_many = _or_else(RedisCache.delete_many, lambda *args, **named: None)
    incr = _or_else(RedisCache.incr, lambda key, delta=1, version=None: delta)
    clear = _or_else(RedisCache.clear, lambda *args, **named: None)
