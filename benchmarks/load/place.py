"""Where the club of a run lies: a folder of its own, and a database of its own."""

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
def place(options: Options) -> Iterator[Path]:
    """Set this process, and those that it starts, to the club of the run; gives its folder.

    Django is set up then, and the database brought to the code's version. A club that runs already
    is left as it is.
    """
    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "config.settings")
    with contextlib.ExitStack() as stack:
        folder = Path(stack.enter_context(tempfile.TemporaryDirectory(prefix="club-load-")))
        if not options.attach:
            os.environ.update(_environment(options, folder))
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


def _environment(options: Options, folder: Path) -> dict[str, str]:
    think = 0.0 if options.pace is None else options.pace
    made = {
        "DATA_DIR": str(folder),
        "STATIC_ROOT": os.environ.get("STATIC_ROOT") or str(folder / "static"),
        "SECRET_KEY": secrets.token_urlsafe(50),
        "ALLOWED_HOSTS": "localhost,127.0.0.1",
        "HTTPS": "0",
        # All of its browsers come from one address.
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
    """Bring the database to the code's version, which takes seconds, or begin with a template."""
    from django.core.management import call_command
    from django.db import connection

    file = connection.settings_dict["NAME"]
    if template is not None and template.exists():
        shutil.copy(template, file)
        return
    call_command("migrate", interactive=False, verbosity=0)
    if template is not None:
        # The last connection puts all that was written into the one file.
        connection.close()
        shutil.copy(file, template)


def _check_sync(sync: str) -> None:
    """End the program where the club does not write as it was asked to."""
    from django.conf import settings

    database = settings.DATABASES["default"]
    said = str(database.get("OPTIONS", {}).get("init_command", "")).lower()
    if sync and f"synchronous={sync}" not in said.replace(" ", ""):
        raise SystemExit(f"SQLITE_SYNCHRONOUS={sync.upper()} changes nothing here.")


@contextlib.contextmanager
def _own_database() -> Iterator[None]:
    """Make a database beside the one of DATABASE_URL, empty Redis, and leave nothing behind."""
    beside, broker = os.environ["DATABASE_URL"], os.environ["REDIS_URL"]
    if urlsplit(broker).path in ("", "/", "/0"):
        raise SystemExit("REDIS_URL must name another database than 0: it is emptied.")
    _drop(beside)
    with psycopg.connect(beside, autocommit=True) as connection:
        connection.execute(f"CREATE DATABASE {DATABASE}")
    redis.Redis.from_url(broker).flushdb()
    os.environ["DATABASE_URL"] = urlunsplit(urlsplit(beside)._replace(path=f"/{DATABASE}"))
    try:
        yield
    finally:
        os.environ["DATABASE_URL"] = beside
        _drop(beside)
        redis.Redis.from_url(broker).flushdb()


def _drop(beside: str) -> None:
    with psycopg.connect(beside, autocommit=True) as connection:
        connection.execute(f"DROP DATABASE IF EXISTS {DATABASE} WITH (FORCE)")
