"""Start of a large round, and the standings of a large event.

At an event of 200 members, the first round of fifty tables is proposed and published, from the
organizer's request to the last hand dealt. At another, ten rounds have been played. Its standings
are read by one player: "first" after a result came in, "again" by every later reader of the same
version. A round should start in two seconds of an idle core, and the standings show in 100 ms.
"""

import argparse
import time
from random import Random
from typing import Final

from django.db import connection
from django.test.utils import CaptureQueriesContext
from django.urls import reverse

from accounts.caller import Caller
from benchmarks.page_costs import client_of, cost_of, print_costs, visit
from benchmarks.report import slowness
from benchmarks.site import use_test_settings
from games.common.caches import clear_all
from tests.tournaments.clubs.people import Crew, crew
from tests.tournaments.events.rows import large_event, played_event
from tournaments.events.rounds import proposal, publication
from tournaments.events.standings.sheet import sheet_of

PLAYERS: Final = 200
ROUNDS: Final = 10
MAX_START_SECONDS: Final = 2.0
MAX_STANDINGS_MS: Final = 100.0


def add_options(_parser: argparse.ArgumentParser) -> None:
    """Add no options."""


def run(_options: argparse.Namespace) -> list[str]:
    """Measure both events; return what took too long."""
    use_test_settings()
    people = crew()
    return _start_round(people) + _show_standings(people)


def _start_round(people: Crew) -> list[str]:
    """Publish the first round of an event and print its cost; return whether it took too long."""
    caller = Caller(people.owner)
    names = [f"Player {number}" for number in range(1, PLAYERS + 1)]
    event = played_event(people, [], names, status="check-in", length=3)
    slow, began = slowness(), time.process_time()
    assert proposal.start_event(caller, event.pk) is None
    proposed = (time.process_time() - began) / slow
    with CaptureQueriesContext(connection) as queries:
        began = time.process_time()
        assert publication.publish_round(caller, event.pk) is None
        seconds = (time.process_time() - began) / slow
    tables = PLAYERS // 4
    print(
        f"round of {PLAYERS} proposed in {proposed:.2f} s; {tables} tables started in"
        f" {seconds:.2f} s, {len(queries) / tables:.0f} queries each (CPU time of an idle core;"
        f" this one is slower by {slow:.1f})\n"
    )
    too_long = f"{seconds:.2f} s to start a round is more than {MAX_START_SECONDS:.0f} s"
    return [too_long] * (seconds > MAX_START_SECONDS)


def _show_standings(people: Crew) -> list[str]:
    """Print the cost of the lists of a large event; return which took too long."""
    event = large_event(people, PLAYERS, ROUNDS, Random(1))
    client = client_of(event.entries.get(number=7).user)
    costs = {"computation": cost_of(lambda: len(sheet_of(event).lines), clear_all)}
    pages: dict[str, tuple[str, tuple[object, ...]]] = {
        "standings": ("event_standings", ()),
        "an entrant's line": ("event_standing", (7,)),
        "standings to print": ("event_print_standings", ()),
        "standings as CSV": ("event_data", ("standings", "csv")),
        "results as JSON": ("event_data", ("results", "json")),
    }
    for title, (name, more) in pages.items():
        get = visit(client, reverse(name, args=[event.slug, *more]))
        costs[f"{title}, first"] = cost_of(get, clear_all)
        costs[f"{title}, again"] = cost_of(get)
    return print_costs(costs, {"standings, first": MAX_STANDINGS_MS})
