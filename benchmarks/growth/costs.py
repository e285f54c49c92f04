"""What pages and sweeps cost: the processor's time, their statements, and how those are planned."""

import statistics
import time
from collections.abc import Callable, Iterator
from typing import Any, Final, NamedTuple

from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext

from benchmarks.growth.club import Visitors

#: So often each is done before it is measured, and while it is.
WARM: Final = 3
TIMES: Final = 7


#: How long a quiet core takes for what `slowness` does, in seconds.
QUIET: Final = 0.04


def slowness() -> float:
    """Return how many times as long as a quiet core this one takes now, for the same work."""
    before, total = time.process_time(), 0
    for number in range(1_000_000):
        total += number
    return (time.process_time() - before) / QUIET


class Cost(NamedTuple):
    """What something costs, done once more when it was done before."""

    milliseconds: float
    statements: int
    #: How much slower than a quiet one the core was just before.
    slowness: float
    plans: list[str]


def costs(visitors: Visitors, *, plans: bool) -> dict[str, Cost]:
    """Measure everything; the names are those of `MOST`, besides a few more."""
    return {name: _cost(do, plans=plans) for name, do in _deeds(visitors)}


def _deeds(visitors: Visitors) -> Iterator[tuple[str, Callable[[], object]]]:
    from accounts.models import User
    from games.tables.services import sweep as sweep_tables
    from tournaments.events.services import sweep as sweep_events
    from tournaments.ledger.services import sweep as sweep_ledger
    from tournaments.ratings.services import sweep as sweep_ratings

    def reader(number: int | None) -> Client:
        client = Client(HTTP_HOST="localhost")
        if number is not None:
            client.force_login(
                User.objects.get(pk=number), "django.contrib.auth.backends.ModelBackend"
            )
        return client

    def visit(client: Client, url: str) -> Callable[[], object]:
        def get() -> None:
            response = client.get(url)
            assert response.status_code == 200, (url, response.status_code)

        return get

    def all_of(*deeds: Callable[[], None]) -> Callable[[], None]:
        def do() -> None:
            for each in deeds:
                each()

        return do

    unknown, usual, old_hand = map(reader, (None, visitors.usual, visitors.old_hand))
    session = f"/tables/{visitors.slug}/sessions/1/"
    yield "home, unknown", visit(unknown, "/")
    yield "home, usual member", visit(usual, "/")
    yield "home, 2,000 sessions", visit(old_hand, "/")
    yield "lobby", visit(usual, "/tables/")
    yield "ratings, first page", visit(unknown, "/ratings/")
    yield "ratings, own elsewhere", visit(usual, "/ratings/?page=3")
    yield "statistics, 80 sessions", visit(usual, "/people/me/")
    yield "statistics, 2,000 sessions", visit(old_hand, "/people/me/")
    yield "player, 80 sessions", visit(old_hand, f"/players/player{visitors.usual}/")
    yield "player, 2,000 sessions", visit(usual, f"/players/player{visitors.old_hand}/")
    yield "table, finished", visit(unknown, f"/tables/{visitors.slug}/")
    yield "session, its history", visit(unknown, session)
    yield "deal, its replay", visit(unknown, f"{session}deals/1/")
    yield "games.sweep", sweep_tables
    yield "tournaments.sweep", all_of(sweep_ledger, sweep_ratings, sweep_events)


def _cost(do: Callable[[], object], *, plans: bool) -> Cost:
    for _ in range(WARM):
        do()
    slow = slowness()
    worked = []
    for _ in range(TIMES):
        before = time.process_time()
        do()
        worked.append(1000 * (time.process_time() - before))
    with CaptureQueriesContext(connection) as queries:
        do()
    said = [each["sql"] for each in queries]
    told = [line for sql in said for line in _plan(sql)] if plans else []
    return Cost(statistics.median(worked), len(said), slow, told)


def _plan(sql: str) -> Iterator[str]:
    """Give the statement, shortened, and how the database goes about it."""
    if not sql.startswith(("SELECT", "UPDATE", "WITH")):
        return
    yield f"  {sql[:60]} … {sql[sql.find(' FROM ') :][:120]}"
    explain = "EXPLAIN QUERY PLAN" if connection.vendor == "sqlite" else "EXPLAIN"
    with connection.cursor() as cursor:
        # Without parameters: signs of percentage are no places for them.
        cursor.execute(f"{explain} {sql}")
        found: list[Any] = cursor.fetchall()
    for row in found:
        yield f"      {row[-1]}"
