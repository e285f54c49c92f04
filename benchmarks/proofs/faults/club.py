"""The club's processes, each of which can be killed, paused and started again."""

import asyncio
import contextlib
import os
import signal
import subprocess
import sys
import time
from collections import Counter
from collections.abc import Mapping, Sequence
from pathlib import Path

import aiohttp

from benchmarks.load.servers import HOME, WORKER, free_port

START_SECONDS = 240.0
#: So long a process may take to end when it is asked to.
END_SECONDS = 30.0


class ClubError(Exception):
    """A process does not do what it must; the text says which."""


class Part:
    """One process, with all that it starts."""

    def __init__(
        self, name: str, arguments: Sequence[str], log: Path, env: Mapping[str, str]
    ) -> None:
        """Say how it is run; `start` starts it."""
        self.name = name
        self._arguments, self._log, self._env = list(arguments), log, env
        self._process: subprocess.Popen[bytes] | None = None

    @property
    def pid(self) -> int:
        """Its number."""
        assert self._process is not None
        return self._process.pid

    def start(self) -> None:
        """Start it, unless it runs."""
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
        """Whether it has ended by itself."""
        return self._process is not None and self._process.poll() is not None

    def kill(self) -> None:
        """Kill it and all that it has started; they cannot help it."""
        if self._process is None:
            return
        with contextlib.suppress(ProcessLookupError):
            os.killpg(self.pid, signal.SIGKILL)
        self._process.wait()
        self._process = None

    async def end(self) -> None:
        """Ask it to end, and wait until it has.

        :raises ClubError: it does not
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
                raise ClubError(f"{self.name} was asked to end, and did not in {END_SECONDS:g} s")
            await asyncio.sleep(0.02)

    def pause(self, *, is_on: bool) -> None:
        """Let it and all that it has started stop in the middle of everything, or go on."""
        os.killpg(self.pid, signal.SIGSTOP if is_on else signal.SIGCONT)


class Club:
    """All processes of a club."""

    def __init__(self, parts: Sequence[Part], urls: Sequence[str]) -> None:
        """Take the processes, and the addresses of those that serve pages."""
        self.urls = tuple(urls)
        #: How often each process ended by itself and was started again.
        self.revived: Counter[str] = Counter()
        self._parts = {part.name: part for part in parts}

    def __getitem__(self, name: str) -> Part:
        """Return the process of that name."""
        return self._parts[name]

    @property
    def names(self) -> list[str]:
        """What the processes are called."""
        return list(self._parts)

    @property
    def pids(self) -> dict[int, str]:
        """The names of the processes, by their numbers."""
        return {part.pid: name for name, part in self._parts.items()}

    async def start(self) -> None:
        """Start what does not run, and wait until each web server says that it can serve.

        :raises ClubError: one does not
        """
        for part in self._parts.values():
            part.start()
        deadline = time.monotonic() + START_SECONDS
        async with aiohttp.ClientSession() as http:
            for url in self.urls:
                while not await _is_ready(http, url):
                    self.revive()
                    if time.monotonic() > deadline:
                        raise ClubError(f"{url} is not ready after {START_SECONDS:g} s")
                    await asyncio.sleep(0.1)

    def revive(self) -> None:
        """Start what has ended by itself, as what looks after services does, and count it."""
        for name, part in self._parts.items():
            if part.has_ended:
                # What it had started must not go on beside the new one.
                part.kill()
                part.start()
                self.revived[name] += 1

    def kill(self) -> None:
        """Kill everything."""
        for part in self._parts.values():
            part.kill()


async def _is_ready(http: aiohttp.ClientSession, url: str) -> bool:
    try:
        timeout = aiohttp.ClientTimeout(total=5)
        async with http.get(f"{url}/health/ready", timeout=timeout) as answer:
            return answer.status == 200
    except (OSError, aiohttp.ClientError, TimeoutError):
        return False


def embedded(folder: Path, env: Mapping[str, str]) -> Club:
    """Return the club as one process."""
    port = free_port()
    command = ["-m", "config.embedded", "--port", str(port)]
    return Club([Part("club", command, folder / "club.log", env)], [f"http://127.0.0.1:{port}"])


def scaled(folder: Path, env: Mapping[str, str]) -> Club:
    """Return the club as two web servers, a worker and the clock of its sweeps."""
    ports = [free_port(), free_port()]
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
        Part(name, command, folder / f"{name.replace(' ', '-')}.log", env)
        for name, command in commands.items()
    ]
    return Club(parts, [f"http://127.0.0.1:{port}" for port in ports])
