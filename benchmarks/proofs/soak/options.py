"""What a run of the soak is asked to do."""

import argparse
from collections.abc import Sequence
from dataclasses import dataclass

from benchmarks.proofs import soak


@dataclass(frozen=True, slots=True)
class Options:
    """What is asked for; the command line says what each means."""

    minutes: float = 60.0
    tables: int = 200
    pace: float = 16.0
    scaled: bool = False
    stay: float = 10.0


def parsed(arguments: Sequence[str] | None = None) -> Options:
    """Return what the command line asks for; ends the program where that makes no sense."""
    parser = argparse.ArgumentParser(
        prog="python -m benchmarks.proofs.soak",
        description=soak.__doc__,
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    parser.add_argument("--minutes", type=float, default=60.0, help="that it takes (default: 60)")
    parser.add_argument("--tables", type=int, default=200, help="at once (default: 200)")
    # What people take; with their bots' moves two cores carry it and the people themselves.
    parser.add_argument(
        "--pace", type=float, default=16.0, help="seconds from a move to the next (default: 16)"
    )
    parser.add_argument(
        "--stay", type=float, default=10.0, help="minutes that a table lasts, about (default: 10)"
    )
    parser.add_argument("--scaled", action="store_true", help="on a PostgreSQL and a Redis")
    given = parser.parse_args(arguments)
    if given.minutes <= 0 or given.tables < 1:
        parser.error("--minutes and --tables must be more than nothing")
    return Options(**vars(given))
