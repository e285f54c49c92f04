"""Start-up: error messages, and required settings."""

import contextlib
import os
import runpy
import shutil
import socket
import sqlite3
import subprocess
import sys
from pathlib import Path
from types import SimpleNamespace

import pytest
from django.core.exceptions import ImproperlyConfigured

from config import embedded
from config.tools import bootstrap

pytestmark = pytest.mark.program

HOME = Path(__file__).resolve().parents[2]


def run(*command: str, **env: str) -> subprocess.CompletedProcess[str]:
    """Run the command with only these variables and PATH."""
    return subprocess.run(
        command,
        cwd=HOME,
        env={"PATH": os.environ["PATH"], **env},
        capture_output=True,
        text=True,
        timeout=60,
        check=False,
    )


def one_sentence(text: str) -> str:
    lines = text.strip().splitlines()
    assert len(lines) == 1, text
    assert lines[0].startswith("big-two-club: ")
    return lines[0]


def test_a_port_in_use_is_reported_in_one_sentence(tmp_path):
    with socket.socket() as taken:
        taken.bind(("127.0.0.1", 0))
        taken.listen()
        port = taken.getsockname()[1]
        done = run(
            sys.executable, "-m", "config.embedded", "--port", str(port), DATA_DIR=str(tmp_path)
        )
    assert done.returncode == 1
    assert f"Port {port} on 127.0.0.1 can't be used" in one_sentence(done.stderr)


def test_an_unusable_data_folder_is_reported_in_one_sentence(tmp_path):
    file = tmp_path / "file"
    file.write_text("not a folder")
    done = run(sys.executable, "-m", "config.embedded", DATA_DIR=str(file / "data"))
    assert done.returncode == 1
    assert f"The folder {file / 'data'} is not writable" in one_sentence(done.stderr)


def test_a_file_that_is_no_database_is_reported_in_one_sentence(tmp_path):
    (tmp_path / "club.sqlite3").write_text("this is no database, and long enough to tell" * 50)
    done = run(sys.executable, "-m", "config.embedded", "--port", "0", DATA_DIR=str(tmp_path))
    assert done.returncode == 1
    assert "The database can't be used" in one_sentence(done.stderr)
    # Set before the file is used.
    assert (tmp_path / "club.sqlite3").stat().st_mode & 0o077 == 0


def test_a_database_of_a_newer_release_is_reported_in_one_sentence(tmp_path):
    with contextlib.closing(sqlite3.connect(tmp_path / "club.sqlite3")) as database:
        database.executescript(
            "CREATE TABLE django_migrations (id integer PRIMARY KEY, app text, name text,"
            " applied text);"
            "INSERT INTO django_migrations VALUES (1, 'games', '0003_of_tomorrow', '2026-01-01');"
        )
    done = run(sys.executable, "-m", "config.embedded", "--port", "0", DATA_DIR=str(tmp_path))
    assert done.returncode == 1
    said = one_sentence(done.stderr)
    assert "newer release" in said
    assert "games.0003_of_tomorrow" in said
    assert str(tmp_path / "club.sqlite3") in said


@pytest.mark.parametrize(
    ("url", "why"),
    [
        ("", "DATABASE_URL is empty"),
        ("  ", "DATABASE_URL is empty"),
        ("secret", "DATABASE_URL is not a database URL"),
        ("oracle://me:secret@host/club", "DATABASE_URL is not a database URL"),
        ("postgres://me:secret@host:port/club", "DATABASE_URL is not a database URL"),
        ("postgres://me:secret@host", "DATABASE_URL is not a database URL"),
    ],
)
def test_an_invalid_database_url_is_reported_in_one_sentence(tmp_path, url, why):
    done = run(
        *(sys.executable, "-m", "config.embedded", "--port", "0"),
        DATA_DIR=str(tmp_path),
        DATABASE_URL=url,
    )
    assert done.returncode == 1
    said = one_sentence(done.stderr)
    assert why in said
    assert "secret" not in said


def test_an_old_python_is_reported_in_one_sentence(monkeypatch, capsys):
    monkeypatch.setattr(sys, "version_info", (3, 9, 2))
    assert bootstrap.main([]) == 1
    assert "Python 3.11 or newer is required; this is 3.9.2" in one_sentence(
        capsys.readouterr().err
    )


def test_the_set_up_script_can_be_parsed_by_an_old_python():
    """The set-up must run under old Pythons to report that they are too old."""
    import ast

    ast.parse((HOME / "config" / "tools" / "bootstrap.py").read_text(), feature_version=(3, 6))


