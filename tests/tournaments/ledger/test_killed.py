"""Crash safety: killed at any moment, completed writes exist once and others are redone.

The full measure: ``make proof ARGS=tests/tournaments/ledger/test_killed.py``.
"""

import json
import os
import subprocess
import sys
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest
from django.conf import settings

from tests import workers
from tests.databases import drop_database, migrated_copy, migrated_database
from tests.e2e.server import fresh_redis
from tests.proofs import size

HOME = Path(__file__).resolve().parents[3]
pytestmark = [pytest.mark.program, pytest.mark.every_database]


@pytest.fixture
def run_kills(tmp_path: Path) -> Iterator[Callable[..., dict[str, Any]]]:
    """Run the program in a database of its own; return its output."""
    env = {**os.environ, "DATA_DIR": str(tmp_path)}
    name = f"club_killed_{workers.NUMBER}"
    if settings.SQLITE:
        migrated_copy(tmp_path / "club.sqlite3")
    else:
        env["DATABASE_URL"] = migrated_database(name)
    if not settings.EMBEDDED:
        # Next to those of running servers (``tests.e2e.server``).
        env["REDIS_URL"] = fresh_redis(workers.DATABASES - 1)

    def run(*arguments: str) -> dict[str, Any]:
        done = subprocess.run(
            [sys.executable, "-m", "tests.tournaments.ledger.killed", *arguments],
            cwd=HOME,
            env=env,
            stdout=subprocess.PIPE,
            text=True,
            check=True,
        )
        print(done.stdout)
        found: dict[str, Any] = json.loads(done.stdout.splitlines()[-1])
        return found

    yield run
    if not settings.SQLITE:
        drop_database(name)


@pytest.mark.proof
def test_work_killed_at_any_statement_is_done_once_or_not_at_all(run_kills):
    """The program itself checks the ledger after every kill."""
    stride = size("book: statements from one kill to the next")
    steps = run_kills("every", "--stride", str(stride))["steps"]
    assert len(steps) == 7
    # Before and after each statement and commit.
    assert all(count > 16 - stride for count in steps.values())


@pytest.mark.proof
def test_sessions_are_settled_and_paid_once_despite_random_kills(run_kills):
    count = size("book: settlements under kills")
    found = run_kills("random", "--sessions", str(count))
    assert found["settled once"] == count
    assert found["worker killed"] + found["desk killed"] > count / 10
    assert found["audit"].startswith("No errors found. ")
