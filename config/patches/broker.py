"""Celery's Redis transport, changed to survive the loss of Redis.

A worker whose connection breaks closes it and waits for Redis. Kombu reads a pending response
before it closes a channel; without Redis this fails, and the channel stays open. Later it is closed
again, when its connection is already gone: it then tries to return unfinished tasks, fails, and the
worker exits. Here, a channel that can't be read from is closed immediately, while it still has its
connection. Tasks that can't be returned because Redis is down are found by the sweeps.

Upstream: https://github.com/celery/celery/issues/10205 is the nearest report.
Unnecessary once kombu closes a channel that cannot be read from while it still has its connection.
"""

from kombu.transport import redis


class Channel(redis.Channel):
    """Redis channel that one call closes, even if Redis is down."""

    #: Set by Kombu.
    connection_errors: tuple[type[Exception], ...]

    def close(self) -> None:
        """Close the channel; errors such as a broken connection are raised after it is closed."""
        try:
            super().close()
        except self.connection_errors:
            if self.closed:
                raise
            # The second call does not wait for the pending response.
            super().close()


class Transport(redis.Transport):
    """Celery's Redis transport, whose channels can be closed while Redis is down."""

    Channel = Channel
