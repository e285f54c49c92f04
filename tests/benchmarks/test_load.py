"""A short run of the load benchmark, and its options."""

import json
import subprocess
import sys

import pytest

from benchmarks.__main__ import SCENARIOS, parse
from benchmarks.report import quantile
from tests.e2e.server import HOME


@pytest.mark.program
def test_every_page_receives_the_last_version(tmp_path):
    """Run two tables with spectators, chat, selections and hints."""
    figures = tmp_path / "figures.json"
    asked = (
        "--tables 2 --closed --seconds 3 --warmup 0 --spectators 1 --pages"
        " --chat 2.5 --selections 0.5 --hints 0.5"
    )
    command = [sys.executable, "-m", "benchmarks", "load", *asked.split(), "--json", str(figures)]
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


def load_options(*arguments):
    _module, options = parse("load", arguments)
    return options


def test_options_set_the_pace_bots_and_chat_of_the_tables():
    assert load_options().pace == 2.0
    assert load_options("--closed").pace is None
    assert load_options("--bots", "4").bots == 4
    assert load_options("--masters", "20").masters == 20
    assert load_options("--chat").chat == 10.0
    with pytest.raises(SystemExit):
        load_options("--tables", "0")
    with pytest.raises(SystemExit):
        load_options("--closed", "--still")


@pytest.mark.parametrize("name", [name for name in SCENARIOS if not SCENARIOS[name].needs_site])
def test_every_run_of_make_bench_has_valid_options(name):
    for arguments in SCENARIOS[name].bench:
        parse(name, arguments.split())


def test_a_quantile_is_one_of_the_values():
    assert quantile([], 0.5) == 0.0
    assert quantile([5.0, 1.0, 3.0], 0.5) == 3.0
    assert quantile([5.0, 1.0, 3.0], 0.99) == 5.0
