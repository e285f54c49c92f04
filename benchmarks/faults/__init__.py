"""Kills and other faults during play, checking that nothing is lost: ``make faults``.

One part runs the embedded server; the other runs two web servers, a worker and beat on their own
PostgreSQL and Redis. Simulated players play at a few tables over sockets while one fault after
another is injected. After each fault the tables must continue; at the end every acknowledged action
must be stored exactly once and the ledger must pass its audit. The report is written to
benchmarks/faults.md.

The proof needs Linux. It uses PostgreSQL (initdb, pg_ctl) and redis-server if they are installed,
and the permission to mount a small disk, which can be filled. Parts for which one of these is
missing are skipped; the report lists them.
"""

import argparse
import asyncio
import contextlib
import json
import shutil
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from pathlib import Path
from random import Random
from typing import Any

from benchmarks.faults import report
from benchmarks.faults.kinds import Target
from benchmarks.faults.machine import WallClock, disk
from benchmarks.site import QUICK_SETTINGS, site
from benchmarks.stores import missing_programs

#: Parts, and the weight of each: the embedded server has fewer components that can fail.
PARTS = {"embedded": 2, "scaled": 3}


def add_options(parser: argparse.ArgumentParser) -> None:
    """Add the options of a run."""
    add = parser.add_argument
    add("--rounds", type=int, default=100, help="total number of faults (default: 100)")
    add("--part", choices=list(PARTS), help="run only this part")
    add(
        "--fault",
        dest="faults",
        action="append",
        default=[],
        help="inject only faults of this name; can be repeated",
    )
    add("--tables", type=int, default=8, help="number of tables (default: 8)")
    add("--seed", type=int, default=1, help="of the order of faults (default: 1)")
    add("--keep", action="store_true", help="keep folders and logs for inspection")
    add("--json", type=Path, help=argparse.SUPPRESS)


def run(options: argparse.Namespace) -> list[str]:
    """Run the chosen parts, each in a new process; return what is wrong."""
    if options.json is not None:
        _run_part(options)
        return []
    parts, notes = [options.part] if options.part else list(PARTS), []
    if "scaled" in parts and (missing := missing_programs()):
        parts.remove("scaled")
        notes.append(f"Only the embedded server: {', '.join(missing)} not found.")
    outcomes, wrong = [], [] if parts else ["no part can run on this machine"]
    for part in parts:
        share = PARTS[part] / sum(map(PARTS.__getitem__, parts))
        outcome = _part_in_new_process(part, options, max(1, round(share * options.rounds)))
        if outcome is None:
            wrong.append(f"{part} did not finish")
        else:
            outcomes.append(outcome)
            wrong += report.all_wrong(outcome)
            print(f"\n{report.text_of(outcome)}", flush=True)
    for note in notes:
        print(note)
    if not options.faults:
        report.write(outcomes, [*notes, *(each for each in wrong if "did not finish" in each)])
    return wrong


def _part_in_new_process(
    part: str, options: argparse.Namespace, rounds: int
) -> dict[str, Any] | None:
    """Run one part in a new process; return its outcome, or None if it failed."""
    with tempfile.TemporaryDirectory() as folder:
        file = Path(folder) / "outcome.json"
        command = [
            *(sys.executable, "-m", "benchmarks", "faults", "--part", part, "--json", str(file)),
            *("--rounds", str(rounds), "--tables", str(options.tables)),
            *("--seed", str(options.seed)),
            *(argument for name in options.faults for argument in ("--fault", name)),
            *(["--keep"] if options.keep else []),
        ]
        subprocess.run(command, check=False)
        if not file.exists():
            return None
        outcome: dict[str, Any] = json.loads(file.read_text())
        return outcome


def _run_part(options: argparse.Namespace) -> None:
    """Run one part in this process, and write its outcome to the file as JSON."""
    with _target(options) as target:
        # These import models, so Django must be set up first.
        from benchmarks.clients.tables import open_mixed
        from benchmarks.faults.scenario import as_data, run_scenario

        outcome = asyncio.run(run_scenario(options, target, open_mixed(options.tables)))
    options.json.write_text(json.dumps(as_data(outcome)))


@contextlib.contextmanager
def _target(options: argparse.Namespace) -> Iterator[Target]:
    """Set up the site of a part; yield what faults act on."""
    with contextlib.ExitStack() as stack:
        folder = Path(tempfile.mkdtemp(prefix=f"club-faults-{options.part}-"))
        if options.keep:
            stack.callback(print, f"Kept: {folder}", file=sys.stderr, flush=True)
        else:
            stack.callback(shutil.rmtree, folder, ignore_errors=True)
        data = folder / "data"
        data.mkdir()
        small = stack.enter_context(disk(data, is_kept=options.keep))
        place = stack.enter_context(
            site(QUICK_SETTINGS, scaled=options.part == "scaled", folder=folder)
        )
        clock = WallClock(folder)
        server = stack.enter_context(place.server(2, clock.environment()))
        yield Target(server, clock, small, place.postgres, place.redis, Random(options.seed))