def test_a_missing_python_is_reported():
    done = run("make", "run", "PYTHON=no-such-python")
    assert done.returncode != 0
    assert "no-such-python was not found" in done.stderr


def test_a_failed_install_is_reported_in_one_sentence_after_pips_output(
    tmp_path, monkeypatch, capsys
):
    lock = tmp_path / "broken.lock"
    lock.write_text("django==5.2 --hash=sha256:" + "0" * 64)
    monkeypatch.setattr(bootstrap, "VENV", str(tmp_path / "venv"))
    monkeypatch.setenv("PIP_NO_INDEX", "1")
    assert bootstrap.main([str(lock)]) == 1
    last = capsys.readouterr().err.strip().splitlines()[-1]
    assert last.startswith("big-two-club: Could not install the dependencies")


def test_dependencies_are_not_installed_twice(tmp_path, monkeypatch):
    lock = tmp_path / "empty.lock"
    lock.write_text("")
    monkeypatch.setattr(bootstrap, "VENV", str(tmp_path / "venv"))
    commands: list[list[str]] = []

    def pretend(command: list[str], failure: str) -> None:
        commands.append(command)
        (tmp_path / "venv" / "bin").mkdir(parents=True, exist_ok=True)
        (tmp_path / "venv" / "bin" / "python").touch()

    monkeypatch.setattr(bootstrap, "run", pretend)
    assert bootstrap.main([str(lock)]) == 0
    assert len(commands) == 2
    assert bootstrap.main([str(lock)]) == 0
    assert len(commands) == 2


PRODUCTION = {
    "REDIS_URL": "redis://127.0.0.1:6379/15",
    "DATABASE_URL": "postgres://club@127.0.0.1/club",
    "SECRET_KEY": "x" * 60,
    "ALLOWED_HOSTS": "club.example",
}


@pytest.mark.parametrize("name", ["SECRET_KEY", "DATABASE_URL", "ALLOWED_HOSTS"])
def test_production_does_not_start_without_a_required_setting(name):
    env = {key: value for key, value in PRODUCTION.items() if key != name}
    done = run(sys.executable, "-c", "import config.settings", **env)
    assert done.returncode != 0
    assert f"{name} is not set." in done.stderr


@pytest.mark.parametrize(
    ("name", "value", "said"),
    [
        ("SESSION_DAYS", "0", "SESSION_DAYS is 0; it must be 1 to 366"),
        ("SESSION_DAYS", "4000", "SESSION_DAYS is 4000; it must be 1 to 366"),
        ("SESSION_IDLE_DAYS", "-1", "SESSION_IDLE_DAYS is -1; it must be 1 to 366"),
        ("SESSION_IDLE_DAYS", "a month", "is 'a month', which is not a whole number"),
        ("GUEST_DAYS", "-1", "GUEST_DAYS is -1; it must be 0 to 36500"),
        ("CHAT_DAYS", "99999999999", "it must be 0 to 36500"),
        ("PERSON_SOCKETS", "0", "PERSON_SOCKETS is 0; it must be 1 to "),
        ("MAX_BODY_BYTES", "10", "MAX_BODY_BYTES is 10; it must be 65536 to "),
        ("SWEEP_SECONDS", "0", "SWEEP_SECONDS is 0; it must be 0.1 to 3600"),
        ("SWEEP_SECONDS", "nan", "SWEEP_SECONDS is 'nan', which is not a number"),
        ("NEXT_DEAL_SECONDS", "soon", "NEXT_DEAL_SECONDS is 'soon', which is not a number"),
        ("BOT_DELAY", "1", "BOT_DELAY is '1'; it must be two numbers"),
        ("BOT_DELAY", "2,1", "BOT_DELAY is 2; it must be 0 to 1"),
    ],
)
def test_an_invalid_setting_is_refused_by_its_name(monkeypatch, tmp_path, name, value, said):
    monkeypatch.setenv("DATA_DIR", str(tmp_path))
    monkeypatch.setenv(name, value)
    with pytest.raises(ImproperlyConfigured) as refused:
        runpy.run_path(str(HOME / "config" / "settings.py"))
    assert said in str(refused.value)
    assert "docs/SETTINGS.md" in str(refused.value)


def test_the_embedded_club_does_not_start_with_an_invalid_setting(tmp_path):
    done = run(sys.executable, "-m", "config.embedded", DATA_DIR=str(tmp_path), SESSION_DAYS="0")
    assert done.returncode != 0
    assert "SESSION_DAYS is 0; it must be 1 to 366 (see docs/SETTINGS.md)." in done.stderr


