"""Tables that a web process can serve, and simulated delays when moves queue up there.

`COSTS` has the cost of a move, a socket and a table, each with the measurement it comes from;
everything else is derived from them. Simulated time is independent of the clock: the same seed
gives the same figures on every machine.
"""

import argparse
import heapq
import random
from dataclasses import dataclass
from typing import Final

from benchmarks.report import quantile, table


@dataclass(frozen=True)
class Costs:
    """Costs measured on one core (benchmarks/results.md, docs/PERFORMANCE.md)."""

    #: CPU-ms per move with four pages at the table, on PostgreSQL and Redis, a move every two
    #: seconds at each of 200 tables.
    move: float = 7.3
    #: Share of a move's cost for rendering and sending; the rest is receiving and writing.
    shown_share: float = 0.72
    #: Memory per socket, in KiB.
    socket_kib: int = 76
    #: CPU-ms to start a table of four: 50 tables in 1.10 s.
    table_begun: float = 22.0


COSTS: Final = Costs()
#: Highest load of a process, as a share of its core; above it, answers come late.
MAX_LOAD: Final = 0.6
#: Moves per second per process, and the number of processes with pages of a table.
FAN_OUTS: Final = ((40, 1), (80, 1), (110, 1), (125, 1), (40, 2), (60, 2), (20, 4), (30, 4))


def tables_served(pause: float) -> float:
    """Return how many tables a process can serve that move every `pause` seconds."""
    return MAX_LOAD / COSTS.move * 1000 * pause


@dataclass(frozen=True)
class FanOut:
    """Simulated delay from a move to the pages that show it."""

    #: Share of a core that each process used.
    load: float
    #: Milliseconds until the last page has each move.
    late: list[float]


def fan_out(rate: float, *, spread: int = 1, seconds: float = 120, seed: int = 1) -> FanOut:
    """Simulate processes of one core each, with the pages of each table spread over them.

    Moves arrive at random times at their player's process, which writes them and renders them for
    its own pages. Each other process with a page of the table renders it again, because rendering
    is shared only within a process.

    :param rate: moves per second for each process
    :param spread: number of processes that hold the pages of a table; 1 if all are in one process
    """
    chance = random.Random(seed)
    shown = COSTS.move * COSTS.shown_share / 1000
    written = COSTS.move / 1000 - shown
    #: Queue of incoming work: (time, number, process, move, whether to write it or only render it).
    coming: list[tuple[float, int, int, int, bool]] = []
    number, moves = 0, 0
    at = 0.0
    while (at := at + chance.expovariate(rate * spread)) < seconds:
        heapq.heappush(coming, (at, number, chance.randrange(spread), moves, True))
        number, moves = number + 1, moves + 1
    began = [0.0] * moves
    waits = [spread] * moves
    late, busy, free = [], [0.0] * spread, [0.0] * spread
    while coming:
        when, _number, process, move, is_write = heapq.heappop(coming)
        # Costs vary: a move that ends a deal costs more than a pass.
        work = (shown + (written if is_write else 0.0)) * chance.uniform(0.6, 1.4)
        start = max(when, free[process])
        free[process] = start + work
        busy[process] += work
        if is_write:
            began[move] = when
            for other in range(spread):
                if other != process:
                    # The other processes are notified after the commit.
                    heapq.heappush(coming, (free[process], number, other, move, False))
                    number += 1
        waits[move] -= 1
        if not waits[move]:
            late.append((free[process] - began[move]) * 1000)
    return FanOut(sum(busy) / spread / max(*free, seconds), late)


def add_options(parser: argparse.ArgumentParser) -> None:
    """Add the options of a run."""
    add = parser.add_argument
    add("--pause", type=float, default=4.0, help="seconds between moves at a table (default: 4)")
    add("--seed", type=int, default=1)


def run(options: argparse.Namespace) -> list[str]:
    """Print the report; nothing can be wrong."""
    print(
        f"A web process serves {tables_served(options.pause):.0f} tables that move every"
        f" {options.pause:g} s, at {MAX_LOAD:.0%} of its core.\n"
    )
    heads = ("moves/s a process", "processes of a table", "load", "p50 ms", "p95", "p99", "max")
    rows = []
    for rate, spread in FAN_OUTS:
        made = fan_out(rate, spread=spread, seed=options.seed)
        late = [f"{quantile(made.late, share):.0f}" for share in (0.5, 0.95, 0.99, 1)]
        rows.append((rate, spread, f"{made.load:.0%}", *late))
    print(table(heads, rows))
    return []
