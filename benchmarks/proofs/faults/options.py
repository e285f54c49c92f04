"""What a run of the proof is asked to do."""

import argparse
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

from benchmarks.proofs import faults

PARTS = ("embedded", "scaled")


@dataclass(frozen=True, slots=True)
class Options:
    """What is asked for; the command line says what each means."""

    rounds: int = 100
    parts: tuple[str, ...] = PARTS
    faults: tuple[str, ...] = ()
    tables: int = 8
    seed: int = 1
    keep: bool = False
    #: Where what a part came to is written; set for the process of one part.
    json: Path | None = None


def parsed(arguments: Sequence[str] | None = None) -> Options:
    """Return what the command line asks for; ends the program where that makes no sense."""
    parser = argparse.ArgumentParser(
        prog="python -m benchmarks.proofs.faults",
        description=faults.__doc__,
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    parser.add_argument(
        "--rounds", type=int, default=100, help="faults of all parts together (default: 100)"
    )
    parser.add_argument(
        "--part", choices=PARTS, dest="parts", action="append", help="one of the two alone"
    )
    parser.add_argument(
        "--fault", dest="faults", action="append", default=[], help="only faults of that name"
    )
    parser.add_argument("--tables", type=int, default=8, help="at which people play (default: 8)")
    parser.add_argument("--seed", type=int, default=1, help="of the order of faults (default: 1)")
    parser.add_argument("--keep", action="store_true", help="leave folders and logs for a look")
    parser.add_argument("--json", type=Path, help=argparse.SUPPRESS)
    given = vars(parser.parse_args(arguments))
    if given["rounds"] < 1 or given["tables"] < 1:
        parser.error("--rounds and --tables must be 1 at least")
    return Options(
        **{**given, "parts": tuple(given["parts"] or PARTS), "faults": tuple(given["faults"])}
    )
