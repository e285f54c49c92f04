"""CPU time, queries and query plans of pages and sweeps."""

import statistics
import time
from collections.abc import Callable, Iterator
from typing import Any, Final, NamedTuple

from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext

from benchmarks.growth.history import Viewers

#: Number of warm-up runs, and of measured runs.
WARM: Final = 3
TIMES: Final = 7


#: Time that an idle core takes for the work of `slowness`, in seconds.
IDLE_SECONDS: Final = 0.04


def slowness() -> float:
    """Return how many times slower this core is now than an idle one."""
    before, total = time.process_time(), 0
    for number in range(1_000_000):
        total += number
    return (time.process_time() - before) / IDLE_SECONDS


class Cost(NamedTuple):
    """Cost of an operation that has been done before."""

    milliseconds: float
    statements: int
    #: How many times slower than an idle core this one was just before.
    slowness: float
    plans: list[str]


def costs(viewers: Viewers, *, plans: bool) -> dict[str, Cost]:
    """Return the cost of each operation, by its name in the report."""
    return {name: _cost(do, plans=plans) for name, do in _operations(viewers)}


def _operations(viewers: Viewers) -> Iterator[tuple[str, Callable[[], object]]]:
    """Yield the name of each page and sweep, with a function that requests or runs it."""
    from accounts.models import User
    from games.tables.services.timers import sweep as sweep_tables
    from tournaments.events.upkeep import sweep as sweep_events
    from tournaments.ledger.settling.services import sweep as sweep_ledger
    from tournaments.ratings.services import sweep as sweep_ratings

    def client_of(number: int | None) -> Client:
        """Return a test client, signed in as the user with this key."""
        client = Client(HTTP_HOST="localhost")
        if number is not None:
            client.force_login(
                User.objects.get(pk=number), "django.contrib.auth.backends.ModelBackend"
            )
        return client

    def visit(client: Client, url: str) -> Callable[[], object]:
        """Return a function that requests the page and expects status 200."""

        def get() -> None:
            """Request the page."""
            response = client.get(url)
            assert response.status_code == 200, (url, response.status_code)

        return get

    def all_of(*operations: Callable[[], None]) -> Callable[[], None]:
        """Return a function that runs the operations in turn."""

        def run_all() -> None:
            """Run the operations in turn."""
            for operation in operations:
                operation()

        return run_all

    unknown, typical, veteran = map(client_of, (None, viewers.typical, viewers.veteran))
    session = f"/tables/{viewers.slug}/sessions/1/"
    yield "home, signed out", visit(unknown, "/")
    yield "home, typical member", visit(typical, "/")
    yield "home, 2,000 sessions", visit(veteran, "/")
    yield "lobby", visit(typical, "/tables/")
    yield "ratings, first page", visit(unknown, "/ratings/")
    yield "ratings, own on page 3", visit(typical, "/ratings/?page=3")
    yield "statistics, 80 sessions", visit(typical, "/people/me/")
    yield "statistics, 2,000 sessions", visit(veteran, "/people/me/")
    yield "player, 80 sessions", visit(veteran, f"/players/player{viewers.typical}/")
    yield "player, 2,000 sessions", visit(typical, f"/players/player{viewers.veteran}/")
    yield "table, finished", visit(unknown, f"/tables/{viewers.slug}/")
    yield "session history", visit(unknown, session)
    yield "deal replay", visit(unknown, f"{session}deals/1/")
    yield "games.sweep", sweep_tables
    yield "tournaments.sweep", all_of(sweep_ledger, sweep_ratings, sweep_events)


def _cost(operation: Callable[[], object], *, plans: bool) -> Cost:
    """Return the median cost of the operation, and its query plans if asked for."""
    for _ in range(WARM):
        operation()
    slow = slowness()
    worked = []
    for _ in range(TIMES):
        before = time.process_time()
        operation()
        worked.append(1000 * (time.process_time() - before))
    with CaptureQueriesContext(connection) as queries:
        operation()
    said = [each["sql"] for each in queries]
    told = [line for sql in said for line in _plan(sql)] if plans else []
    return Cost(statistics.median(worked), len(said), slow, told)


def _plan(sql: str) -> Iterator[str]:
    """Yield the statement, shortened, and its query plan."""
    if not sql.startswith(("SELECT", "UPDATE", "WITH")):
        return
    yield f"  {sql[:60]} … {sql[sql.find(' FROM ') :][:120]}"
    explain = "EXPLAIN QUERY PLAN" if connection.vendor == "sqlite" else "EXPLAIN"
    with connection.cursor() as cursor:
        # Without parameters: percent signs in the SQL are not placeholders.
        cursor.execute(f"{explain} {sql}")
        found: list[Any] = cursor.fetchall()
    for row in found:
        yield f"      {row[-1]}"
