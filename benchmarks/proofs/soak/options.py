"""Command-line options of the soak test."""

import argparse
from collections.abc import Sequence
from dataclasses import dataclass

from benchmarks.proofs import soak


@dataclass(frozen=True, slots=True)
class Options:
    """Options of a run; ``--help`` explains each."""

    minutes: float = 60.0
    tables: int = 200
    pace: float = 16.0
    scaled: bool = False
    stay: float = 10.0


def parse_options(arguments: Sequence[str] | None = None) -> Options:
    """Parse the command line; exit with an error if a value is out of range."""
    parser = argparse.ArgumentParser(
        prog="python -m benchmarks.proofs.soak",
        description=soak.__doc__,
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    parser.add_argument("--minutes", type=float, default=60.0, help="duration (default: 60)")
    parser.add_argument("--tables", type=int, default=200, help="open together (default: 200)")
    # A human pace: two cores can serve it along with the bots and the clients themselves.
    parser.add_argument(
        "--pace", type=float, default=16.0, help="seconds from a move to the next (default: 16)"
    )
    parser.add_argument(
        "--stay", type=float, default=10.0, help="average minutes that a table lasts (default: 10)"
    )
    parser.add_argument("--scaled", action="store_true", help="use PostgreSQL and Redis")
    given = parser.parse_args(arguments)
    if given.minutes <= 0 or given.tables < 1:
        parser.error("--minutes must be above 0 and --tables at least 1")
    return Options(**vars(given))
