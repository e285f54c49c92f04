"""A short run of the load benchmark, and its options."""

import json
import subprocess
import sys

import pytest

from benchmarks.load.options import parse_options
from benchmarks.load.report import quantile
from tests.databases import migrated_copy
from tests.e2e.server import HOME


@pytest.mark.program
def test_every_page_receives_the_last_version(tmp_path):
    """Run two tables with spectators, chat, selections and hints."""
    figures, template = tmp_path / "figures.json", tmp_path / "club.sqlite3"
    # Without a template the benchmark migrates an empty database itself.
    migrated_copy(template)
    asked = (
        "--tables 2 --closed --seconds 3 --warmup 0 --spectators 1 --pages"
        " --chat 2.5 --selections 0.5 --hints 0.5"
    )
    command = [sys.executable, "-m", "benchmarks.load", *asked.split(), "--json", str(figures)]
    command += ["--template", str(template)]
    ended = subprocess.run(command, check=False, cwd=HOME, capture_output=True, text=True)
    assert ended.returncode == 0, ended.stdout + ended.stderr
    found = json.loads(figures.read_text())
    assert found["faults"] == {}
    assert found["behind"] == 0
    assert found["sockets"] == 10
    assert found["pages_ms"]["n"] == 10
    assert found["moves"] == found["waits_ms"]["move"]["n"] > 0
    for what in ("chat", "select", "hint"):
        assert found["waits_ms"][what]["n"] > 0, what
    assert found["cpu_ms_each"] > 0


def test_options_set_the_pace_players_and_chat_of_the_tables():
    assert parse_options([]).pace == 2.0
    assert parse_options(["--closed"]).pace is None
    assert parse_options(["--bots", "4"]).players == 1
    assert parse_options(["--chat"]).chat == 10.0
    with pytest.raises(SystemExit):
        parse_options(["--tables", "0"])
    with pytest.raises(SystemExit):
        parse_options(["--attach", "http://localhost:8000"])


def test_a_quantile_is_one_of_the_values():
    assert quantile([], 0.5) == 0.0
    assert quantile([5.0, 1.0, 3.0], 0.5) == 3.0
    assert quantile([5.0, 1.0, 3.0], 0.99) == 5.0
