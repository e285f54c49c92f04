"""Runs the test suite and repeats failed browser tests once.

``python -m tests [arguments of pytest]``, as ``make test`` calls it. A browser test can fail only
because other programs keep the machine busy, so failed browser tests are run once more, alone.
All other failures are final: one failure outside ``tests/e2e`` fails the run without a second try.
Tests that passed at the second try are listed at the end, and each needs an explanation.
"""

import subprocess
import sys
from collections.abc import Sequence

import pytest

BROWSER_TESTS = "tests/e2e/"


class Failures:
    """Collects the node ids of the tests that fail, whether in set-up, call or teardown."""

    def __init__(self) -> None:
        self.node_ids: list[str] = []

    def pytest_runtest_logreport(self, report: pytest.TestReport) -> None:
        if report.failed and report.nodeid not in self.node_ids:
            self.node_ids.append(report.nodeid)


def main(arguments: Sequence[str]) -> int:
    """Return the exit status of pytest, after the second try if there was one."""
    failures = Failures()
    status = int(pytest.main([*arguments], plugins=[failures]))
    if status != pytest.ExitCode.TESTS_FAILED:
        return status
    # Without a failed test, the run itself failed.
    if not failures.node_ids or not all(
        each.startswith(BROWSER_TESTS) for each in failures.node_ids
    ):
        return status
    print("\n=== Second try of the browser tests that failed, alone", flush=True)
    again = [sys.executable, "-m", "pytest", *arguments, "-n", "0", "--last-failed"]
    status = subprocess.run(again, check=False).returncode
    if status == pytest.ExitCode.OK:
        print("\n=== Passed at the second try", *failures.node_ids, sep="\n", flush=True)
    return status


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
