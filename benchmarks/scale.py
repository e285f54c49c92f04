"""Resources for a million simultaneous players, by arithmetic and simulated queues.

``python -m benchmarks.scale`` prints the processes, messages and bytes that a million players need,
then simulates two things: the fan-out of moves over the processes that hold the sockets, and the
start of an event whose players are all seated within one second. `COSTS` has the cost of a move, a
socket and a seat, each with the measurement it comes from; everything else is derived from them.
Simulated time is independent of the clock: the same seed gives the same figures on every machine.
"""

import argparse
import heapq
import math
import random
import sys
from collections.abc import Iterable, Sequence
from dataclasses import dataclass


@dataclass(frozen=True)
class Costs:
    """Costs measured on one core (benchmarks/results.md, docs/PERFORMANCE.md)."""

    #: CPU-ms per move with four pages at the table, embedded, 200 tables, closed loop.
    move: float = 3.6
    #: The same with PostgreSQL and Redis, a move every two seconds at each of 200 tables.
    move_scaled: float = 7.3
    #: Share of a move's cost for rendering and sending; the rest is receiving and writing.
    shown_share: float = 0.72
    #: CPU-ms per additional page at the table.
    page: float = 0.2
    #: Bytes sent to each page per move.
    bytes_a_page: int = 2_350
    #: Memory per socket, in KiB.
    socket_kib: int = 76
    #: CPU-ms to start a table of four: 50 tables in 1.10 s.
    table_begun: float = 22.0
    #: CPU-ms to settle a session.
    settled: float = 17.0
    #: Bytes per row of the action table, with its indexes. Assumed.
    action_bytes: int = 100
    #: Milliseconds of database time for the statements and the commit that start a table. Assumed:
    #: 16 statements that look rows up by key, and one shared wait for the disk.
    committing: float = 1.0


@dataclass(frozen=True)
class Play:
    """Behaviour of the players."""

    players: int = 1_000_000
    seats: int = 4
    #: Seconds from one move at a table to the next: players think longer than the benchmark.
    pause: float = 4.0
    #: Share of tables that are watched, and the number of pages watching each.
    watched: float = 0.01
    watchers: int = 20
    #: Moves per deal, and deals per session.
    moves_a_deal: int = 60
    deals: int = 5

    @property
    def tables(self) -> int:
        """Number of tables."""
        return self.players // self.seats

    @property
    def moves(self) -> float:
        """Moves per second, all tables together."""
        return self.tables / self.pause

    @property
    def sockets(self) -> int:
        """Number of open sockets, of players and of spectators."""
        return self.players + round(self.tables * self.watched * self.watchers)

    @property
    def sessions(self) -> float:
        """Sessions that end per second."""
        return self.moves / (self.moves_a_deal * self.deals)


COSTS = Costs()
#: Highest load of a process, as a share of its core; above it, answers come late.
MAX_LOAD = 0.6


@dataclass(frozen=True)
class Needs:
    """Resources that a number of players need."""

    moves: float
    sockets: int
    sent: float
    megabits: float
    cores: int
    memory_gib: float
    actions_a_day: float
    actions_gib_a_day: float
    settled_cores: float


def needs(play: Play, costs: Costs = COSTS) -> Needs:
    """Return the players' needs if each process holds all pages of its tables."""
    watchers = play.sockets - play.players
    work = play.moves * costs.move_scaled + watchers / play.pause * costs.page
    sent = play.sockets / play.pause
    a_day = play.moves * 86_400
    return Needs(
        moves=play.moves,
        sockets=play.sockets,
        sent=sent,
        megabits=sent * costs.bytes_a_page * 8 / 1e6,
        cores=math.ceil(work / 1000 / MAX_LOAD),
        memory_gib=play.sockets * costs.socket_kib / 2**20,
        actions_a_day=a_day,
        actions_gib_a_day=a_day * costs.action_bytes / 2**30,
        settled_cores=play.sessions * costs.settled / 1000,
    )


def quantiles(values: Sequence[float]) -> tuple[float, float, float, float]:
    """Return the median, the 95th and 99th percentile, and the maximum."""
    ordered = sorted(values)
    last = len(ordered) - 1
    return (
        ordered[round(last * 0.5)],
        ordered[round(last * 0.95)],
        ordered[round(last * 0.99)],
        ordered[-1],
    )


# --- The fan-out


@dataclass(frozen=True)
class FanOut:
    """Simulated delay from a move to the pages that show it."""

    #: Moves per second at the tables of one process.
    rate: float
    #: Number of processes that hold pages of the same table.
    spread: int
    #: Share of a core that each process used.
    load: float
    #: Milliseconds until the last page has a move: mean.
    mean: float
    #: The same: median, 95th and 99th percentile, maximum.
    late: tuple[float, float, float, float]


