"""Database failures: detecting a full disk, and the denial for users."""

import errno
import sqlite3

import pytest
from django.db import DatabaseError, OperationalError, connection

from games.common.denials import Denial
from games.common.storage import StorageCode, in_writer_or_denied, is_full
from tests.disk import full_disk

pytestmark = pytest.mark.every_database


def test_a_full_disk_is_recognized_by_the_error_of_sqlite():
    with pytest.raises(OperationalError) as raised:
        full_disk()
    assert isinstance(raised.value.__cause__, sqlite3.OperationalError)
    assert is_full(raised.value)


def test_a_full_disk_is_recognized_by_the_error_of_postgresql():
    psycopg = pytest.importorskip("psycopg")
    error = OperationalError("could not extend file")
    error.__cause__ = psycopg.errors.DiskFull("could not extend file: No space left on device")
    assert is_full(error)


def test_a_full_disk_is_recognized_by_the_error_of_the_system():
    assert is_full(OSError(errno.ENOSPC, "No space left on device"))
    assert not is_full(OSError(errno.EACCES, "no"))


def test_other_errors_are_not_taken_for_a_full_disk():
    error = DatabaseError("the disk is full")
    error.__context__ = error
    assert not is_full(error)


@pytest.mark.django_db
def test_a_full_database_is_recognized_as_a_full_disk():
    """The error of the database in use passes through Django."""
    if connection.vendor != "sqlite":
        pytest.skip("only SQLite can be told to be full")
    with connection.cursor() as cursor:
        cursor.execute("PRAGMA max_page_count=1")
        try:
            with pytest.raises(OperationalError) as raised:
                cursor.execute("CREATE TABLE much AS SELECT zeroblob(1000000)")
        finally:
            cursor.execute("PRAGMA max_page_count=1073741823")
    assert is_full(raised.value)


@pytest.mark.parametrize(
    ("error", "code"),
    [(full_disk, StorageCode.FULL), (OperationalError("gone"), StorageCode.AWAY)],
)
@pytest.mark.django_db(transaction=True)
async def test_a_caller_is_denied_if_the_database_is_full_or_away(error, code):
    def service():
        if callable(error):
            error()
        raise error

    assert await in_writer_or_denied(service)() == Denial(code)


@pytest.mark.django_db(transaction=True)
async def test_a_programming_error_is_raised_and_not_answered_as_a_denial():
    def service():
        raise KeyError("no such thing")

    with pytest.raises(KeyError):
        await in_writer_or_denied(service)()