def test_production_is_secure_by_default():
    names = [
        "DEBUG",
        "SECURE_SSL_REDIRECT",
        "SESSION_COOKIE_SECURE",
        "CSRF_COOKIE_SECURE",
        "SECURE_HSTS_SECONDS",
        "SECURE_HSTS_INCLUDE_SUBDOMAINS",
        "SECURE_HSTS_PRELOAD",
        "SESSION_COOKIE_NAME",
        "CSRF_COOKIE_NAME",
    ]
    script = f"import config.settings as s; print([getattr(s, n) for n in {names}])"
    done = run(sys.executable, "-c", script, **PRODUCTION)
    assert done.stdout.strip() == (
        "[False, True, True, True, 31536000, False, False, '__Host-sessionid', '__Host-csrftoken']"
    )


def test_hsts_covers_subdomains_only_if_an_operator_sets_it():
    script = """
import config.settings as s
print(s.SECURE_HSTS_INCLUDE_SUBDOMAINS, s.SECURE_HSTS_PRELOAD)
"""
    done = run(sys.executable, "-c", script, **PRODUCTION, HSTS_SUBDOMAINS="1", HSTS_PRELOAD="1")
    assert done.stdout.strip() == "True True"


def test_production_uses_the_shared_cache():
    script = "import config.settings as s; print(s.CACHES['default']['BACKEND'])"
    done = run(sys.executable, "-c", script, **PRODUCTION)
    assert done.stdout.strip() == "config.patches.caches.SharedCache"


def test_the_embedded_secret_is_created_once_and_readable_only_by_its_owner(tmp_path):
    script = "import config.settings as s; print(s.SECRET_KEY)"
    keys = {
        run(sys.executable, "-c", script, DATA_DIR=str(tmp_path)).stdout.strip() for _ in range(2)
    }
    assert len(keys) == 1
    assert len(keys.pop()) > 50
    assert (tmp_path / "secret_key").stat().st_mode & 0o077 == 0


def test_an_empty_secret_left_by_a_killed_start_is_replaced(tmp_path):
    (tmp_path / "secret_key").touch()
    script = "import config.settings as s; print(s.SECRET_KEY)"
    key = run(sys.executable, "-c", script, DATA_DIR=str(tmp_path)).stdout.strip()
    assert len(key) > 50
    assert [file.name for file in tmp_path.iterdir()] == ["secret_key"]
    assert (tmp_path / "secret_key").stat().st_mode & 0o077 == 0


def test_the_database_is_readable_only_by_its_owner(tmp_path):
    (tmp_path / "club-wal").touch(mode=0o644)
    embedded.restrict_to_owner(tmp_path / "club")
    assert [oct(file.stat().st_mode & 0o777) for file in tmp_path.iterdir()] == ["0o600"] * 2
    # An unusable file is reported by the code that uses it.
    embedded.restrict_to_owner(tmp_path / "none" / "club")


def test_the_embedded_start_refuses_settings_of_separate_processes(tmp_path):
    done = run(
        sys.executable, "-m", "config.embedded", "--port", "0", DATA_DIR=str(tmp_path), **PRODUCTION
    )
    assert "start the separate processes instead" in one_sentence(done.stderr)


def test_an_address_of_another_machine_cannot_be_used():
    with pytest.raises(embedded.CannotStart, match="can't be used"):
        embedded.check_port("203.0.113.1", 8000)  # an address of no machine


def test_pooled_connections_are_checked_before_they_are_used(tmp_path):
    shown = run(
        sys.executable,
        "-c",
        "import django; django.setup()\n"
        "from django.db import connection\n"
        "print(connection.pool._check)",
        DATA_DIR=str(tmp_path),
        DATABASE_URL="postgres://nobody@127.0.0.1:1/none",
        DJANGO_SETTINGS_MODULE="config.settings",
    )
    assert "_checked" in shown.stdout, shown.stderr


def test_a_full_disk_is_reported_at_the_start(monkeypatch, tmp_path):
    monkeypatch.setenv("DATA_DIR", str(tmp_path))
    usage = SimpleNamespace(free=100 * 1024)
    monkeypatch.setattr(shutil, "disk_usage", lambda _path: usage)
    with pytest.raises(embedded.CannotStart, match=r"is full: 100 KB free"):
        embedded.check_data_dir()
    usage.free = embedded.MIN_FREE_BYTES
    embedded.check_data_dir()
