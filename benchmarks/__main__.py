"""Runs a benchmark or a long-running proof; without a name, all that ``make bench`` runs.

A full run writes its output, the machine and the date to benchmarks/results.md. The exit status is
an error if a scenario finds anything wrong.
"""

import argparse
import contextlib
import importlib
import os
import signal
import subprocess
import sys
import tempfile
import time
from collections.abc import Sequence
from pathlib import Path
from typing import Any, Final, NamedTuple

from benchmarks import report
from benchmarks.site import site
from benchmarks.stores import missing_programs

RESULTS: Final = Path(__file__).with_name("results.md")


class Scenario(NamedTuple):
    """A scenario as the driver sees it."""

    summary: str
    #: Arguments of each of its runs in ``make bench``.
    bench: tuple[str, ...] = ("",)
    #: Whether its module imports models, so that a site must be set up first.
    needs_site: bool = False
    #: Whether it can run on PostgreSQL and Redis.
    can_scale: bool = True


SCENARIOS: Final = {
    "engine": Scenario("rules, bots and seating, without a site", can_scale=False),
    "bots": Scenario("strength of the network of bots", (), can_scale=False),
    "scale": Scenario("arithmetic and simulated queues for many players", can_scale=False),
    "events": Scenario("start of a large round, and its standings", needs_site=True),
    "ledger": Scenario("pages and audit of a large ledger", needs_site=True),
    "growth": Scenario("pages, sweeps and the lobby as the history grows"),
    "browser": Scenario(
        "a real browser: bytes of pages, delay of a play, layout shifts", can_scale=False
    ),
    "load": Scenario(
        "tables in play over sockets",
        (
            "--tables 20",
            "--tables 200",
            "--tables 50 --closed",
            "--tables 50 --bots 4",
            "--tables 20 --still --chat 2.5",
            "--tables 20 --still --selections 0.5",
            "--tables 20 --still --hints 0.5",
            "--tables 50 --scaled",
            "--tables 50 --scaled --closed",
        ),
    ),
    "faults": Scenario("kills and other faults during play (make faults)", (), can_scale=False),
    "soak": Scenario("hours of players coming and going (make soak)", ()),
}
#: Measurement and warm-up of each load run in ``make bench``.
LOAD_SECONDS: Final = "--seconds 10 --warmup 3"


def parse(name: str, arguments: Sequence[str]) -> tuple[Any, argparse.Namespace]:
    """Return the scenario's module and its options; exit with an error if they are wrong."""
    module = importlib.import_module(f"benchmarks.{name}")
    parser = argparse.ArgumentParser(
        prog=f"python -m benchmarks {name}",
        description=module.__doc__,
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    module.add_options(parser)
    if SCENARIOS[name].can_scale:
        parser.add_argument(
            "--scaled", action="store_true", help="on a PostgreSQL and a Redis of its own"
        )
    return module, parser.parse_args(arguments)


def run(name: str, arguments: Sequence[str]) -> int:
    """Run a scenario; return the exit status."""
    with contextlib.ExitStack() as stack:
        if SCENARIOS[name].needs_site:
            stack.enter_context(site(scaled="--scaled" in arguments))
        module, options = parse(name, arguments)
        wrong: list[str] = module.run(options)
    for each in wrong:
        print(f"WRONG: {each}")
    return 1 if wrong else 0


def run_all() -> int:
    """Run the benchmarks one after another, each in a process; return the exit status."""
    before, status = report.machine(), 0
    sections = []
    with tempfile.TemporaryDirectory() as static:
        # Static files are collected once for all runs.
        env = {**os.environ, "STATIC_ROOT": static}
        for name, scenario in SCENARIOS.items():
            for given in scenario.bench:
                if "--scaled" in given and (missing := missing_programs()):
                    print(f"Skipped: {name} {given}: {', '.join(missing)} not found.")
                    continue
                arguments = f"{given} {LOAD_SECONDS}" if name == "load" else given
                title = f"{name} {given}".strip()
                print(f"\n=== {title}", flush=True)
                command = [sys.executable, "-m", "benchmarks", name, *arguments.split()]
                began, lines = time.perf_counter(), []
                with subprocess.Popen(
                    command, env=env, stdout=subprocess.PIPE, text=True
                ) as process:
                    assert process.stdout
                    for line in process.stdout:
                        print(line, end="", flush=True)
                        lines.append(line)
                status = status or process.returncode
                failed = ", **ended with an error**" if process.returncode else ""
                sections += [
                    f"## {title}",
                    f"In {time.perf_counter() - began:.0f} s{failed}.",
                    f"```text\n{''.join(lines).strip()}\n```",
                ]
    report.write(
        RESULTS,
        "Benchmark results",
        "Written by `make bench`. Figures from different machines, or from a busy and a quiet one,"
        "\ncan't be compared.",
        [f"Before: {before}."],
        sections,
    )
    return 1 if status else 0


def main() -> int:
    """Run what the command line asks for; return the exit status."""
    names = "\n".join(f"  {name:10}{each.summary}" for name, each in SCENARIOS.items())
    parser = argparse.ArgumentParser(
        prog="python -m benchmarks",
        description=f"{__doc__}\nscenarios (SCENARIO --help lists the options):\n{names}",
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    parser.add_argument("scenario", nargs="?", choices=list(SCENARIOS), metavar="SCENARIO")
    parser.add_argument("options", nargs=argparse.REMAINDER, metavar="OPTION")
    given = parser.parse_args()
    # Servers and databases are stopped when this process is asked to end, too.
    signal.signal(signal.SIGTERM, lambda *_: sys.exit(128 + signal.SIGTERM))
    return run(given.scenario, given.options) if given.scenario else run_all()


if __name__ == "__main__":
    sys.exit(main())
