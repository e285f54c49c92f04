"""The server's processes, each of which can be killed, paused and restarted."""

import asyncio
import contextlib
import os
import signal
import socket
import subprocess
import sys
import time
from collections import Counter
from collections.abc import Mapping, Sequence
from pathlib import Path

import aiohttp

HOME = Path(__file__).resolve().parents[1]
#: Worker options as in docs/deploy.md.
WORKER = [
    *("-m", "celery", "-A", "config", "worker"),
    *("--concurrency", "2", "--without-gossip", "--without-mingle"),
]
START_SECONDS = 240.0
#: Time that a process may take to end when it is asked to.
END_SECONDS = 30.0


def free_port() -> int:
    """Return a port of this machine that no process listens on."""
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return int(probe.getsockname()[1])


class ServerError(Exception):
    """A process does not start or end in time; the text says which."""


class ServerProcess:
    """One process and its children."""

    def __init__(
        self, name: str, arguments: Sequence[str], log: Path, env: Mapping[str, str]
    ) -> None:
        """Prepare the process; `start` starts it."""
        self.name = name
        self._arguments, self._log, self._env = list(arguments), log, env
        self._process: subprocess.Popen[bytes] | None = None

    @property
    def pid(self) -> int:
        """Process ID."""
        assert self._process is not None
        return self._process.pid

    def start(self) -> None:
        """Start the process unless it is running."""
        if self._process is not None and self._process.poll() is None:
            return
        with self._log.open("ab") as said:
            self._process = subprocess.Popen(
                [sys.executable, *self._arguments],
                cwd=HOME,
                stdout=said,
                stderr=said,
                start_new_session=True,
                env={**os.environ, **self._env},
            )

    @property
    def has_ended(self) -> bool:
        """Return whether the process has ended without being asked to."""
        return self._process is not None and self._process.poll() is not None

    def kill(self) -> None:
        """Kill the process and its children."""
        if self._process is None:
            return
        with contextlib.suppress(ProcessLookupError):
            os.killpg(self.pid, signal.SIGKILL)
        self._process.wait()
        self._process = None

    async def end(self) -> None:
        """Ask the process to end, and wait until it has.

        :raises ServerError: it does not end in time
        """
        process, self._process = self._process, None
        if process is None:
            return
        process.terminate()
        deadline = time.monotonic() + END_SECONDS
        while process.poll() is None:
            if time.monotonic() > deadline:
                self._process = process
                self.kill()
                raise ServerError(f"{self.name} did not end within {END_SECONDS:g} s")
            await asyncio.sleep(0.02)

    def pause(self, *, is_on: bool) -> None:
        """Suspend the process and its children, or resume them."""
        os.killpg(self.pid, signal.SIGSTOP if is_on else signal.SIGCONT)


class Server:
    """All processes of a server."""

    def __init__(self, parts: Sequence[ServerProcess], urls: Sequence[str]) -> None:
        """Take the processes, and the addresses of those that serve pages."""
        self.urls = tuple(urls)
        #: Number of times that each process ended unasked and was restarted.
        self.revived: Counter[str] = Counter()
        self._parts = {part.name: part for part in parts}

    def __getitem__(self, name: str) -> ServerProcess:
        """Return the process with the given name."""
        return self._parts[name]

    @property
    def names(self) -> list[str]:
        """Names of the processes."""
        return list(self._parts)

    @property
    def pids(self) -> dict[int, str]:
        """Names of the processes by process ID."""
        return {part.pid: name for name, part in self._parts.items()}

    async def start(self) -> None:
        """Start what is not running, and wait until each web server reports that it is ready.

        :raises ServerError: one is not ready in time
        """
        for part in self._parts.values():
            part.start()
        deadline = time.monotonic() + START_SECONDS
        async with aiohttp.ClientSession() as http:
            for url in self.urls:
                while not await _is_ready(http, url):
                    self.revive()
                    if time.monotonic() > deadline:
                        raise ServerError(f"{url} is not ready after {START_SECONDS:g} s")
                    await asyncio.sleep(0.1)

    def revive(self) -> None:
        """Restart and count the processes that ended unasked, as a service manager would."""
        for name, part in self._parts.items():
            if part.has_ended:
                # Its children must not continue beside the new process.
                part.kill()
                part.start()
                self.revived[name] += 1

    def kill(self) -> None:
        """Kill all processes."""
        for part in self._parts.values():
            part.kill()


async def _is_ready(http: aiohttp.ClientSession, url: str) -> bool:
    """Return whether the web server reports that it is ready."""
    try:
        timeout = aiohttp.ClientTimeout(total=5)
        async with http.get(f"{url}/health/ready", timeout=timeout) as answer:
            return answer.status == 200
    except (OSError, aiohttp.ClientError, TimeoutError):
        return False


def embedded(folder: Path, env: Mapping[str, str]) -> Server:
    """Return the server as one process."""
    port = free_port()
    command = ["-m", "config.embedded", "--port", str(port)]
    return Server(
        [ServerProcess("server", command, folder / "server.log", env)], [f"http://127.0.0.1:{port}"]
    )


def scaled_server(folder: Path, env: Mapping[str, str], processes: int) -> Server:
    """Return the server as this number of web servers, a worker and beat."""
    ports = [free_port() for _ in range(processes)]
    celery = ["-m", "celery", "-A", "config"]
    daphne = ["-m", "daphne", "-b", "127.0.0.1"]
    commands = {
        **{
            f"daphne {number}": [*daphne, "-p", str(port), "config.asgi:application"]
            for number, port in enumerate(ports, 1)
        },
        "worker": WORKER,
        "beat": [*celery, "beat", "--schedule", str(folder / "beat")],
    }
    parts = [
        ServerProcess(name, command, folder / f"{name.replace(' ', '-')}.log", env)
        for name, command in commands.items()
    ]
    return Server(parts, [f"http://127.0.0.1:{port}" for port in ports])
