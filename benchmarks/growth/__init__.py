"""Cost of pages, sweeps and the lobby as the site's history grows.

Two temporary sites are filled, one with few sessions and one with many, and the CPU time of each
page is compared. The viewers and their own history are the same in both, so a difference comes only
from the other users' history. The full measurement uses ``--sessions 100000 --actions 5000000``;
``--plans`` also prints the query plan of each statement.
"""

import argparse
import asyncio
import json
import subprocess
import sys
import tempfile
import time
from pathlib import Path
from typing import Any, Final

from benchmarks.report import table
from benchmarks.site import site, use_test_settings

#: CPU time that a page or a sweep may cost on an idle core in the large database, in milliseconds.
MAX_PAGE_MS: Final = 30.0
MAX_SWEEP_MS: Final = 5.0
#: Cost with many sessions divided by cost with few; a higher ratio is growth, not noise.
MAX_RATIO: Final = 2.5
#: Size of the small database.
FEW_SESSIONS: Final = 2_500
FEW_ACTIONS: Final = 40_000


def add_options(parser: argparse.ArgumentParser) -> None:
    """Add the options of a run."""
    add = parser.add_argument
    add("--sessions", type=int, default=8_000, help="of the large site (default: 8000)")
    add("--actions", type=int, default=150_000, help="of the large site (default: 150000)")
    add("--plans", action="store_true", help="also print query plans")
    add("--json", type=Path, help=argparse.SUPPRESS)


def run(options: argparse.Namespace) -> list[str]:
    """Compare the sites, each in a new process, so that all caches are empty; return what grows."""
    if options.json:
        options.json.write_text(json.dumps(_measure(options)))
        return []
    few = _measure_in_new_process(options, FEW_SESSIONS, FEW_ACTIONS)
    many = _measure_in_new_process(options, options.sessions, options.actions)
    print(
        f"{FEW_SESSIONS} sessions, built in {few['built']:.0f} s, against {options.sessions} with"
        f" {options.actions} actions, built in {many['built']:.0f} s; CPU-ms of an idle core\n"
    )
    rows, wrong, beyond = [], [], []
    for name, (cost, queries, slow) in many["costs"].items():
        cost_of_few, queries_of_few, _slow = few["costs"][name]
        ratio = cost / cost_of_few
        rows.append(
            (
                name, f"{cost_of_few:.1f}", queries_of_few, f"{cost:.1f}", queries, f"{ratio:.2f}",
                f"{slow:.1f}",
            )
        )  # fmt: skip
        if cost > (MAX_SWEEP_MS if "sweep" in name else MAX_PAGE_MS):
            beyond.append(name)
        if ratio > MAX_RATIO:
            wrong.append(f"{name}: {ratio:.1f} times the cost with few sessions")
        if queries != queries_of_few:
            wrong.append(f"{name}: {queries} queries, not {queries_of_few}")
    print(table(("", "few", "queries", "many", "queries", "ratio", "core slower by"), rows))
    if beyond:
        print(
            f"\nMore than {MAX_PAGE_MS:.0f} ms for a page or {MAX_SWEEP_MS:.0f} ms for a sweep:"
            f" {', '.join(beyond)}."
        )
    text, too_many = many["lobby"]
    print(f"\n{text}")
    return wrong + list(too_many)


def _measure_in_new_process(options: argparse.Namespace, sessions: int, actions: int) -> Any:
    """Measure a site of the given size in a new process."""
    with tempfile.TemporaryDirectory() as folder:
        file = Path(folder) / "costs.json"
        command = [sys.executable, "-m", "benchmarks", "growth", "--json", str(file)]
        command += ["--sessions", str(sessions), "--actions", str(actions)]
        command += ["--plans"] * options.plans + ["--scaled"] * options.scaled
        subprocess.run(command, check=True)
        return json.loads(file.read_text())


def _measure(options: argparse.Namespace) -> dict[str, Any]:
    """Fill a site and measure."""
    with site(scaled=options.scaled):
        use_test_settings()
        from benchmarks.growth import history, lobby, operations

        began = time.perf_counter()
        viewers = history.fill(history.Size(options.sessions, options.actions))
        built = time.perf_counter() - began
        costs = operations.costs(viewers, plans=options.plans)
        is_large = options.sessions != FEW_SESSIONS
        return {
            "built": built,
            "costs": {
                name: (each.idle_ms, len(each.queries), each.slowness)
                for name, each in costs.items()
            },
            "lobby": asyncio.run(lobby.measure()) if is_large else None,
        }
