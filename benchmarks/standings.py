"""Speed of the standings of a large event: ``python -m benchmarks.standings``.

Builds an event of 200 players and 10 rounds in a temporary database: 200 entries, 500 tables,
2,000 seats with results, and a few penalties. Measures the server's CPU time for one reader,
without the network: the computation alone (history, entrants, lines, possible winners), and whole
pages through middleware, view and templates. "first" is the first reader after a result came in,
"again" is every later reader of the same version. On one core of a small machine, with SQLite and
a target of 100 ms:

    computation 21 ms; standings page first 52 ms, again 24 ms, with 3 queries (first 9); an
    entrant's page 31 and 10 ms, as CSV 38 and 16 ms, all results as JSON 47 and 22 ms
"""

import os
import random
import sys
import tempfile
import time
from collections.abc import Callable
from typing import TYPE_CHECKING, Any, Final

if TYPE_CHECKING:
    from tournaments.events.core.models import Event

PLAYERS: Final = 200
ROUNDS: Final = 10
SIZE: Final = 4
#: Time limit for the standings, in milliseconds.
TARGET_MS: Final = 100
REPEATS: Final = 15


def build(players: int = PLAYERS, rounds: int = ROUNDS) -> "Event":
    """Build an event with all rounds played, with rows as the services would write them."""
    from datetime import timedelta

    from django.utils import timezone

    from accounts.models import User
    from games.rules.ruleset.rule_set import RuleSet
    from games.tables.models import Table
    from tournaments.clubs.models import Club, Membership
    from tournaments.events.core.models import Event
    from tournaments.events.corrections.models import EntryPenalty
    from tournaments.events.entries.models import Entry
    from tournaments.events.rounds.models import EventRound, EventSeat, EventTable

    rng, now = random.Random(1), timezone.now()
    people = User.objects.bulk_create(
        User(username=f"player{number}of{players}", display_name=f"Player {number}")
        for number in range(1, players + 1)
    )
    club = Club.objects.create(name="Harbour Club")
    Membership.objects.bulk_create(Membership(club=club, user=each) for each in people)
    rules = RuleSet.make("pagat")
    event = Event.objects.create(
        club=club,
        name="Harbour Open",
        starts_at=now - timedelta(hours=3),
        rules=rules.to_options(),
        rules_name="pagat",
        format="fixed_rounds",
        format_settings={"rounds": rounds + 1},
        status=Event.Status.RUNNING,
        visibility=Event.Visibility.PUBLIC,
        created_by=people[0],
    )
    entries = Entry.objects.bulk_create(
        Entry(event=event, user=each, number=number, name=each.shown_name, status="here")
        for number, each in enumerate(people, 1)
    )
    order = list(range(1, players + 1))
    for number in range(1, rounds + 1):
        rng.shuffle(order)
        tables = [order[at : at + SIZE] for at in range(0, players - players % SIZE, SIZE)]
        row = EventRound.objects.create(
            event=event,
            number=number,
            seating={"tables": tables, "out": order[players - players % SIZE :]},
            status=EventRound.Status.FINISHED,
            started_at=now,
            finished_at=now,
        )
        real = Table.objects.bulk_create(
            Table(rules=rules.to_options(), rules_name="pagat", is_arranged=True) for _ in tables
        )
        made = EventTable.objects.bulk_create(
            EventTable(round=row, number=at, table=each, finished_at=now)
            for at, each in enumerate(real, 1)
        )
        seats = []
        for table, people_here in zip(made, tables, strict=True):
            nets = [rng.randint(-40, 40) for _ in range(SIZE - 1)]
            for place, (who, net) in enumerate(zip(people_here, (*nets, -sum(nets)), strict=True)):
                seats.append(
                    EventSeat(
                        event_table=table,
                        place=place,
                        entry=entries[who - 1],
                        net=net,
                        deals_won=rng.randint(0, 3),
                        deals_played=4,
                    )
                )
        EventSeat.objects.bulk_create(seats)
    EntryPenalty.objects.bulk_create(
        EntryPenalty(entry=each, points=5, round=1, reason="Came late") for each in entries[::25]
    )
    return event


def median_ms(work: Callable[[], Any], before: Callable[[], Any] | None = None) -> float:
    """Return the median CPU time of `work`, in milliseconds."""
    found = []
    for _ in range(REPEATS):
        if before is not None:
            before()
        began = time.process_time()
        work()
        found.append(1000 * (time.process_time() - began))
    return sorted(found)[len(found) // 2]


def main() -> None:
    """Print the report; exit with an error if the target is missed."""
    os.environ["DJANGO_SETTINGS_MODULE"] = "config.settings"
    with tempfile.TemporaryDirectory() as folder:
        os.environ["DATA_DIR"] = folder
        os.environ["STATIC_ROOT"] = f"{folder}/static"
        os.environ.pop("DATABASE_URL", None)
        os.environ.pop("REDIS_URL", None)
        import django

        django.setup()
        from django.core.management import call_command

        call_command("migrate", verbosity=0)
        call_command("collectstatic", interactive=False, verbosity=0)
        measure()


def measure() -> None:
    """Build the event and print the times of its lists."""
    from django.conf import settings
    from django.db import connection
    from django.test import Client
    from django.test.utils import CaptureQueriesContext
    from django.urls import reverse

    from games.common.caches import clear_all
    from tournaments.events.standings.sheet import sheet_of

    settings.ALLOWED_HOSTS = ["testserver"]
    event = build()
    reader = event.entries.get(number=7).user
    assert reader is not None
    client = Client()
    client.force_login(reader)

    def get(name: str, *more: object) -> bytes:
        """Return the content of a page of the event."""
        answer = client.get(reverse(name, args=[event.slug, *more]))
        assert answer.status_code == 200, answer.status_code
        return answer.content

    print(f"{PLAYERS} players, {ROUNDS} rounds; Python {sys.version.split()[0]}, SQLite")
    get("event_standings")
    print(f"{'computation':<34}{median_ms(lambda: sheet_of(event), clear_all):>8.1f} ms")
    late = []
    pages: tuple[tuple[str, str, tuple[object, ...]], ...] = (
        ("standings", "event_standings", ()),
        ("an entrant's line", "event_standing", (7,)),
        ("standings to print", "event_print_standings", ()),
        ("standings as CSV", "event_data", ("standings", "csv")),
        ("results as JSON", "event_data", ("results", "json")),
    )
    for title, name, more in pages:
        first = median_ms(lambda name=name, more=more: get(name, *more), clear_all)  # type: ignore[misc]
        again = median_ms(lambda name=name, more=more: get(name, *more))  # type: ignore[misc]
        with CaptureQueriesContext(connection) as caught:
            size = len(get(name, *more))
        print(
            f"{title:<34}{first:>8.1f} ms first{again:>8.1f} ms again"
            f"{len(caught):>5} queries{size / 1024:>8.1f} KB",
            flush=True,
        )
        if name == "event_standings" and first > TARGET_MS:
            late.append(f"{title} take {first:.0f} ms, more than {TARGET_MS} ms")
    if late:
        sys.exit("; ".join(late))


if __name__ == "__main__":
    main()
