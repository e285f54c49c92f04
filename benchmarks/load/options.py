"""Command-line options of the load benchmark."""

import argparse
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

from benchmarks import load

SEATS = 4
MOST_DEALS = 50


@dataclass(frozen=True, slots=True)
class Options:
    """Options of a run; ``--help`` explains each."""

    tables: int = 20
    #: Seconds from one move of a table to its next; None for no pause.
    pace: float | None = 2.0
    #: Whether players make no moves and only streams are sent.
    still: bool = False
    seconds: float = 20.0
    warmup: float = 5.0
    #: Deals per session; after each session the same players start another.
    deals: int = MOST_DEALS
    bots: int = 0
    spectators: int = 0
    #: Seconds between two messages at each table; None for none.
    chat: float | None = None
    selections: float | None = None
    hints: float | None = None
    pages: bool = False
    scaled: bool = False
    processes: int = 1
    #: Whether all pages of a table use the same web process ("table"), or not ("page").
    route: str = "page"
    attach: str = ""
    pids: tuple[int, ...] = ()
    sync: str = ""
    template: Path | None = None
    json: Path | None = None

    @property
    def players(self) -> int:
        """Users with a page who start at each table; if bots have all seats, one who watches."""
        return max(1, SEATS - self.bots)

    @property
    def title(self) -> str:
        """Short description of the run."""
        how = "scaled" if self.scaled else "attached" if self.attach else "embedded"
        if self.scaled and self.processes > 1:
            how += f" ×{self.processes}, routed by {self.route}"
        if self.still:
            pace = "no moves"
        elif self.pace is None:
            pace = "closed"
        else:
            pace = f"a move every {self.pace:g} s"
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


def parse_options(arguments: Sequence[str] | None = None) -> Options:
    """Parse the command line; exit with an error if options contradict each other."""
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
        help="from one move of a table to its next; the tables are spread evenly (default: 2)",
    )
    how.add_argument(
        "--closed",
        action="store_true",
        help="send the next move as soon as every page at the table shows the one before",
    )
    how.add_argument("--still", action="store_true", help="no moves; to measure streams alone")
    parser.add_argument("--seconds", type=float, default=20.0, help="length of the measurement")
    parser.add_argument("--warmup", type=float, default=5.0, help="seconds before it")
    parser.add_argument(
        "--deals",
        type=int,
        default=MOST_DEALS,
        choices=range(1, MOST_DEALS + 1),
        metavar="NUMBER",
        help=f"per session, after which the same players start another (default: {MOST_DEALS})",
    )
    parser.add_argument(
        "--bots",
        type=int,
        default=0,
        choices=range(SEATS + 1),
        help="bot seats at each table, playing at the same pace; with 4 one user watches",
    )
    parser.add_argument("--spectators", type=int, default=0, help="at each table")
    for what, means in (
        ("chat", "a chat message at each table"),
        ("selections", "a player at each table selects cards"),
        ("hints", "a player at each table asks for hints"),
    ):
        parser.add_argument(
            f"--{what}", type=float, nargs="?", const=10.0, metavar="SECONDS", help=f"{means} every"
        )
    parser.add_argument("--pages", action="store_true", help="fetch every page first")
    parser.add_argument(
        "--scaled",
        action="store_true",
        help="run daphne, worker and beat on PostgreSQL and Redis: a new database on the server"
        " of DATABASE_URL, and the database of REDIS_URL, which is emptied",
    )
    parser.add_argument("--processes", type=int, default=1, help="of daphne, for --scaled")
    parser.add_argument(
        "--route",
        default="page",
        choices=["page", "table"],
        help="spread the pages of a table over the web processes, or give all of them to one, as"
        " the proxy of docs/deploy does (default: page)",
    )
    parser.add_argument(
        "--attach",
        default="",
        metavar="URL",
        help="use a server that is already running with the settings of this environment",
    )
    parser.add_argument(
        "--pids",
        type=int,
        nargs="+",
        default=[],
        help="processes to measure: of the attached server, or another",
    )
    parser.add_argument(
        "--sync", default="", choices=["normal", "full"], help="SQLITE_SYNCHRONOUS of the server"
    )
    parser.add_argument(
        "--template",
        type=Path,
        metavar="FILE",
        help="empty SQLite database to copy; created by the first run that names it",
    )
    parser.add_argument("--json", type=Path, metavar="FILE", help="also write the figures to FILE")
    given = vars(parser.parse_args(arguments))
    if not 1 <= given["tables"] <= 1000:
        parser.error("--tables must be between 1 and 1000")
    if given["attach"] and (given["scaled"] or not given["pids"]):
        parser.error("--attach needs --pids and can't be combined with --scaled")
    if given.pop("closed"):
        given["pace"] = None
    return Options(**{**given, "pids": tuple(given["pids"])})
