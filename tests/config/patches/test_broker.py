"""A worker survives the loss of Redis while it works."""

import contextlib
import shutil
from pathlib import Path

import pytest
from kombu import Connection, Exchange, Queue

from benchmarks.stores import Redis

KOMBUS, OURS = "kombu.transport.redis:Transport", "config.patches.broker:Transport"

pytestmark = [
    pytest.mark.program,
    pytest.mark.skipif(shutil.which("redis-server") is None, reason="there is no redis-server"),
    pytest.mark.every_database,
]


def _working_connection(url: str, transport: str) -> Connection:
    """Return a worker's connection with a started task, a pending receive and a subscription."""
    connection = Connection(url, transport=transport)
    queue = Queue("tables", channel=connection.default_channel)
    connection.Producer().publish("begun", routing_key="tables", declare=[queue])
    # Broadcasts to all workers, such as to stop.
    orders = Queue("a worker's own", Exchange("orders", "fanout"), auto_delete=True)
    connection.Consumer([orders], channel=connection.channel(), on_message=print).consume()
    begun: list[object] = []
    connection.Consumer([queue], on_message=begun.append, no_ack=False).consume()
    with contextlib.suppress(TimeoutError):
        while True:
            connection.drain_events(timeout=0.2)
    assert len(begun) == 1
    return connection


def _close_broken(connection: Connection) -> None:
    """Close the broken connection as Celery's worker does."""
    with contextlib.suppress(Exception):
        connection.collect()
    connection.close()


def test_a_worker_closes_its_channel_after_redis_was_killed(tmp_path: Path):
    redis = Redis(tmp_path)
    redis.start()
    try:
        connection = _working_connection(redis.url, OURS)
        channel = connection.default_channel
        redis.kill()
        _close_broken(connection)
        assert channel.closed
    finally:
        redis.kill()


def test_kombus_own_transport_fails_after_redis_was_killed(tmp_path: Path):
    """If this fails, Kombu has been fixed, and config/patches/broker.py can be removed."""
    redis = Redis(tmp_path)
    redis.start()
    try:
        connection = _working_connection(redis.url, KOMBUS)
        redis.kill()
        with pytest.raises(AttributeError, match="hostname"):
            _close_broken(connection)
    finally:
        redis.kill()


def test_a_started_task_returns_to_the_queue_when_redis_is_available(tmp_path: Path):
    redis = Redis(tmp_path)
    redis.start()
    try:
        _working_connection(redis.url, OURS).close()
        with Connection(redis.url, transport=OURS) as connection:
            simple = connection.SimpleQueue("tables")
            assert simple.get(timeout=5).payload == "begun"
            simple.close()
    finally:
        redis.kill()
