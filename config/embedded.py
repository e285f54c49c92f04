"""The embedded way to run: web server, worker and its clock in one process.

``make run`` ends up here. Nothing has to be installed or started besides; with REDIS_URL set the
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

#: Threads that run background work. SQLite has one writer anyway; a second thread keeps a slow
#: settlement from holding up the bots.
WORKER_THREADS = 2
#: With less space the database cannot even be opened.
LEAST_FREE = 8 * 1024**2
OWN_APPS = ("accounts", "games", "tournaments")


class CannotStart(Exception):
    """The club cannot start; the text is one sentence for the person at the terminal."""


def check_port(host: str, port: int) -> None:
    """Check that the server can listen there.

    :raises CannotStart: it cannot
    """
    family = socket.AF_INET6 if ":" in host else socket.AF_INET
    with socket.socket(family, socket.SOCK_STREAM) as probe:
        probe.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        try:
            probe.bind((host, port))
        except OSError as error:
            raise CannotStart(
                f"Port {port} on {host} cannot be used ({error.strerror}); "
                f"stop the other program or choose a free one: make run PORT={port + 1}"
            ) from error


def check_data_dir() -> None:
    """Check that the data folder can be written to.

    :raises CannotStart: it cannot
    """
    from config.bootstrap import unwritable

    folder = os.environ.get("DATA_DIR") or os.path.join(os.path.dirname(__file__), "..", "data")
    if problem := unwritable(os.path.abspath(folder)):
        raise CannotStart(problem)
    free = shutil.disk_usage(folder).free
    if free < LEAST_FREE:
        raise CannotStart(
            f"The disk with {os.path.abspath(folder)} is full ({free // 1024} KB are left, and the "
            f"club needs {LEAST_FREE // 1024**2} MB to begin with). Make room, and start again."
        )


def keep_to_owner(database: Path) -> None:
    """Let nobody else on the machine read the file: it has hands, next secrets and sessions."""
    # Where that cannot be done, it is found out soon whether the database can be used at all.
    with contextlib.suppress(OSError):
        database.touch(mode=0o600)
        # SQLite makes its files beside it with the same mode.
        for file in database.parent.glob(f"{database.name}*"):
            file.chmod(0o600)


def migrate() -> None:
    """Bring the database to the code's version, or say why not.

    :raises CannotStart: the database cannot be used.
    """
    from django.core.management import call_command
    from django.db import DatabaseError, connection
    from django.db.migrations.executor import MigrationExecutor

    try:
        executor = MigrationExecutor(connection)
        loader = executor.loader
        # Those of libraries may go: they make one of several, and drop the old ones in time.
        own = {key for key in loader.applied_migrations if key[0] in OWN_APPS}
        if unknown := own - set(loader.disk_migrations):
            app, name = min(unknown)
            raise CannotStart(
                f"The database {connection.settings_dict['NAME']} was made by another version of "
                f"the club, which knows {app}.{name}; start that version, or move the file away "
                "to begin with an empty club."
            )
        is_behind = own and executor.migration_plan(loader.graph.leaf_nodes())
        if is_behind and connection.vendor == "sqlite":
            copy_first(Path(connection.settings_dict["NAME"]))
        call_command("migrate", interactive=False, verbosity=0)
    except DatabaseError as error:
        raise CannotStart(f"The database cannot be used: {str(error).strip()}") from error


def copy_first(database: Path) -> None:
    """Keep the database beside itself as the release before has left it.

    :raises CannotStart: it cannot be kept, so nothing of it is to be changed
    """
    from django.core.management import CommandError, call_command

    copy = database.with_name(f"{database.name}.before-{time.strftime('%Y-%m-%d-%H%M%S')}")
    try:
        call_command("backup", str(copy), stdout=io.StringIO())
    except CommandError as error:
        raise CannotStart(f"The database is to be copied before it changes: {error}") from error
    print(f"The database changes with this release; as it was it is kept in {copy}.", flush=True)


def collect_statics() -> None:
    """Collect styles and scripts under their names of this release.

    :raises CannotStart: there is no space for them.
    """
    from config import statics

    try:
        statics.collect()
    except OSError as error:
        raise CannotStart(f"Styles and scripts cannot be laid out: {error}") from error


@contextlib.contextmanager
def background_work() -> Iterator[None]:
    """Run a Celery worker and its clock in threads of this process while the block runs."""
    from celery.beat import EmbeddedService
    from celery.worker import WorkController
    from celery.worker import state as worker_state

    from config.beat import UnkeptSchedule
    from config.celery import app

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
    beat: Any = EmbeddedService(app, thread=True, scheduler_cls=UnkeptSchedule, max_interval=1)
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
    from config.server import ClubServer

    endpoint = f"tcp:port={port}:interface={host.replace(':', chr(92) + ':')}"
    ClubServer(
        application=application,
        endpoints=[endpoint],
        signal_handlers=True,
        verbosity=0,
        ping_interval=20,
        ping_timeout=30,
        websocket_timeout=-1,
        websocket_max_message_size=64 * 1024,
        websocket_max_frame_size=64 * 1024,
        application_close_timeout=2,
        ready_callable=lambda: say_welcome(host, port),
        server_name="club",
    ).run()


def say_welcome(host: str, port: int) -> None:
    """Say in plain words where to go, how the club runs, and where its data lies."""
    from django.conf import settings

    shown = f"[{host}]" if ":" in host else host
    database = settings.DATABASES["default"]
    where = database["NAME"] if settings.SQLITE else f"{database['NAME']} on {database['HOST']}"
    print(
        f"\n  Big Two Club is open: point your browser at http://{shown}:{port}\n"
        f"  It runs in embedded mode: web server, bots and settlement in this one process.\n"
        f"  Its data lies in {where} and stays there when you stop.\n"
        f"  Mails it would send are printed here. Press Ctrl-C to stop.\n",
        flush=True,
    )


def main(arguments: list[str] | None = None) -> int:
    """Run the club; returns the exit status."""
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
                "REDIS_URL is set, so the club runs as separate processes: see docs/RUNNING.md."
            )
        if settings.SQLITE:
            keep_to_owner(Path(settings.DATABASES["default"]["NAME"]))
        migrate()
        collect_statics()
        from games.common import group_commit
        from games.tables.services import sweep

        sweep(everything=True)
        with background_work():
            serve(options.host, options.port)
            print("Closing: background work comes to its end.", flush=True)
        group_commit.close()
    except CannotStart as problem:
        print(f"big-two-club: {problem}", file=sys.stderr)
        return 1
    print("Big Two Club is closed.", flush=True)
    return 0


if __name__ == "__main__":
    sys.exit(main())
