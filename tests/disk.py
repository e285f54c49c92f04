"""Simulation of a full disk."""

import sqlite3
from typing import NoReturn

from django.db import OperationalError


def full_disk(*_given: object, **_named: object) -> NoReturn:
    """Raise the error of a write to a full disk: SQLite's own, as Django passes it on."""
    database = sqlite3.connect(":memory:")
    try:
        database.execute("PRAGMA max_page_count=1")
        database.execute("CREATE TABLE much AS SELECT zeroblob(100000)")
    except sqlite3.OperationalError as error:
        raise OperationalError(*error.args) from error
    finally:
        database.close()
    raise AssertionError("there was space")
