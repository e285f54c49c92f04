"""Hours of play with players coming and going, checking for growth: ``make soak``.

The server runs as one process, or with ``--scaled`` as two web servers, a worker and beat on their
own databases. At each table a player moves at a steady pace. Players leave tables and others open
new ones, pages lose their sockets and reconnect, spectators watch for a while, and players chat.
Memory, open files, threads and the time until moves are shown are sampled. The report is written to
benchmarks/soak.md. Tables have one to four users each, at random, so the connections that they keep
open are not counted among the server's files.

The first half of the time is warm-up, in which caches fill and connections open. A straight line
is fitted through the samples of the second half (Theil–Sen: the median of the slopes between all
pairs, which a few outliers do not affect). The run fails if that line rises by more than 3 % of its
start and by more than 4 MiB (8 files, 4 threads); or if moves are shown more than 50 % later in the
last quarter than in the one before, and by more than 5 ms (p50) or 50 ms (p99). Other work on the
machine distorts the result, so leave the machine to the run.
"""

import argparse
import asyncio

from benchmarks.site import QUICK_SETTINGS, site

#: Bots think as long as in production: at a quarter of the tables only bots play.
SETTINGS = {**QUICK_SETTINGS, "BOT_DELAY": "0.7,1.6"}


def add_options(parser: argparse.ArgumentParser) -> None:
    """Add the options of a run."""
    add = parser.add_argument
    add("--minutes", type=float, default=60.0, help="duration (default: 60)")
    add("--tables", type=int, default=200, help="open together (default: 200)")
    # A human pace: two cores can serve it along with the bots and the clients themselves.
    add("--pace", type=float, default=16.0, help="seconds from a move to the next (default: 16)")
    add("--stay", type=float, default=10.0, help="average minutes that a table lasts (default: 10)")


def run(options: argparse.Namespace) -> list[str]:
    """Run the soak test; return what has grown."""
    with site(SETTINGS, scaled=options.scaled) as place:
        # These import models, so Django must be set up first.
        from benchmarks.soak import report
        from benchmarks.soak.scenario import Soak

        with place.server(2) as server:
            soak = Soak(options, server)
            asyncio.run(soak.run())
        print(f"\n{report.text_of(soak)}", flush=True)
        report.write(soak)
        return report.wrong(soak)
