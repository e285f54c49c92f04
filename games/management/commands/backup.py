"""``manage.py backup FILE``: a consistent copy of the database while the server runs."""

import contextlib
import sqlite3
from pathlib import Path
from typing import Any

from django.conf import settings
from django.core.management.base import BaseCommand, CommandError, CommandParser
from django.db import connection

#: Database pages copied per step; other processes may write between steps.
PAGES = 1000


class Command(BaseCommand):
    """Copy the SQLite database to a new file, while the server runs."""

    help = "Back up the SQLite database to a new file while the server keeps running."

    def add_arguments(self, parser: CommandParser) -> None:
        """Declare the file to create."""
        parser.add_argument("file", type=Path)

    def handle(self, *args: Any, file: Path, **options: Any) -> None:
        """Copy, check the copy, then give it its name; refuse PostgreSQL and a file that exists."""
        if not settings.SQLITE:
            raise CommandError(
                "This database is not SQLite. Use pg_dump instead (see docs/RUNNING.md)."
            )
        part = file.with_name(f"{file.name}.part")
        try:
            # Readable by its owner only from the first byte; renamed only when complete.
            part.touch(mode=0o600)
            _copy(str(connection.settings_dict["NAME"]), part)
            _check(part)
            file.hardlink_to(part)
        except FileExistsError:
            raise CommandError(f"{file} already exists.") from None
        except (OSError, sqlite3.Error) as error:
            raise CommandError(f"Could not write {file}: {error}") from error
        finally:
            part.unlink(missing_ok=True)
        self.stdout.write(
            f"Backed up {file.stat().st_size // 1024} KB to {file} and verified the copy."
        )


def _copy(database: str, target: Path) -> None:
    """Copy a SQLite database into another file, in small steps between writes."""
    with (
        contextlib.closing(sqlite3.connect(f"file:{database}?mode=ro", uri=True)) as source,
        contextlib.closing(sqlite3.connect(target)) as copy,
    ):
        source.backup(copy, pages=PAGES)


def _check(file: Path) -> None:
    """Raise sqlite3.DatabaseError if the copy fails SQLite's integrity check."""
    with contextlib.closing(sqlite3.connect(file)) as copy:
        (result,) = copy.execute("PRAGMA integrity_check").fetchone()
    if result != "ok":
        raise sqlite3.DatabaseError(result)
