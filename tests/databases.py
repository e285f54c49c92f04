"""Databases of the tests: migrated once a run, and copied for every process and every club.

Migrating an empty database takes some ten seconds of the processor, so the first process of a run
that needs one does it, and all others copy what came of it: a file on SQLite, a template on
PostgreSQL.
"""

import contextlib
import fcntl
import os
import shutil
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from pathlib import Path
from urllib.parse import urlsplit, urlunsplit

import psycopg

HOME = Path(__file__).resolve().parents[1]
#: The migrated database on PostgreSQL.
TEMPLATE = "club_tests_migrated"


class _Shared:
    """The folder that all processes of a run share, which ``tests/conftest.py`` names."""

    folder: Path | None = None


def share(folder: Path) -> None:
    """Name the folder that all processes of this run share."""
    _Shared.folder = folder


def migrated_copy(path: Path) -> None:
    """Put a migrated SQLite database at ``path``."""
    with _once("migrated.sqlite3") as original:
        if not original.exists():
            with tempfile.TemporaryDirectory(dir=original.parent) as folder:
                _migrate(DATA_DIR=folder)
                Path(folder, "club.sqlite3").rename(original)
    shutil.copyfile(original, path)


def migrated_database(name: str) -> str:
    """Create a migrated PostgreSQL database of this name; return its address."""
    with _once("migrated.postgres") as done:
        if not done.exists():
            _migrate(DATABASE_URL=fresh_database(TEMPLATE))
            done.touch()
    return fresh_database(name, template=TEMPLATE)


def fresh_database(name: str, *, template: str = "template1") -> str:
    """Create a copy of ``template`` beside the database of DATABASE_URL; return its address."""
    drop_database(name)
    parts = urlsplit(os.environ["DATABASE_URL"])
    with psycopg.connect(os.environ["DATABASE_URL"], autocommit=True) as connection:
        connection.execute(f"CREATE DATABASE {name} TEMPLATE {template}")
    return urlunsplit(parts._replace(path=f"/{name}"))


def emptied_database(address: str) -> None:
    """Drop the database of this address with all that is in it, and create it again, empty."""
    fresh_database(urlsplit(address).path.strip("/"))


def drop_database(name: str) -> None:
    with psycopg.connect(os.environ["DATABASE_URL"], autocommit=True) as connection:
        connection.execute(f"DROP DATABASE IF EXISTS {name} WITH (FORCE)")


@contextlib.contextmanager
def _once(name: str) -> Iterator[Path]:
    """Hold the lock on something that all processes of a run share; yield its path."""
    assert _Shared.folder, "no folder was named"
    with (_Shared.folder / f"{name}.lock").open("w") as lock:
        fcntl.flock(lock, fcntl.LOCK_EX)
        yield _Shared.folder / name


def _migrate(**env: str) -> None:
    command = [sys.executable, "manage.py", "migrate", "--verbosity", "0"]
    subprocess.run(command, cwd=HOME, env={**os.environ, **env}, check=True)
