"""Celery's in-memory transport, changed to wait for messages instead of looking for them.

Kombu's transport looks into its queues at an interval. At 10 ms that cost an idle site processor
time and still delayed each move of a bot by 5 ms on average. Here the worker's thread sleeps until
a message is put into a queue of this process.

Upstream: not reported. Unnecessary once kombu's in-memory transport waits on its queues.
"""

import threading
import time
from queue import Empty
from typing import Any

from kombu.transport import memory

#: Seconds after which the queues are checked without a signal: two consumers may share the
#: event below, and one may have taken the other's signal.
LONGEST_WAIT = 0.5

_arrived = threading.Event()


class Channel(memory.Channel):
    """In-memory channel that signals each message."""

    def _put(self, queue: str, message: Any, **options: Any) -> None:
        """Put the message into the queue, and wake the worker."""
        super()._put(queue, message, **options)
        _arrived.set()

    def _put_fanout(self, exchange: str, message: Any, *where: Any, **options: Any) -> None:
        """Put the message into all queues of the exchange, and wake the worker."""
        super()._put_fanout(exchange, message, *where, **options)
        _arrived.set()


class Transport(memory.Transport):
    """Celery's in-memory transport, which waits for messages."""

    Channel = Channel

    def drain_events(self, connection: Any, timeout: float | None = None, **options: Any) -> None:
        """Deliver a message; raise TimeoutError if none arrives within `timeout` seconds."""
        assert self.cycle is not None, "the transport has a cycle while it has channels"
        deadline = None if timeout is None else time.monotonic() + timeout
        while True:
            # Before looking, so that the signal of a later message is not lost.
            _arrived.clear()
            try:
                self.cycle.get(self._deliver, timeout=timeout)
            except Empty:
                left = LONGEST_WAIT if deadline is None else deadline - time.monotonic()
                if left <= 0:
                    raise TimeoutError from None
                _arrived.wait(min(left, LONGEST_WAIT))
            else:
                return
