"""Pages and sweeps whose cost must not grow with the history, and their query plans."""

from collections.abc import Callable, Iterator
from typing import Any

from django.db import connection

from accounts.models import User
from benchmarks.growth.history import Viewers
from benchmarks.page_costs import Cost, client_of, cost_of, visit
from games.tables.services.timers import sweep as sweep_tables
from tournaments.events.upkeep import sweep as sweep_events
from tournaments.ledger.settling.services import sweep as sweep_ledger
from tournaments.ratings.services import sweep as sweep_ratings


def costs(viewers: Viewers, *, plans: bool) -> dict[str, Cost]:
    """Return the cost of each operation, by its name in the report; print query plans if wanted."""
    found = {name: cost_of(do) for name, do in _operations(viewers)}
    for name, cost in found.items() if plans else ():
        print(f"\n{name}")
        for sql in cost.queries:
            print("\n".join(_plan(sql)))
    return found


def _operations(viewers: Viewers) -> Iterator[tuple[str, Callable[[], int]]]:
    """Yield the name of each page and sweep, with a function that requests or runs it."""
    unknown, typical, veteran = (
        client_of(None if number is None else User.objects.get(pk=number))
        for number in (None, viewers.typical, viewers.veteran)
    )
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
    yield "games.sweep", lambda: _size_of(sweep_tables)
    yield "tournaments.sweep", lambda: _size_of(sweep_ledger, sweep_ratings, sweep_events)


def _size_of(*sweeps: Callable[[], object]) -> int:
    """Run the sweeps; return 0, as they have no page."""
    for sweep in sweeps:
        sweep()
    return 0


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
