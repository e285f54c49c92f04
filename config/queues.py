"""How long background work waits until a worker begins it, by the sweeps that come regularly."""

import time

from django.core.cache import cache

#: Queues with background work: at tables, where people wait for it, and all else.
TABLES, OTHER = "tables", "celery"
#: What was noted of a queue is forgotten after so many seconds.
KEPT = 24 * 3600


def note_wait(queue: str, sent_at: float) -> None:
    """Note that work of the queue is begun now which was asked for then, by the world's clock."""
    now = time.time()
    cache.set(_key(queue), (max(0.0, now - sent_at), now), KEPT)


def waits() -> dict[str, tuple[float, float]]:
    """Return by queue how long its newest sweep has waited, and when it was begun."""
    keys = {_key(queue): queue for queue in (TABLES, OTHER)}
    return {keys[key]: value for key, value in cache.get_many(keys).items()}


def _key(queue: str) -> str:
    return f"queue-wait.{queue}"
