"""A network between browser and server that can hold data back without closing connections."""

import contextlib
import queue
import random
import socket
import threading
import time
from collections.abc import Iterator


class Line:
    """One connection through the network, in both directions."""

    def __init__(self, browser: socket.socket, port: int, lag: float) -> None:
        self.ends = browser, socket.create_connection(("127.0.0.1", port))
        self._lag = lag
        self.up, self.down = threading.Event(), threading.Event()
        self.release()
        browser, club = self.ends
        for source, sink, gate in ((browser, club, self.up), (club, browser, self.down)):
            threading.Thread(target=self._carry, args=(source, sink, gate), daemon=True).start()

    def release(self) -> None:
        """Deliver everything from now on, starting with what was held back."""
        self.up.set()
        self.down.set()

    def hold(self, *, up: bool = True, down: bool = True) -> None:
        """Hold back data from now on; both ends of the connection stay open."""
        for gate, is_held in ((self.up, up), (self.down, down)):
            if is_held:
                gate.clear()

    def cut(self) -> None:
        """Close the connection; data held back is lost."""
        for end in self.ends:
            with contextlib.suppress(OSError):
                end.shutdown(socket.SHUT_RDWR)
            end.close()
        self.release()

    def _carry(self, source: socket.socket, sink: socket.socket, gate: threading.Event) -> None:
        due: queue.SimpleQueue[tuple[float, bytes]] = queue.SimpleQueue()
        threading.Thread(target=self._deliver, args=(due, sink, gate), daemon=True).start()
        data = b"something"
        while data:
            try:
                data = source.recv(65536)
            except OSError:
                data = b""
            due.put((time.monotonic() + random.uniform(0, self._lag), data))

    def _deliver(
        self,
        due: queue.SimpleQueue[tuple[float, bytes]],
        sink: socket.socket,
        gate: threading.Event,
    ) -> None:
        """Deliver data whose delay has passed, up to the empty chunk that marks the end."""
        with contextlib.suppress(OSError):
            while True:
                moment, data = due.get()
                time.sleep(max(0.0, moment - time.monotonic()))
                gate.wait()
                if not data:
                    break
                sink.sendall(data)
            sink.shutdown(socket.SHUT_WR)


class Network:
    """All connections from a new port to the server's.

    Each chunk of data is delayed by a random time of up to ``lag`` seconds.
    """

    def __init__(self, port: int, *, lag: float = 0) -> None:
        self._club = port
        self._lag = lag
        self._door = socket.create_server(("127.0.0.1", 0))
        self.port = int(self._door.getsockname()[1])
        self.url = f"http://127.0.0.1:{self.port}"
        self.lines: list[Line] = []
        #: Whether new connections are held back from the start.
        self.is_held = False
        threading.Thread(target=self._accept, daemon=True).start()

    def _accept(self) -> None:
        with contextlib.suppress(OSError):
            while True:
                browser, _address = self._door.accept()
                try:
                    line = Line(browser, self._club, self._lag)
                except OSError:  # The server is down.
                    browser.close()
                    continue
                if self.is_held:
                    line.hold()
                self.lines.append(line)

    def hold(self, *, up: bool = True, down: bool = True) -> list[Line]:
        """Hold back data on the current connections; return them."""
        for line in self.lines:
            line.hold(up=up, down=down)
        return list(self.lines)

    def close(self) -> None:
        self._door.close()
        for line in self.lines:
            line.cut()


@contextlib.contextmanager
def network(port: int) -> Iterator[Network]:
    """Put a network in front of the server on that port."""
    between = Network(port)
    try:
        yield between
    finally:
        between.close()
