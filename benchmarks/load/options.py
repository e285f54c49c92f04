"""What a run of the load bench is asked to do."""

import argparse
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

from benchmarks import load

SEATS = 4
MOST_DEALS = 50


@dataclass(frozen=True, slots=True)
class Options:
    """What is asked for; the command line says what each means."""

    tables: int = 20
    #: Seconds from one move of a table to its next; None where it follows at once.
    pace: float | None = 2.0
    #: Whether nobody moves: only what streams is sent.
    still: bool = False
    seconds: float = 20.0
    warmup: float = 5.0
    #: Of a session; then the same people play another one.
    deals: int = MOST_DEALS
    bots: int = 0
    spectators: int = 0
    #: Seconds from one to the next at each table; None for none.
    chat: float | None = None
    selections: float | None = None
    hints: float | None = None
    pages: bool = False
    scaled: bool = False
    processes: int = 1
    attach: str = ""
    pids: tuple[int, ...] = ()
    sync: str = ""
    template: Path | None = None
    json: Path | None = None

    @property
    def people(self) -> int:
        """How many people come to each table; where bots have all seats, one who looks on."""
        return max(1, SEATS - self.bots)

    @property
    def title(self) -> str:
        """What is run, in a few words."""
        how = "scaled" if self.scaled else "attached" if self.attach else "embedded"
        if self.scaled and self.processes > 1:
            how += f" ×{self.processes}"
        if self.still:
            pace = "nobody moves"
        elif self.pace is None:
            pace = "closed"
        else:
            pace = f"a move in {self.pace:g} s"
        words = [how, f"{self.tables} tables", pace]
        if self.deals != MOST_DEALS:
            words.append(f"sessions of {self.deals} deals")
        words += [f"{self.bots} bots"] * bool(self.bots)
        words += [f"{self.spectators} spectators"] * bool(self.spectators)
        for what in ("chat", "selections", "hints"):
            if every := getattr(self, what):
                words.append(f"{what} every {every:g} s")
        words += [f"synchronous {self.sync}"] * bool(self.sync)
        return ", ".join(words)


def parsed(arguments: Sequence[str] | None = None) -> Options:
    """Return what the command line asks for; ends the program where that makes no sense."""
    parser = argparse.ArgumentParser(
        prog="python -m benchmarks.load",
        description=load.__doc__,
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    parser.add_argument("--tables", type=int, default=20, help="1 to 1000 (default: 20)")
    how = parser.add_mutually_exclusive_group()
    how.add_argument(
        "--pace",
        type=float,
        default=2.0,
        metavar="SECONDS",
        help="from a move of a table to its next, the tables spread evenly (default: 2)",
    )
    how.add_argument(
        "--closed",
        action="store_true",
        help="the next move as soon as all at the table have seen the one before",
    )
    how.add_argument("--still", action="store_true", help="nobody moves; for what streams")
    parser.add_argument("--seconds", type=float, default=20.0, help="that are measured")
    parser.add_argument("--warmup", type=float, default=5.0, help="seconds before them")
    parser.add_argument(
        "--deals",
        type=int,
        default=MOST_DEALS,
        choices=range(1, MOST_DEALS + 1),
        metavar="NUMBER",
        help=f"of a session, after which the same people play another (default: {MOST_DEALS})",
    )
    parser.add_argument(
        "--bots",
        type=int,
        default=0,
        choices=range(SEATS + 1),
        help="seats of each table that bots play for, at the same pace; with 4 one person looks on",
    )
    parser.add_argument("--spectators", type=int, default=0, help="at each table")
    for what, means in (
        ("chat", "a line of chat at each table"),
        ("selections", "somebody at each table chooses cards"),
        ("hints", "somebody at each table asks for hints"),
    ):
        parser.add_argument(
            f"--{what}", type=float, nargs="?", const=10.0, metavar="SECONDS", help=f"{means} every"
        )
    parser.add_argument("--pages", action="store_true", help="everybody fetches the page first")
    parser.add_argument(
        "--scaled",
        action="store_true",
        help="daphne, worker and beat on PostgreSQL and Redis, with a new database beside the one"
        " of DATABASE_URL, and the one of REDIS_URL, which is emptied",
    )
    parser.add_argument("--processes", type=int, default=1, help="of daphne, with --scaled")
    parser.add_argument(
        "--attach",
        default="",
        metavar="URL",
        help="a club that runs already, with the settings of this environment",
    )
    parser.add_argument(
        "--pids",
        type=int,
        nargs="+",
        default=[],
        help="of the attached club; or of another to watch",
    )
    parser.add_argument(
        "--sync", default="", choices=["normal", "full"], help="SQLITE_SYNCHRONOUS of the club"
    )
    parser.add_argument(
        "--template",
        type=Path,
        metavar="FILE",
        help="an empty database of SQLite to begin with; made by the first run that names it",
    )
    parser.add_argument("--json", type=Path, metavar="FILE", help="write the figures there, too")
    given = vars(parser.parse_args(arguments))
    if not 1 <= given["tables"] <= 1000:
        parser.error("--tables must be 1 to 1000")
    if given["attach"] and (given["scaled"] or not given["pids"]):
        parser.error("--attach needs --pids, and goes without --scaled")
    if given.pop("closed"):
        given["pace"] = None
    return Options(**{**given, "pids": tuple(given["pids"])})
