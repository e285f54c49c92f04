"""Command-line options of the fault proof."""

import argparse
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

from benchmarks.proofs import faults

PARTS = ("embedded", "scaled")


@dataclass(frozen=True, slots=True)
class Options:
    """Options of a run; ``--help`` explains each."""

    rounds: int = 100
    parts: tuple[str, ...] = PARTS
    faults: tuple[str, ...] = ()
    tables: int = 8
    seed: int = 1
    keep: bool = False
    #: Output file of the process that runs one part.
    json: Path | None = None


def parse_options(arguments: Sequence[str] | None = None) -> Options:
    """Parse the command line; exit with an error if a value is out of range."""
    parser = argparse.ArgumentParser(
        prog="python -m benchmarks.proofs.faults",
        description=faults.__doc__,
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    parser.add_argument(
        "--rounds", type=int, default=100, help="total number of faults (default: 100)"
    )
    parser.add_argument(
        "--part", choices=PARTS, dest="parts", action="append", help="run only this part"
    )
    parser.add_argument(
        "--fault",
        dest="faults",
        action="append",
        default=[],
        help="inject only faults of this name",
    )
    parser.add_argument("--tables", type=int, default=8, help="number of tables (default: 8)")
    parser.add_argument("--seed", type=int, default=1, help="of the order of faults (default: 1)")
    parser.add_argument("--keep", action="store_true", help="keep folders and logs for inspection")
    parser.add_argument("--json", type=Path, help=argparse.SUPPRESS)
    given = vars(parser.parse_args(arguments))
    if given["rounds"] < 1 or given["tables"] < 1:
        parser.error("--rounds and --tables must be at least 1")
    return Options(
        **{**given, "parts": tuple(given["parts"] or PARTS), "faults": tuple(given["faults"])}
    )
