"""Databases of the tests: migrated once, and copied for every process and every server.

Migrating an empty database takes seconds of processor time, so the first process that
needs one does it, and all others copy the result: a file on SQLite, a template on PostgreSQL. The
SQLite file is kept for later runs until a migration changes.
"""

import contextlib
import fcntl
import hashlib
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
#: Holds the migrated SQLite database between runs.
CACHE = HOME / ".pytest_cache"
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
    with _once("migrated.sqlite3"):
        kept = CACHE / f"migrated-{_digest_of_migrations()}.sqlite3"
        if not kept.exists():
            CACHE.mkdir(exist_ok=True)
            with tempfile.TemporaryDirectory(dir=CACHE) as folder:
                _migrate(DATA_DIR=folder)
                for old in CACHE.glob("migrated-*.sqlite3"):
                    old.unlink(missing_ok=True)
                Path(folder, "club.sqlite3").rename(kept)
        shutil.copyfile(kept, path)


def _digest_of_migrations() -> str:
    """Return a digest of all migrations: ours, and those of the locked packages.

    Whatever else ``migrate`` brings about (triggers, permissions), it does again at every start.
    """
    digest = hashlib.sha256((HOME / "requirements.lock").read_bytes())
    apps = (HOME / app for app in ("accounts", "games", "tournaments"))
    paths = sorted(each for app in apps for each in app.glob("migrations/*.py"))
    for path in (*paths, HOME / "games/common/create_together.py"):
        digest.update(path.name.encode() + path.read_bytes())
    return digest.hexdigest()[:16]


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
