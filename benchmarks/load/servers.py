"""Starts the server of a run: embedded, scaled, or one that is already running."""

import contextlib
import os
import signal
import socket
import subprocess
import sys
import time
import urllib.error
import urllib.request
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path

from benchmarks.load.options import Options

HOME = Path(__file__).resolve().parents[2]
START_SECONDS = 240
END_SECONDS = 20
#: Worker options as in docs/deploy.md.
WORKER = [
    *("-m", "celery", "-A", "config", "worker"),
    *("--concurrency", "2", "--without-gossip", "--without-mingle"),
]


@dataclass(frozen=True, slots=True)
class Servers:
    """A running server: its addresses and processes."""

    urls: tuple[str, ...]
    #: Names of its processes by process ID; each includes all of its child processes.
    roots: Mapping[int, str]


@contextlib.contextmanager
def servers(options: Options, folder: Path) -> Iterator[Servers]:
    """Start the server that the options describe and stop it afterwards; leave an attached one."""
    if options.attach:
        yield Servers(
            (options.attach.rstrip("/"),),
            {pid: f"process {number}" for number, pid in enumerate(options.pids, 1)},
        )
        return
    ports = [free_port() for _ in range(options.processes if options.scaled else 1)]
    commands = _scaled_commands(ports, folder) if options.scaled else _embedded_commands(ports[0])
    urls = tuple(f"http://127.0.0.1:{port}" for port in ports)
    log = folder / "server.log"
    with contextlib.ExitStack() as stack:
        said = stack.enter_context(log.open("ab"))
        roots = {}
        for name, command in commands.items():
            process = subprocess.Popen(
                [sys.executable, *command],
                cwd=HOME,
                stdout=said,
                stderr=said,
                start_new_session=True,
            )
            stack.callback(_end, process)
            roots[process.pid] = name
        for url in urls:
            _wait_for_page(url, log)
        if options.scaled:
            _wait_for_worker(log)
        yield Servers(urls, roots)


def _embedded_commands(port: int) -> dict[str, list[str]]:
    """Return the Python arguments of the embedded server, by process name."""
    return {"server": ["-m", "config.embedded", "--port", str(port)]}


def _scaled_commands(ports: list[int], folder: Path) -> dict[str, list[str]]:
    """Collect static files; return the Python arguments of each process, by name."""
    if not (Path(os.environ["STATIC_ROOT"]) / "staticfiles.json").exists():
        collect = [sys.executable, "manage.py", "collectstatic", "--noinput", "--verbosity", "0"]
        subprocess.run(collect, cwd=HOME, check=True)
    celery = ["-m", "celery", "-A", "config"]
    daphne = ["-m", "daphne", "-b", "127.0.0.1"]
    return {
        **{
            f"daphne {number}": [*daphne, "-p", str(port), "config.asgi:application"]
            for number, port in enumerate(ports, 1)
        },
        "worker": WORKER,
        "beat": [*celery, "beat", "--schedule", str(folder / "beat")],
    }


def free_port() -> int:
    """Return a port of this machine that no process listens on."""
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return int(probe.getsockname()[1])


def _wait_for_page(url: str, log: Path) -> None:
    """Wait until the server answers; raise RuntimeError with its log if it does not."""
    deadline = time.monotonic() + START_SECONDS
    while True:
        with contextlib.suppress(OSError):
            urllib.request.urlopen(url, timeout=5).close()  # noqa: S310  (a local address)
            return
        if time.monotonic() > deadline:
            raise RuntimeError(f"the server did not start:\n{log.read_text()}")
        time.sleep(0.05)


def _wait_for_worker(log: Path) -> None:
    """Wait until a Celery worker answers; raise RuntimeError with its log if none does."""
    from config.celery import app

    deadline = time.monotonic() + START_SECONDS
    while not app.control.ping(timeout=1.0):
        if time.monotonic() > deadline:
            raise RuntimeError(f"the worker did not start:\n{log.read_text()}")


def _end(process: subprocess.Popen[bytes]) -> None:
    """Stop the process and all of its children."""
    with contextlib.suppress(ProcessLookupError):
        os.killpg(process.pid, signal.SIGTERM)
    try:
        process.wait(END_SECONDS)
    except subprocess.TimeoutExpired:
        with contextlib.suppress(ProcessLookupError):
            os.killpg(process.pid, signal.SIGKILL)
        process.wait()