def fan_out(
    rate: float, *, spread: int = 1, pages: int = 4, seconds: float = 120, seed: int = 1
) -> FanOut:
    """Simulate processes of one core each, with the pages of each table spread over them.

    Moves arrive at random times at their player's process, which writes them and renders them for
    its own pages. Each other process with a page of the table renders it again, because rendering
    is shared only within a process.

    :param rate: moves per second for each process
    :param spread: number of processes that hold the pages of a table; 1 if all are in one process
    """
    chance = random.Random(seed)
    costs = COSTS
    shown = costs.move_scaled * costs.shown_share / 1000
    written = costs.move_scaled / 1000 - shown
    others = max(0, pages - 4) * costs.page / 1000
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
        work = shown + others / spread + (written if is_write else 0.0)
        # Costs vary: a move that ends a deal costs more than a pass.
        work *= chance.uniform(0.6, 1.4)
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
    return FanOut(
        rate,
        spread,
        sum(busy) / spread / max(*free, seconds),
        sum(late) / len(late),
        quantiles(late),
    )


# --- The start of an event


@dataclass(frozen=True)
class Start:
    """Simulated time until the players of an event have their tables."""

    players: int
    workers: int
    writers: int
    #: Seconds until 50 %, 99 % and all of the players have their cards on the page.
    half: float
    most: float
    all_there: float


def hot_start(
    players: int,
    *,
    workers: int,
    writers: int,
    seats: int = 4,
    pages: int = 64,
) -> Start:
    """Simulate the start of an event whose players are all seated together.

    Tables are independent of each other: each is started by one of the workers, whose statements go
    to the database of the table, and is then rendered by one of the processes that hold pages.

    :param workers: cores that start tables
    :param writers: databases over which tables are split; each runs one statement at a time
    :param pages: cores of processes that hold sockets
    """
    tables = math.ceil(players / seats)
    of_worker, of_database = COSTS.table_begun / 1000, COSTS.committing / 1000
    shown = COSTS.move_scaled * COSTS.shown_share / 1000
    ready = [(0.0, number) for number in range(workers)]
    database, page = [0.0] * writers, [0.0] * pages
    heapq.heapify(ready)
    there = []
    for table in range(tables):
        free, number = heapq.heappop(ready)
        begun = free + of_worker
        at = table % writers
        database[at] = max(begun, database[at]) + of_database
        heapq.heappush(ready, (database[at], number))
        to = table % pages
        page[to] = max(database[at], page[to]) + shown
        there.append(page[to])
    half, _most, most, last = quantiles(there)
    return Start(players, workers, writers, half, most, last)


# --- What is printed


def lines(play: Play, seed: int) -> Iterable[str]:
    """Yield the lines of the report."""
    found = needs(play)
    yield f"{play.players:,} players at {play.tables:,} tables, a move every {play.pause:g} s"
    yield f"moves                 {found.moves:>12,.0f} per second"
    yield f"sockets               {found.sockets:>12,}, {found.memory_gib:,.0f} GiB"
    yield f"messages              {found.sent:>12,.0f} per second, {found.megabits:,.0f} Mbit/s"
    yield f"cores to serve them   {found.cores:>12,} at {MAX_LOAD:.0%} of each"
    yield f"actions per day       {found.actions_a_day:>12,.0f}, {found.actions_gib_a_day:,.0f} GiB"
    yield f"cores to settle       {found.settled_cores:>12.1f}"
    yield ""
    yield "fan-out: from a move to the last page, ms        load    p50    p95    p99    max"
    for rate, spread in FAN_OUTS:
        made = fan_out(rate, spread=spread, seed=seed)
        late = "".join(f"{each:7.0f}" for each in made.late)
        where = "one process" if spread == 1 else f"{spread} processes"
        yield f"  {rate:4.0f} moves/s per process, pages in {where:<12} {made.load:6.0%}{late}"
    yield ""
    yield "50,000 players seated together           50 % ready  99 % ready   all ready"
    for workers, writers, pages in STARTS:
        made_start = hot_start(50_000, workers=workers, writers=writers, pages=pages)
        what = f"{workers} workers, {writers} databases, {pages} page cores"
        yield (
            f"  {what:<40} {made_start.half:6.1f} s {made_start.most:9.1f} s"
            f" {made_start.all_there:9.1f} s"
        )


#: Moves per second per process, and the number of processes with pages of a table.
FAN_OUTS = ((40, 1), (80, 1), (110, 1), (125, 1), (40, 2), (60, 2), (20, 4), (30, 4))
#: Workers, databases, and cores that hold pages.
STARTS = ((4, 1, 4), (32, 1, 16), (300, 1, 80), (300, 16, 80), (600, 32, 160))


def main() -> int:
    """Print the resources that the players need; return the exit status."""
    parser = argparse.ArgumentParser(prog="python -m benchmarks.scale", description=__doc__)
    parser.add_argument("--players", type=int, default=1_000_000)
    parser.add_argument("--pause", type=float, default=4.0, help="seconds between moves at a table")
    parser.add_argument("--seed", type=int, default=1)
    given = parser.parse_args()
    for line in lines(Play(players=given.players, pause=given.pause), given.seed):
        print(line)
    return 0


if __name__ == "__main__":
    sys.exit(main())
