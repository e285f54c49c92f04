"""A disk that is full, as the database says it."""

import sqlite3
from typing import NoReturn

from django.db import OperationalError


def full_disk(*_given: object, **_named: object) -> NoReturn:
    """Raise what a write to a full disk raises: SQLite's own error, as Django passes it on."""
    database = sqlite3.connect(":memory:")
    try:
        database.execute("PRAGMA max_page_count=1")
        database.execute("CREATE TABLE much AS SELECT zeroblob(100000)")
    except sqlite3.OperationalError as error:
        raise OperationalError(*error.args) from error
    finally:
        database.close()
    raise AssertionError("there was space")
