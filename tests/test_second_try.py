"""Second try of failed browser tests, and of no other tests."""

import os
import subprocess
import sys
from pathlib import Path

import pytest

pytestmark = pytest.mark.program

RUNNER = Path(__file__).parent / "__main__.py"
PASSES = "def test_passes():\n    pass\n"
FAILS = "def test_fails():\n    raise AssertionError\n"
PASSES_LATER = """
from pathlib import Path

def test_passes_later():
    ran = Path("ran")
    ran.open("a").write(".")
    assert ran.read_text() == ".."
"""
DIFFERS = """
import os
import pytest

@pytest.mark.parametrize("worker", [os.environ.get("PYTEST_XDIST_WORKER")])
def test_differs(worker):
    assert worker
"""


def run(folder: Path, workers: int = 0, **files: str) -> tuple[int, str]:
    """Run a suite of these files below tests/; return its exit status and output."""
    for name, text in files.items():
        path = folder / "tests" / name.replace("__", "/") / "test_it.py"
        path.parent.mkdir(parents=True)
        path.write_text(text)
    (folder / "pytest.ini").touch()
    command = [sys.executable, str(RUNNER), "-q", "--import-mode=importlib", "-n", str(workers)]
    # Of the installed plugins the suite needs only the one that starts workers.
    env = {**os.environ, "PYTEST_DISABLE_PLUGIN_AUTOLOAD": "1", "PYTEST_PLUGINS": "xdist.plugin"}
    done = subprocess.run(command, cwd=folder, env=env, capture_output=True, text=True, check=False)
    return done.returncode, done.stdout


def test_a_test_that_passes_at_the_second_try_is_listed(tmp_path: Path) -> None:
    status, said = run(tmp_path, e2e=PASSES_LATER, games=PASSES)
    assert status == 0
    _, listed = said.split("=== Passed at the second try\n")
    assert listed.split() == ["tests/e2e/test_it.py::test_passes_later"]


def test_a_test_that_fails_twice_fails_the_run(tmp_path: Path) -> None:
    status, said = run(tmp_path, e2e=FAILS)
    assert status == 1
    assert said.count("1 failed") == 2


def test_only_browser_tests_are_run_again(tmp_path: Path) -> None:
    status, said = run(tmp_path, e2e=PASSES_LATER, games=FAILS)
    assert status == 1
    assert "Second try" not in said
    assert (tmp_path / "ran").read_text() == "."


def test_a_passing_suite_is_run_once(tmp_path: Path) -> None:
    status, said = run(tmp_path, e2e=PASSES, games=PASSES)
    assert status == 0
    assert said.count("passed") == 1


def test_a_run_that_fails_without_a_failed_test_is_not_run_again(tmp_path: Path) -> None:
    status, said = run(tmp_path, workers=2, e2e=DIFFERS)
    assert status == 1
    assert "Different tests were collected" in said
    assert "Second try" not in said
