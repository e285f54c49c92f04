"""A backup: of one moment, whole, and nobody else's to read."""

import sqlite3
from contextlib import closing

import pytest
from django.core.management import call_command
from django.core.management.base import CommandError
from django.db import connection
from django.db.migrations.executor import MigrationExecutor

from config import embedded
from tests.players import Game

pytestmark = pytest.mark.every_database


@pytest.fixture
def backup_path(tmp_path):
    return tmp_path / "copy.sqlite3"


@pytest.mark.skipif(connection.vendor != "sqlite", reason="pg_dump is PostgreSQL's own")
@pytest.mark.django_db(transaction=True)
def test_a_backup_contains_all_committed_data_and_can_be_opened(backup_path, queued, capsys):
    game = Game.solo(deals=1)
    call_command("backup", str(backup_path))
    assert "verified the copy" in capsys.readouterr().out
    with closing(sqlite3.connect(backup_path)) as found:
        rows = found.execute("SELECT slug FROM games_table").fetchall()
    assert rows == [(game.table.slug,)]
    assert backup_path.stat().st_mode & 0o077 == 0
    with pytest.raises(CommandError, match="already exists"):
        call_command("backup", str(backup_path))
    assert [each.name for each in backup_path.parent.iterdir()] == [backup_path.name]


def test_the_command_refers_to_pg_dump_for_postgresql(backup_path, settings):
    settings.SQLITE = False
    with pytest.raises(CommandError, match="pg_dump"):
        call_command("backup", str(backup_path))
    assert not backup_path.exists()


def test_a_backup_that_cannot_be_written_is_a_command_error(tmp_path, settings):
    settings.SQLITE = True
    with pytest.raises(CommandError, match="Could not write"):
        call_command("backup", str(tmp_path / "none" / "copy"))


@pytest.mark.skipif(connection.vendor != "sqlite", reason="pg_dump is PostgreSQL's own")
@pytest.mark.django_db(transaction=True)
@pytest.mark.parametrize(("plan", "done"), [([], ["migrate"]), (["one"], ["backup", "migrate"])])
def test_the_embedded_club_copies_its_database_before_migrations(monkeypatch, plan, done):
    called = []
    monkeypatch.setattr(MigrationExecutor, "migration_plan", lambda *_: plan)
    monkeypatch.setattr(
        "django.core.management.call_command", lambda name, *_, **__: called.append(name)
    )
    embedded.migrate()
    assert called == done


def test_the_embedded_club_does_not_start_if_the_copy_fails(tmp_path, settings):
    settings.SQLITE = True
    with pytest.raises(embedded.CannotStart, match="Could not copy the database"):
        embedded.copy_before_migration(tmp_path / "none" / "club")
