"""Embedded mode: web server, Celery worker and beat in one process.

Started by ``make run``. No other program needs to be installed or started; with REDIS_URL set, the
same code runs as separate processes instead (docs/RUNNING.md).
"""

import argparse
import contextlib
import io
import logging
import os
import shutil
import socket
import sys
import threading
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "config.settings")

#: Threads for background work. SQLite allows only one writer, but a second thread keeps a slow
#: settlement from delaying the bots.
WORKER_THREADS = 2
#: Minimum free disk space in bytes; with less, the database can't be opened.
MIN_FREE_BYTES = 8 * 1024**2
OWN_APPS = ("accounts", "games", "tournaments")


class CannotStart(Exception):
    """An error that prevents the start; its text is one sentence for the terminal."""


def check_port(host: str, port: int) -> None:
    """Raise `CannotStart` if the server can't listen on the port."""
    family = socket.AF_INET6 if ":" in host else socket.AF_INET
    with socket.socket(family, socket.SOCK_STREAM) as probe:
        probe.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        try:
            probe.bind((host, port))
        except OSError as error:
            raise CannotStart(
                f"Port {port} on {host} can't be used ({error.strerror}). "
                f"Stop the other program or choose another port: make run PORT={port + 1}"
            ) from error


def check_data_dir() -> None:
    """Raise `CannotStart` if the data folder is not writable or has too little space."""
    from config.tools.bootstrap import unwritable

    folder = os.environ.get("DATA_DIR") or os.path.join(os.path.dirname(__file__), "..", "data")
    if problem := unwritable(os.path.abspath(folder)):
        raise CannotStart(problem)
    free = shutil.disk_usage(folder).free
    if free < MIN_FREE_BYTES:
        raise CannotStart(
            f"The disk with {os.path.abspath(folder)} is full: {free // 1024} KB free, "
            f"{MIN_FREE_BYTES // 1024**2} MB needed to start. Free some space and start again."
        )


def restrict_to_owner(database: Path) -> None:
    """Make the database readable for its owner only: it contains hands, secrets and sessions."""
    # If this fails, the next step finds out whether the database can be used.
    with contextlib.suppress(OSError):
        database.touch(mode=0o600)
        # SQLite creates its companion files with the same mode.
        for file in database.parent.glob(f"{database.name}*"):
            file.chmod(0o600)


def migrate() -> None:
    """Migrate the database to this release; an SQLite database is copied first if that changes it.

    :raises CannotStart: the database can't be used, or a newer release has migrated it
    """
    from django.core.management import call_command
    from django.db import DatabaseError, connection
    from django.db.migrations.executor import MigrationExecutor

    try:
        executor = MigrationExecutor(connection)
        loader = executor.loader
        # Libraries' migrations are ignored: libraries squash them and drop the old ones.
        own = {key for key in loader.applied_migrations if key[0] in OWN_APPS}
        if unknown := own - set(loader.disk_migrations):
            app, name = min(unknown)
            raise CannotStart(
                f"The database {connection.settings_dict['NAME']} was written by a newer release, "
                f"with the migration {app}.{name}. Start that release, or move the file away to "
                "start with an empty database."
            )
        is_behind = own and executor.migration_plan(loader.graph.leaf_nodes())
        if is_behind and connection.vendor == "sqlite":
            copy_before_migration(Path(connection.settings_dict["NAME"]))
        call_command("migrate", interactive=False, verbosity=0)
    except DatabaseError as error:
        raise CannotStart(f"The database can't be used: {str(error).strip()}") from error


def copy_before_migration(database: Path) -> None:
    """Copy the database next to itself before it is migrated.

    :raises CannotStart: copying failed, so the database must not be changed
    """
    from django.core.management import CommandError, call_command

    copy = database.with_name(f"{database.name}.before-{time.strftime('%Y-%m-%d-%H%M%S')}")
    try:
        call_command("backup", str(copy), stdout=io.StringIO())
    except CommandError as error:
        raise CannotStart(f"Could not copy the database before migrating it: {error}") from error
    print(f"This release changes the database. A copy from before is in {copy}.", flush=True)


