"""A backup and the keys are enough to restore the site on an empty machine.

The steps are those of docs/RUNNING.md, "Backup and restore", on either database.
"""

import shutil
import subprocess
import urllib.request
from pathlib import Path

import pytest
from django.conf import settings

from tests.databases import emptied_database
from tests.e2e.server import Server, running
from tests.tournaments.ledger.codes.samples import TYPED

pytestmark = [
    pytest.mark.program,
    pytest.mark.skipif(
        not settings.SQLITE and shutil.which("pg_restore") is None,
        reason="needs PostgreSQL's own pg_dump and pg_restore",
    ),
    pytest.mark.every_database,
]
HANDS = (
    "3D 4C 5H 6S", "7D 8C 9H TS", "7C 8H 9S TD", "7H 8S 9D TC",
)  # fmt: skip


def back_up(club: Server, copy: Path) -> None:
    if settings.SQLITE:
        assert "verified the copy" in club.manage("backup", str(copy))
    else:
        subprocess.run(["pg_dump", "--format=custom", f"--file={copy}", club.database], check=True)


def restore(club: Server, folder: Path, copy: Path, key: Path) -> None:
    if settings.SQLITE:
        shutil.copy(copy, folder / "club.sqlite3")
        shutil.copy(key, folder / "secret_key")
    else:
        # The settings are the old ones; the test database has its tables already.
        emptied_database(club.database)
        command = ["pg_restore", "--no-owner", "--exit-on-error", f"--dbname={club.database}"]
        subprocess.run([*command, str(copy)], check=True)
        club.manage("migrate", "--verbosity", "0")


def page(club: Server, path: str, key: str) -> str:
    """Return a page of the restored site, requested with an old session."""
    request = urllib.request.Request(club.url + path, headers={"Cookie": f"sessionid={key}"})
    with urllib.request.urlopen(request, timeout=60) as answer:
        text: str = answer.read().decode()
    return text


def test_a_backup_and_the_keys_restore_the_site_on_an_empty_machine(tmp_path: Path):
    lost, found = tmp_path / "lost", tmp_path / "found"
    lost.mkdir()
    found.mkdir()
    copy, kept_key = tmp_path / "club.copy", tmp_path / "key"
    with running(lost, BOT_DELAY="600,600") as club:
        debt = club.beside("played_for", scheme="fps")
        path, player = club.beside(
            "open", rules="pagat", hands=HANDS, leader=0, actions=["0 play 3D"]
        )
        back_up(club, copy)
        if settings.SQLITE:
            shutil.copy(lost / "secret_key", kept_key)
        # Changes after the backup are lost with the machine.
        late = club.beside("member", username="late")
    shutil.rmtree(lost)

    club = Server(found, BOT_DELAY="600,600")
    try:
        restore(club, found, copy, kept_key)
        club.start()
        assert club.recorded(path.strip("/").rpartition("/")[2]) == ["0 play 3D"]
        assert 'data-card="4C"' in page(club, path, player)
        # Payment details are stored encrypted.
        assert TYPED["fps"]["name"] in page(club, debt["page"], debt["owing"])
        assert "Sign in" in page(club, "/", late)
        assert "No errors found" in club.manage("audit_ledger")
    finally:
        club.kill()
        club.remove()
