"""What a million players at once would need, by arithmetic and by queues that are simulated.

``python -m benchmarks.scale`` says how many processes, messages and bytes a million players are,
then runs two models: the fan-out of moves over processes that hold the sockets, and the start of
an event whose people are all seated within one second. What a move, a socket and a seat cost is in
`COSTS`, with the measurement each number is from; all else follows from it. The simulated time has
nothing to do with the clock: the same seed gives the same figures on each machine.
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
    """What was measured on one core (benchmarks/results.md, docs/PERFORMANCE.md)."""

    #: CPU-ms of a move with four pages at the table, embedded, 200 tables, closed loop.
    move: float = 3.6
    #: The same with PostgreSQL and Redis, a move in two seconds at each of 200 tables.
    move_scaled: float = 7.3
    #: Of a move, the share that shows and sends; the rest writes and receives.
    shown_share: float = 0.72
    #: CPU-ms for each further page at the table.
    page: float = 0.2
    #: Bytes to each page for a move.
    bytes_a_page: int = 2_350
    #: KiB a socket takes.
    socket_kib: int = 76
    #: CPU-ms to begin a table of four: 50 tables in 1.10 s.
    table_begun: float = 22.0
    #: CPU-ms to settle a session.
    settled: float = 17.0
    #: Bytes of a row of the action table with its indexes. Assumed.
    action_bytes: int = 100
    #: Milliseconds that a database works for the statements and the commit of a table that begins.
    #: Assumed: 16 statements that find rows by keys, and one wait for the disk, which is shared.
    committing: float = 1.0


@dataclass(frozen=True)
class Play:
    """How people play."""

    players: int = 1_000_000
    seats: int = 4
    #: Seconds from one move at a table to the next: people think longer than the benchmark.
    pause: float = 4.0
    #: Of all tables, how many are watched, and by how many pages each.
    watched: float = 0.01
    watchers: int = 20
    #: Moves in a deal, and deals in a session.
    moves_a_deal: int = 60
    deals: int = 5

    @property
    def tables(self) -> int:
        return self.players // self.seats

    @property
    def moves(self) -> float:
        """Moves a second, of all tables."""
        return self.tables / self.pause

    @property
    def sockets(self) -> int:
        return self.players + round(self.tables * self.watched * self.watchers)

    @property
    def sessions(self) -> float:
        """Sessions that end a second."""
        return self.moves / (self.moves_a_deal * self.deals)


COSTS = Costs()
#: A process is not loaded further than this, or answers come late.
MOST_LOAD = 0.6


@dataclass(frozen=True)
class Needs:
    """What so many players need."""

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
    """Return what the players need, when each process holds all pages of its tables."""
    watchers = play.sockets - play.players
    work = play.moves * costs.move_scaled + watchers / play.pause * costs.page
    sent = play.sockets / play.pause
    a_day = play.moves * 86_400
    return Needs(
        moves=play.moves,
        sockets=play.sockets,
        sent=sent,
        megabits=sent * costs.bytes_a_page * 8 / 1e6,
        cores=math.ceil(work / 1000 / MOST_LOAD),
        memory_gib=play.sockets * costs.socket_kib / 2**20,
        actions_a_day=a_day,
        actions_gib_a_day=a_day * costs.action_bytes / 2**30,
        settled_cores=play.sessions * costs.settled / 1000,
    )


def quantiles(values: Sequence[float]) -> tuple[float, float, float, float]:
    """Return the median, the 95th and 99th of a hundred, and the longest."""
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
    """How moves reach the pages."""

    #: Moves a second at the tables of one process.
    rate: float
    #: Processes that hold pages of the same table.
    spread: int
    #: How much of a core was used by each process.
    load: float
    #: Milliseconds until the last page has it, on average.
    mean: float
    #: The same: median, 95, 99 of a hundred, longest.
    late: tuple[float, float, float, float]


def fan_out(
    rate: float, *, spread: int = 1, pages: int = 4, seconds: float = 120, seed: int = 1
) -> FanOut:
    """Simulate processes of one core each, between which tables are spread.

    Moves arrive by chance at the process of who made them. It writes them, and shows them to its
    own pages; each other process with a page of the table makes its own picture of it, since a
    picture is made once for each process.

    :param rate: moves a second for each process
    :param spread: over so many processes the pages of each table lie; 1 where all come to one
    """
    chance = random.Random(seed)
    costs = COSTS
    shown = costs.move_scaled * costs.shown_share / 1000
    written = costs.move_scaled / 1000 - shown
    others = max(0, pages - 4) * costs.page / 1000
    #: The work that comes in, by when: (when, number, process, move, what is to be done).
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
        # Costs vary: a move that ends a deal is dearer than a pass.
        work *= chance.uniform(0.6, 1.4)
        start = max(when, free[process])
        free[process] = start + work
        busy[process] += work
        if is_write:
            began[move] = when
            for other in range(spread):
                if other != process:
                    # They hear of it once it is committed.
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
    """How an event's people get their tables."""

    players: int
    workers: int
    writers: int
    #: Seconds until so many of a hundred have their cards on the page.
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
    """Simulate the start of an event whose people are all seated at once.

    Tables are independent of each other: each is begun by one of the workers, whose statements go
    to the database of the table, and is then shown by one of the processes that hold pages.

    :param workers: cores that begin tables
    :param writers: databases over which tables are split; each takes one statement at a time
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
    found = needs(play)
    yield f"{play.players:,} players at {play.tables:,} tables, a move in {play.pause:g} s"
    yield f"moves                 {found.moves:>12,.0f} a second"
    yield f"sockets               {found.sockets:>12,}, {found.memory_gib:,.0f} GiB"
    yield f"messages              {found.sent:>12,.0f} a second, {found.megabits:,.0f} Mbit/s"
    yield f"cores that serve them {found.cores:>12,} at {MOST_LOAD:.0%} of each"
    yield f"actions a day         {found.actions_a_day:>12,.0f}, {found.actions_gib_a_day:,.0f} GiB"
    yield f"cores that settle     {found.settled_cores:>12.1f}"
    yield ""
    yield "fan-out: from a move to the last page, ms        load    p50    p95    p99    max"
    for rate, spread in FAN_OUTS:
        made = fan_out(rate, spread=spread, seed=seed)
        late = "".join(f"{each:7.0f}" for each in made.late)
        where = "one process" if spread == 1 else f"{spread} processes"
        yield f"  {rate:4.0f} moves/s a process, pages in {where:<12} {made.load:6.0%}{late}"
    yield ""
    yield "50,000 people seated at once          half there   99 of 100   all there"
    for workers, writers, pages in STARTS:
        made_start = hot_start(50_000, workers=workers, writers=writers, pages=pages)
        what = f"{workers} workers, {writers} databases, {pages} for pages"
        yield (
            f"  {what:<38} {made_start.half:6.1f} s {made_start.most:9.1f} s"
            f" {made_start.all_there:9.1f} s"
        )


#: Moves a second for a process, and over how many processes the pages of a table lie.
FAN_OUTS = ((40, 1), (80, 1), (110, 1), (125, 1), (40, 2), (60, 2), (20, 4), (30, 4))
#: Workers, databases, and cores that hold pages.
STARTS = ((4, 1, 4), (32, 1, 16), (300, 1, 80), (300, 16, 80), (600, 32, 160))


def main() -> int:
    """Print what so many players need; returns the exit status."""
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
