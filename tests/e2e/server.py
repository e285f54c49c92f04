"""The real server in separate processes: embedded, or scaled if the environment says so."""

import contextlib
import itertools
import json
import os
import signal
import socket
import subprocess
import sys
import time
import urllib.error
import urllib.request
from collections.abc import Callable, Iterator, Mapping
from pathlib import Path
from typing import cast

import redis
from django.conf import settings

from benchmarks.server import WORKER
from tests import workers
from tests.databases import drop_database, migrated_copy, migrated_database
from tests.e2e.network import Network

HOME = Path(__file__).resolve().parents[2]
#: Generous for a busy machine.
START_SECONDS = 240
#: Each server has its own PostgreSQL and Redis database, so that several can run in parallel.
_numbers_in_use: set[int] = set()


def free_port() -> int:
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return int(probe.getsockname()[1])


def wait_until(reached: Callable[[], bool], failure: str) -> None:
    """Poll a condition that no page shows, until it holds.

    :raises AssertionError: with text `failure`, after a time that is generous for a busy machine
    """
    deadline = time.monotonic() + START_SECONDS
    while not reached():
        assert time.monotonic() < deadline, failure
        time.sleep(0.05)


class Server:
    """A running server at ``url``; its processes are started and killed together."""

    def __init__(self, folder: Path, **env: str) -> None:
        self._inner = self.port = free_port()
        # Finds behaviour that works only with a fast, nearby server (CONTRIBUTING.md).
        self._far: Network | None = None
        if lag := float(os.environ.get("CLUB_LAG_MS") or 0):
            self._far = Network(self._inner, lag=lag / 1000)
            self.port = self._far.port
        self.url = f"http://127.0.0.1:{self.port}"
        self.log = folder / "server.log"
        self._processes: list[subprocess.Popen[bytes]] = []
        self._helper: subprocess.Popen[str] | None = None
        self._env = {
            **os.environ,
            "DJANGO_SETTINGS_MODULE": "tests.e2e.settings",
            "DATA_DIR": str(folder),
            # Collected once for all servers of a run.
            "STATIC_ROOT": str(folder.parent / "static"),
            "BOT_DELAY": "0,0",
            "REDEAL_SECONDS": "0",
            "CUT_IN_SECONDS": "0",
            "NEXT_DEAL_SECONDS": "60",
            # A table rigged by another process continues at the next sweep.
            "SWEEP_SECONDS": "0.5",
            "SWEEP_GRACE_SECONDS": "0",
            "GUEST_RATE": "1000/hour",
            "TABLE_RATE": "1000/hour",
            "EMAIL_REQUIRED": "0",
            # Many processes share one PostgreSQL with its default number of connections.
            "DATABASE_POOL": "6",
            **env,
        }
        if settings.EMBEDDED:
            self._commands = [["-m", "config.embedded", "--port", str(self._inner)]]
        else:
            self._number = next(n for n in itertools.count(1) if n not in _numbers_in_use)
            _numbers_in_use.add(self._number)
            assert self._number < workers.DATABASES, "more clubs at once than Redis has room for"
            self._database = f"club_e2e_{workers.NUMBER}_{self._number}"
            self._env["DATABASE_URL"] = migrated_database(self._database)
            self._env["REDIS_URL"] = fresh_redis(self._number)
            if not (folder.parent / "static" / "staticfiles.json").exists():
                self.manage("collectstatic", "--noinput", "--verbosity", "0")
            daphne = ["-m", "daphne", "-b", "127.0.0.1", "-p", str(self._inner)]
            self._commands = [
                [*daphne, "config.asgi:application"],
                WORKER,
                ["-m", "celery", "-A", "config", "beat", "--schedule", str(folder / "beat")],
            ]

    @property
    def database(self) -> str:
        """Address of the PostgreSQL database; an embedded server has a file in its folder."""
        return self._env["DATABASE_URL"]

    def manage(self, *arguments: str) -> str:
        """Run a ``manage.py`` command with the server's settings; return its output."""
        return manage(self._env, *arguments)

    def start(self) -> None:
        with self.log.open("ab") as log:
            for command in self._commands:
                self._processes.append(
                    subprocess.Popen(
                        [sys.executable, *command],
                        cwd=HOME,
                        env=self._env,
                        stdout=log,
                        stderr=log,
                        start_new_session=True,
                    )
                )
        wait_until(self._answers, "the server did not start")

    def _answers(self) -> bool:
        """Return whether the server answers; raise RuntimeError if it has ended instead."""
        if self._processes[0].poll() is not None:
            raise RuntimeError(f"the server did not start:\n{self.log.read_text()}")
        with contextlib.suppress(OSError):
            urllib.request.urlopen(self.url, timeout=5).close()
            return True
        return False

    def kill(self, how: signal.Signals = signal.SIGKILL) -> list[int]:
        """End all processes; return their exit statuses.

        With a signal other than SIGKILL, a worker ends its own child processes, as under its
        systemd unit (``KillMode=mixed``).
        """
        send = os.killpg if how is signal.SIGKILL else os.kill
        for process in self._processes:
            with contextlib.suppress(ProcessLookupError):
                send(process.pid, how)
        statuses = [process.wait(timeout=60) for process in self._processes]
        self._processes.clear()
        return statuses

    def rig(self, slug: str, **deal: object) -> None:
        """Replace the hands of a table's newest deal; see ``tests.rigging``."""
        self.beside("rig", slug=slug, **deal)

    def run_out(self, slug: str) -> None:
        """Let the clock of the player to act run out; the next sweep notices it."""
        self.beside("run_out", slug=slug)

    def recorded(self, slug: str) -> list[str]:
        """Return the stored actions of a table's newest deal."""
        return cast("list[str]", self.beside("recorded", slug=slug))

    def beside(self, request: str, **arguments: object) -> object:
        """Run a request in the process beside the server; see ``tests.beside``."""
        if self._helper is None:
            self._helper = subprocess.Popen(
                [sys.executable, "-m", "tests.beside"],
                cwd=HOME,
                env=self._env,
                stdin=subprocess.PIPE,
                stdout=subprocess.PIPE,
                text=True,
            )
        assert self._helper.stdin
        assert self._helper.stdout
        print(json.dumps([request, arguments]), file=self._helper.stdin, flush=True)
        answer = self._helper.stdout.readline().strip()
        assert answer, f"{request!r} failed; its traceback is above"
        return json.loads(answer)

    def remove(self) -> None:
        """Drop the PostgreSQL database; an embedded server's file is in its folder."""
        if self._helper is not None:
            self._helper.kill()
            self._helper.wait()
        if self._far is not None:
            self._far.close()
        if not settings.EMBEDDED:
            drop_database(self._database)
            _numbers_in_use.discard(self._number)


def manage(env: Mapping[str, str], *arguments: str) -> str:
    command = [sys.executable, "manage.py", *arguments]
    return subprocess.run(
        command, cwd=HOME, env=env, check=True, stdout=subprocess.PIPE, text=True
    ).stdout


def fresh_redis(number: int) -> str:
    """Empty a Redis database, counted down from REDIS_URL's; return its address."""
    address = workers.redis_address(settings.REDIS_URL, number)
    redis.Redis.from_url(address).flushdb()
    return address


@contextlib.contextmanager
def running(folder: Path, **env: str) -> Iterator[Server]:
    server = Server(folder, **env)
    if settings.EMBEDDED:
        migrated_copy(folder / "club.sqlite3")
    try:
        server.start()
        yield server
    finally:
        server.kill()
        server.remove()
