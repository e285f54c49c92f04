"""Queue waiting times, measured with the periodic sweeps."""

import time

from django.core.cache import cache

#: Queue names: work at tables, for which players wait, reviews of deals, and all other work.
TABLES, REVIEWS, OTHER = "tables", "reviews", "celery"
#: Seconds after which a measurement is dropped.
MAX_AGE = 24 * 3600


def note_wait(queue: str, sent_at: float) -> None:
    """Record how long a task that starts now waited in its queue.

    :param sent_at: the time of sending, in seconds since the epoch
    """
    now = time.time()
    cache.set(_cache_key(queue), (max(0.0, now - sent_at), now), MAX_AGE)


def waits() -> dict[str, tuple[float, float]]:
    """Return the latest sweep's waiting time in seconds and start time, by the queue's name.

    The start time is in seconds since the epoch. Queues without a recent sweep are missing.
    """
    keys = {_cache_key(queue): queue for queue in (TABLES, OTHER)}
    return {keys[key]: value for key, value in cache.get_many(keys).items()}


def _cache_key(queue: str) -> str:
    """Return the cache key of a queue's latest waiting time."""
    return f"queue-wait.{queue}"
