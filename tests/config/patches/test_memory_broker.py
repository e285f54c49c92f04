"""The in-memory broker of embedded mode: the worker sleeps until there is work, and misses none."""

import threading

import pytest
from django.conf import settings
from kombu import Connection

from config.patches import memory_broker

EMBEDDED = "config.patches.memory_broker:Transport"


@pytest.fixture
def connection(monkeypatch):
    """Return a connection whose consumers wait for a signal for as long as the test lasts."""
    monkeypatch.setattr(memory_broker, "LONGEST_WAIT", 600.0)
    with Connection("memory://", transport=EMBEDDED) as connection:
        yield connection
        connection.SimpleQueue("work").clear()


@pytest.mark.skipif(not settings.EMBEDDED, reason="with Redis, Redis is the broker")
def test_embedded_mode_uses_this_broker():
    assert settings.CELERY_BROKER_TRANSPORT == EMBEDDED


def test_a_sleeping_consumer_is_woken_by_a_message_of_another_thread(connection):
    got: list[str] = []
    started = threading.Event()

    def consume() -> None:
        with Connection("memory://", transport=EMBEDDED) as own:
            queue = own.SimpleQueue("work")
            queue.consumer.callbacks = [lambda body, message: (got.append(body), message.ack())]
            queue.consumer.consume()
            started.set()
            while len(got) < 3:
                own.drain_events()

    thread = threading.Thread(target=consume, daemon=True)
    thread.start()
    assert started.wait(30)
    sender = connection.SimpleQueue("work")
    for text in ("deal", "play", "pass"):
        sender.put(text)
    thread.join(30)
    assert got == ["deal", "play", "pass"]


def test_without_a_message_the_wait_ends_after_the_time_out(connection):
    connection.SimpleQueue("work").consumer.consume()
    with pytest.raises(TimeoutError):
        connection.drain_events(timeout=0.01)


def test_a_message_put_before_anyone_waits_is_delivered(connection):
    queue = connection.SimpleQueue("work")
    queue.put("deal")
    assert queue.get(timeout=0.01).payload == "deal"
