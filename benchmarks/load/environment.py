"""The environment of a run: a temporary folder, database and settings."""

import contextlib
import os
import secrets
import shutil
import tempfile
from collections.abc import Iterator
from pathlib import Path
from urllib.parse import urlsplit, urlunsplit

import django
import psycopg
import redis

from benchmarks.load.options import SEATS, Options

DATABASE = "club_load"


@contextlib.contextmanager
def environment(options: Options) -> Iterator[Path]:
    """Set up this process and its children for the run; yield the temporary folder.

    Sets up Django and migrates the database. An attached server and its database stay unchanged.
    """
    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "config.settings")
    with contextlib.ExitStack() as stack:
        folder = Path(stack.enter_context(tempfile.TemporaryDirectory(prefix="club-load-")))
        if not options.attach:
            os.environ.update(_environment_variables(options, folder))
            if options.scaled:
                stack.enter_context(_own_database())
            else:
                os.environ.pop("DATABASE_URL", None)
                os.environ.pop("REDIS_URL", None)
        django.setup()
        _check_sync(options.sync)
        if not options.attach:
            _prepare_database(None if options.scaled else options.template)
        yield folder


def _environment_variables(options: Options, folder: Path) -> dict[str, str]:
    """Return the server's environment variables for these options."""
    think = 0.0 if options.pace is None else options.pace
    made = {
        "DATA_DIR": str(folder),
        "STATIC_ROOT": os.environ.get("STATIC_ROOT") or str(folder / "static"),
        "SECRET_KEY": secrets.token_urlsafe(50),
        "ALLOWED_HOSTS": "localhost,127.0.0.1",
        "HTTPS": "0",
        # All simulated browsers have the same address.
        "ADDRESS_SOCKETS": "1000000",
        "ADDRESS_MESSAGES": "1000000",
        "EMAIL_REQUIRED": "0",
        "REDEAL_SECONDS": "0",
        "CUT_IN_SECONDS": "0",
        "NEXT_DEAL_SECONDS": "1" if options.bots == SEATS else "60",
        "BOT_DELAY": f"{think},{think}",
    }
    if options.sync:
        made["SQLITE_SYNCHRONOUS"] = options.sync.upper()
    return made


def _prepare_database(template: Path | None) -> None:
    """Migrate the database, which takes seconds, or copy the migrated template."""
    from django.core.management import call_command
    from django.db import connection

    file = connection.settings_dict["NAME"]
    if template is not None and template.exists():
        shutil.copy(template, file)
        return
    call_command("migrate", interactive=False, verbosity=0)
    if template is not None:
        # Closing the last connection merges the write-ahead log into the one file.
        connection.close()
        shutil.copy(file, template)


def _check_sync(sync: str) -> None:
    """Exit with an error if the server would not use the requested synchronous mode."""
    from django.conf import settings

    database = settings.DATABASES["default"]
    said = str(database.get("OPTIONS", {}).get("init_command", "")).lower()
    if sync and f"synchronous={sync}" not in said.replace(" ", ""):
        raise SystemExit(f"SQLITE_SYNCHRONOUS={sync.upper()} has no effect here.")


@contextlib.contextmanager
def _own_database() -> Iterator[None]:
    """Create a database on the server of DATABASE_URL and empty Redis; clean up both later."""
    database_url, broker = os.environ["DATABASE_URL"], os.environ["REDIS_URL"]
    if urlsplit(broker).path in ("", "/", "/0"):
        raise SystemExit("REDIS_URL must not name database 0, because its database is emptied.")
    _drop_database(database_url)
    with psycopg.connect(database_url, autocommit=True) as connection:
        connection.execute(f"CREATE DATABASE {DATABASE}")
    redis.Redis.from_url(broker).flushdb()
    os.environ["DATABASE_URL"] = urlunsplit(urlsplit(database_url)._replace(path=f"/{DATABASE}"))
    try:
        yield
    finally:
        os.environ["DATABASE_URL"] = database_url
        _drop_database(database_url)
        redis.Redis.from_url(broker).flushdb()


def _drop_database(database_url: str) -> None:
    """Drop the benchmark's database on the server, if it exists."""
    with psycopg.connect(database_url, autocommit=True) as connection:
        connection.execute(f"DROP DATABASE IF EXISTS {DATABASE} WITH (FORCE)")
