"""Tables in play over sockets: moves per second, time until every page shows a move, and cost.

A server is started, tables are opened, and players at them send legal moves as browsers do. The
time of a move runs from sending it until the last page at its table has been sent a later position.
The cost is the CPU time (user and system) of the server's processes, read from /proc, so Linux is
needed. The clients run on the same machine; their CPU time is reported separately. A page that is
not shown the last version, or a refused move, is an error.
"""

import argparse
import asyncio
import json
from pathlib import Path
from typing import Final

from benchmarks.site import site

SEATS: Final = 4
MOST_DEALS: Final = 50
#: Languages of pages, in the order in which ``--languages`` adds them.
LANGUAGES: Final = ("en", "zh-hant", "id", "fil")
#: Streams of other messages, by option: the action that a page sends, and who does what.
STREAMS: Final = {
    "chat": ("chat", "a chat message at each table"),
    "selections": ("select", "a player at each table selects cards"),
    "hints": ("hint", "a player at each table asks for hints"),
}


def table_count(text: str) -> int:
    """Return the number of tables that an argument gives."""
    count = int(text)
    if not 1 <= count <= 1000:
        raise argparse.ArgumentTypeError("must be between 1 and 1000")
    return count


def add_options(parser: argparse.ArgumentParser) -> None:
    """Add the options of a run."""
    add = parser.add_argument
    add("--tables", type=table_count, default=20, help="1 to 1000 (default: 20)")
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
        action="store_const",
        const=None,
        dest="pace",
        help="send the next move as soon as every page at the table shows the one before",
    )
    how.add_argument("--still", action="store_true", help="no moves; to measure streams alone")
    add("--seconds", type=float, default=20.0, help="length of the measurement (default: 20)")
    add("--warmup", type=float, default=5.0, help="seconds before it (default: 5)")
    add(
        "--deals",
        type=int,
        default=MOST_DEALS,
        choices=range(1, MOST_DEALS + 1),
        metavar="NUMBER",
        help=f"per session, after which the same players start another (default: {MOST_DEALS})",
    )
    add(
        "--bots",
        type=int,
        default=0,
        choices=range(SEATS + 1),
        help="bot seats at each table, playing at the same pace; with 4 one user watches",
    )
    add("--spectators", type=int, default=0, help="at each table")
    add(
        "--masters",
        type=int,
        default=0,
        metavar="TABLES",
        help="more tables, where one user watches four master bots play at the same pace",
    )
    for name, (_action, means) in STREAMS.items():
        add(
            f"--{name}", type=float, nargs="?", const=10.0, metavar="SECONDS", help=f"{means} every"
        )
    add(
        "--languages",
        type=int,
        default=1,
        choices=range(1, len(LANGUAGES) + 1),
        help="that the pages of a table are in, in turn: " + ", ".join(LANGUAGES) + " (default: 1)",
    )
    add("--pages", action="store_true", help="fetch every page first")
    add("--processes", type=int, default=1, help="web servers, for --scaled")
    add(
        "--route",
        default="page",
        choices=["page", "table"],
        help="spread the pages of a table over the web servers, or give all of them to one, as the"
        " proxy of docs/deploy.md does (default: page)",
    )
    add("--json", type=Path, metavar="FILE", help="also write the figures to FILE")


def run(options: argparse.Namespace) -> list[str]:
    """Run the load; return what is wrong."""
    think = options.pace or 0.0
    settings = {
        "NEXT_DEAL_SECONDS": "1" if options.bots == SEATS or options.masters else "60",
        "BOT_DELAY": f"{think},{think}",
    }
    with site(settings, scaled=options.scaled) as place:
        # These import models, so Django must be set up first.
        from benchmarks.clients.tables import open_alike
        from benchmarks.load.scenario import run_scenario
        from games.bots.strengths import Strength

        opened = open_alike(
            options.tables, bots=options.bots, spectators=options.spectators, deals=options.deals
        )
        opened += open_alike(
            options.masters, bots=SEATS, spectators=0, deals=options.deals, strength=Strength.MASTER
        )
        with place.server(options.processes) as server:
            report = asyncio.run(run_scenario(options, opened, server))
    print(report.text(), flush=True)
    if options.json:
        options.json.write_text(json.dumps(report.figures(), indent=2) + "\n")
    return report.wrong()
