"""Runs all benchmarks in turn: ``make bench``; ``python -m benchmarks NAME…`` runs some.

A full run writes its output, the machine and the date to benchmarks/results.md. The exit status is
an error if any benchmark fails.
"""

import argparse
import subprocess
import sys
import time

from benchmarks import results

NAMES = (
    "rules",
    "bots",
    "seating",
    "events",
    "standings",
    "audit",
    "ledger",
    "pages",
    "growth",
    "scale",
    "motion",
    "live",
)
#: Arguments that shorten the slow benchmarks, which would otherwise take over ten minutes together.
SMALLER = {"ledger": ("--postings", "20000"), "bots": ("--packs", "300")}


def run_benchmark(name: str) -> results.Output:
    """Run a benchmark, printing its output as it comes; return the output."""
    print(f"=== {name}", flush=True)
    began, lines = time.perf_counter(), []
    command = [sys.executable, "-m", f"benchmarks.{name}", *SMALLER.get(name, ())]
    with subprocess.Popen(command, stdout=subprocess.PIPE, text=True) as process:
        assert process.stdout
        for line in process.stdout:
            print(line, end="", flush=True)
            lines.append(line)
    is_right = process.returncode == 0
    return results.Output(name, "".join(lines), time.perf_counter() - began, is_right)


def main() -> int:
    """Run the chosen benchmarks; return the exit status."""
    parser = argparse.ArgumentParser(prog="python -m benchmarks", description=__doc__)
    parser.add_argument("names", nargs="*", metavar="NAME", help=", ".join(NAMES))
    wanted = parser.parse_args().names or list(NAMES)
    if unknown := set(wanted) - set(NAMES):
        parser.error(f"unknown benchmark: {', '.join(sorted(unknown))}")
    before = results.machine()
    outputs = [run_benchmark(name) for name in wanted]
    if len(wanted) == len(NAMES):
        results.write(before, outputs)
    return 0 if all(each.is_right for each in outputs) else 1


if __name__ == "__main__":
    sys.exit(main())
