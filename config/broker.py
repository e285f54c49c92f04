"""The queue's connection to Redis: Kombu's, but for a Redis that goes away.

A worker whose connection breaks closes what is left of it, and waits for Redis. Kombu reads the
answer that is still due before it closes a channel; where nobody answers any more that fails, and
the channel stays open. It is closed once more when the connection that it belonged to is forgotten
already, gives back then what had begun, finds nobody to give it to, and that ends the worker. A
channel that could not be read from is closed at once here, while it knows its connection; what it
cannot give back to a Redis that is away is found by the sweeps.
"""

from kombu.transport import redis


class Channel(redis.Channel):
    """A channel that is closed by being told so once, whether Redis is there or not."""

    #: Set by Kombu.
    connection_errors: tuple[type[Exception], ...]

    def close(self) -> None:
        """Close it; raises what went wrong, such as a connection that is broken."""
        try:
            super().close()
        except self.connection_errors:
            if self.closed:
                raise
            # What was due is not waited for again.
            super().close()


class Transport(redis.Transport):
    """Connections whose channels are such."""

    Channel = Channel
