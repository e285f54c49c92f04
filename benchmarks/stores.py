"""A PostgreSQL and a Redis for one run, which can be killed."""

import contextlib
import os
import pwd
import shutil
import signal
import subprocess
import tempfile
import time
from collections.abc import Iterator
from pathlib import Path

import psycopg
import redis

from benchmarks.server import free_port

#: Where Linux distributions install the server programs.
POSTGRES_FOLDERS = ("/usr/lib/postgresql/*/bin", "/usr/pgsql-*/bin", "/usr/libexec/postgresql*")
START_SECONDS = 60
DATABASE = "club"


def postgres_program(name: str) -> str | None:
    """Return the path of the PostgreSQL program, or None if it is not installed."""
    if found := shutil.which(name):
        return os.path.realpath(found)
    places = [path for pattern in POSTGRES_FOLDERS for path in Path("/").glob(pattern[1:])]
    return next((str(path / name) for path in places if (path / name).is_file()), None)


def missing_programs() -> list[str]:
    """Return the names of programs that `stores` needs and this machine lacks."""
    programs = {name: postgres_program(name) for name in ("initdb", "pg_ctl")}
    programs["redis-server"] = shutil.which("redis-server")
    return [name for name, path in programs.items() if path is None]


class Postgres:
    """A PostgreSQL cluster in a temporary folder."""

    def __init__(self, folder: Path) -> None:
        """Create the cluster as a user other than root, which PostgreSQL does not allow."""
        self.folder, self.port = folder, free_port()
        self._user = _unprivileged_user()
        if self._user is not None:
            shutil.chown(folder, self._user)
        self._run_program("initdb", f"--username={DATABASE}", "--auth=trust", "--no-locale")

    @property
    def url(self) -> str:
        """Address of the app's database."""
        return self._database_url(DATABASE)

    def _database_url(self, database: str) -> str:
        """Return the address of a database of the cluster."""
        return f"postgres://{DATABASE}@127.0.0.1:{self.port}/{database}"

    def start(self) -> None:
        """Start the cluster and wait until it answers."""
        self._run_program(
            "pg_ctl",
            "start",
            "--wait",
            f"--log={self.folder / 'log'}",
            f"--options=-p {self.port} -k {self.folder} -c listen_addresses=127.0.0.1",
        )

    def stop(self, mode: str = "immediate") -> None:
        """Stop the cluster: ``fast`` closes all connections, ``immediate`` is a crash."""
        self._run_program("pg_ctl", "stop", f"--mode={mode}", "--wait")

    def make_database(self) -> None:
        """Create the app's database."""
        with psycopg.connect(self._database_url("postgres"), autocommit=True) as connection:
            connection.execute(f"CREATE DATABASE {DATABASE}")

    def end_connections(self) -> None:
        """Close all other connections, as an administrator can."""
        with psycopg.connect(self.url, autocommit=True) as connection:
            connection.execute(
                "SELECT pg_terminate_backend(pid) FROM pg_stat_activity"
                " WHERE datname = current_database() AND pid <> pg_backend_pid()"
            )

    def _run_program(self, name: str, *arguments: str) -> None:
        """Run a PostgreSQL program on the cluster; raise RuntimeError if it fails."""
        program = postgres_program(name)
        assert program is not None
        data = f"--pgdata={self.folder / 'data'}"
        done = subprocess.run(
            [program, data, *arguments],
            check=False,
            cwd=self.folder,
            stdin=subprocess.DEVNULL,
            stdout=subprocess.DEVNULL,
            stderr=subprocess.PIPE,
            text=True,
            # The server inherits open pipes: nothing here may wait for their end.
            close_fds=True,
            user=self._user,
            group=None if self._user is None else pwd.getpwnam(self._user).pw_gid,
            extra_groups=None if self._user is None else [],
        )
        if done.returncode:
            raise RuntimeError(f"{name} {' '.join(arguments)}: {done.stderr}")


def _unprivileged_user() -> str | None:
    """Return the user that runs the cluster instead of root; None if the current user can."""
    if os.geteuid() != 0:
        return None
    names = {each.pw_name for each in pwd.getpwall()}
    return "postgres" if "postgres" in names else "nobody"


class Redis:
    """A Redis server without persistence."""

    def __init__(self, folder: Path) -> None:
        """Prepare the server; `start` starts it."""
        self.port, self._folder = free_port(), folder
        self._process: subprocess.Popen[bytes] | None = None

    @property
    def url(self) -> str:
        """Address of the database that the app uses."""
        return f"redis://127.0.0.1:{self.port}/1"

    def start(self) -> None:
        """Start the server and wait until it answers."""
        self._process = subprocess.Popen(
            ["redis-server", "--port", str(self.port), "--bind", "127.0.0.1", "--save", ""],
            cwd=self._folder,
            stdout=subprocess.DEVNULL,
            stderr=subprocess.DEVNULL,
        )
        deadline = time.monotonic() + START_SECONDS
        while time.monotonic() < deadline:
            with contextlib.suppress(redis.ConnectionError):
                redis.Redis.from_url(self.url).ping()
                return
            time.sleep(0.05)
        raise RuntimeError("redis-server does not answer")

    def kill(self) -> None:
        """Kill the server; its data is lost."""
        if self._process is not None:
            self._process.kill()
            self._process.wait()
            self._process = None

    def empty(self) -> None:
        """Delete all keys."""
        redis.Redis.from_url(self.url).flushall()

    def pause(self, *, is_on: bool) -> None:
        """Suspend the server, or resume it."""
        assert self._process is not None
        self._process.send_signal(signal.SIGSTOP if is_on else signal.SIGCONT)


@contextlib.contextmanager
def stores() -> Iterator[tuple[Postgres, Redis]]:
    """Create and start both, and stop them at the end."""
    with contextlib.ExitStack() as stack:
        # Outside the server's folder, which only its owner can open.
        made = stack.enter_context(
            tempfile.TemporaryDirectory(prefix="club-stores-", ignore_cleanup_errors=True)
        )
        postgres, shared = Postgres(Path(made)), Redis(Path(made))
        postgres.start()
        stack.callback(_stop_quietly, postgres)
        postgres.make_database()
        stack.callback(shared.kill)
        shared.start()
        yield postgres, shared


def _stop_quietly(postgres: Postgres) -> None:
    """Stop the cluster, if it is running."""
    # A fault that was not undone may have stopped it already.
    with contextlib.suppress(RuntimeError):
        postgres.stop()