def collect_statics() -> None:
    """Collect the static files of this release.

    :raises CannotStart: the files can't be written
    """
    from config import statics

    try:
        statics.collect()
    except OSError as error:
        raise CannotStart(f"Could not write the static files: {error}") from error


@contextlib.contextmanager
def background_work() -> Iterator[None]:
    """Run a Celery worker and beat in threads of this process while the block runs."""
    from celery.beat import EmbeddedService
    from celery.worker import WorkController
    from celery.worker import state as worker_state

    from config.celery import app
    from config.patches.beat import TransientScheduler

    app.finalize()
    app.set_current()
    app.set_default()
    worker = WorkController(
        app=app,
        hostname="embedded@localhost",
        pool="threads",
        concurrency=WORKER_THREADS,
        prefetch_multiplier=0,
        without_heartbeat=True,
        without_mingle=True,
        without_gossip=True,
        loglevel=logging.WARNING,
        quiet=True,
    )
    beat: Any = EmbeddedService(app, thread=True, scheduler_cls=TransientScheduler, max_interval=1)
    thread = threading.Thread(target=worker.start, name="worker", daemon=True)
    thread.start()
    beat.start()
    try:
        yield
    finally:
        beat.stop()
        worker_state.should_stop = 0  # type: ignore[assignment]  # 0 is the exit status
        thread.join(timeout=5)


def serve(host: str, port: int) -> None:
    """Serve until the process is told to stop (Ctrl-C, SIGTERM)."""
    from config.asgi import application
    from config.server import GracefulServer

    endpoint = f"tcp:port={port}:interface={host.replace(':', chr(92) + ':')}"
    GracefulServer(
        application=application,
        endpoints=[endpoint],
        signal_handlers=True,
        verbosity=0,
        ping_interval=10,
        ping_timeout=15,
        websocket_timeout=-1,
        websocket_max_message_size=64 * 1024,
        websocket_max_frame_size=64 * 1024,
        application_close_timeout=2,
        ready_callable=lambda: say_welcome(host, port),
        server_name="club",
    ).run()


def say_welcome(host: str, port: int) -> None:
    """Print the address, the mode and the location of the data."""
    from django.conf import settings

    from accounts.mails import prints_mail

    shown = f"[{host}]" if ":" in host else host
    database = settings.DATABASES["default"]
    mails = "Emails are printed here. " if prints_mail() else ""
    where = database["NAME"] if settings.SQLITE else f"{database['NAME']} on {database['HOST']}"
    print(
        f"\n  Big Two Club is running: open http://{shown}:{port} in your browser.\n"
        f"  Mode: embedded (web server, bots and settlements in one process).\n"
        f"  Data: {where} (kept when you stop).\n"
        f"  {mails}Press Ctrl-C to stop.\n",
        flush=True,
    )


def main(arguments: list[str] | None = None) -> int:
    """Run the server until it is stopped; return the exit status, 1 if it can't start."""
    parser = argparse.ArgumentParser(prog="python -m config.embedded", description=__doc__)
    parser.add_argument("--host", default=os.environ.get("HOST") or "127.0.0.1")
    parser.add_argument("--port", type=int, default=int(os.environ.get("PORT") or 8000))
    options = parser.parse_args(arguments)
    try:
        check_data_dir()
        check_port(options.host, options.port)

        import django
        from django.core.exceptions import ImproperlyConfigured

        try:
            django.setup()
        except ImproperlyConfigured as error:
            raise CannotStart(str(error)) from error
        from django.conf import settings

        if not settings.EMBEDDED:
            raise CannotStart(
                "REDIS_URL is set, so start the separate processes instead: see docs/RUNNING.md."
            )
        if settings.SQLITE:
            restrict_to_owner(Path(settings.DATABASES["default"]["NAME"]))
        migrate()
        collect_statics()
        from games.common import group_commit
        from games.tables.services.timers import sweep

        sweep(everything=True)
        with background_work():
            serve(options.host, options.port)
            print("Stopping: waiting for background work.", flush=True)
        group_commit.close()
    except CannotStart as problem:
        print(f"big-two-club: {problem}", file=sys.stderr)
        return 1
    print("Big Two Club has stopped.", flush=True)
    return 0


if __name__ == "__main__":
    sys.exit(main())
