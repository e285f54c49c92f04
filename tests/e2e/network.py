"""A network between browser and club that can hold back what travels, and tells nobody."""

import contextlib
import queue
import random
import socket
import threading
import time
from collections.abc import Iterator


class Line:
    """One connection through the network: what goes up to the club, and what comes down."""

    def __init__(self, browser: socket.socket, port: int, lag: float) -> None:
        self.ends = browser, socket.create_connection(("127.0.0.1", port))
        self._lag = lag
        self.up, self.down = threading.Event(), threading.Event()
        self.letgo()
        browser, club = self.ends
        for source, sink, gate in ((browser, club, self.up), (club, browser, self.down)):
            threading.Thread(target=self._carry, args=(source, sink, gate), daemon=True).start()

    def letgo(self) -> None:
        """Carry everything from now on, and what was held back first."""
        self.up.set()
        self.down.set()

    def hold(self, *, up: bool = True, down: bool = True) -> None:
        """Hold back what comes from now on; the connection stays open at both ends."""
        for gate, is_held in ((self.up, up), (self.down, down)):
            if is_held:
                gate.clear()

    def cut(self) -> None:
        """End it; what was held back is lost."""
        for end in self.ends:
            with contextlib.suppress(OSError):
                end.shutdown(socket.SHUT_RDWR)
            end.close()
        self.letgo()

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
        """Send on what has travelled for long enough, up to the end, which is an empty piece."""
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
    """All connections from a port of its own to the club's.

    What travels takes up to ``lag`` seconds each way, each piece as long as chance will.
    """

    def __init__(self, port: int, *, lag: float = 0) -> None:
        self._club = port
        self._lag = lag
        self._door = socket.create_server(("127.0.0.1", 0))
        self.port = int(self._door.getsockname()[1])
        self.url = f"http://127.0.0.1:{self.port}"
        self.lines: list[Line] = []
        #: Whether new connections are held back from their beginning.
        self.is_held = False
        threading.Thread(target=self._accept, daemon=True).start()

    def _accept(self) -> None:
        with contextlib.suppress(OSError):
            while True:
                browser, _address = self._door.accept()
                try:
                    line = Line(browser, self._club, self._lag)
                except OSError:  # The club is down.
                    browser.close()
                    continue
                if self.is_held:
                    line.hold()
                self.lines.append(line)

    def hold(self, *, up: bool = True, down: bool = True) -> list[Line]:
        """Hold back what travels on the connections that there are; gives them."""
        for line in self.lines:
            line.hold(up=up, down=down)
        return list(self.lines)

    def close(self) -> None:
        self._door.close()
        for line in self.lines:
            line.cut()


@contextlib.contextmanager
def network(port: int) -> Iterator[Network]:
    """Lay a network in front of the club at that port."""
    between = Network(port)
    try:
        yield between
    finally:
        between.close()
