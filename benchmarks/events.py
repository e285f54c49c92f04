"""Cost of starting a large round: ``python -m benchmarks.events``.

Creates an event of 200 members in a test database, then proposes and publishes its first round:
fifty tables, timed from the organizer's request to the last hand dealt. Exits with an error above
two seconds.
"""

import contextlib
import os
import sys
import time
from datetime import timedelta
from typing import Any, Final

import django
from django.utils import timezone

ENTRANTS: Final = 200
#: Time limit for publishing the round on two cores.
MAX_SECONDS: Final = 2.0


def event_of(count: int) -> tuple[Any, Any]:
    """Return an organizer's caller and their event with `count` members checked in."""
    from accounts.caller import Caller
    from accounts.models import User
    from games.rules.ruleset.rule_set import RuleSet
    from tournaments.clubs.models import Club, Membership
    from tournaments.clubs.services import club as club_services
    from tournaments.events.core.models import Event
    from tournaments.events.entries.models import Entry
    from tournaments.events.setup.services import create_event

    caller = Caller(User.objects.create_user("owner"))
    club = club_services.create(caller, name="Large")
    assert isinstance(club, Club), club
    users = User.objects.bulk_create(User(username=f"player{n}") for n in range(count))
    Membership.objects.bulk_create(Membership(club=club, user=each) for each in users)
    event = create_event(
        caller,
        club,
        name="Large",
        starts_at=timezone.now() + timedelta(days=1),
        rules=RuleSet.make("pagat"),
        rules_name="pagat",
        format_name="fixed_rounds",
        format_settings={"rounds": 3},
        visibility=Event.Visibility.PUBLIC,
    )
    assert isinstance(event, Event), event
    Entry.objects.bulk_create(
        Entry(event=event, user=each, name=each.username, number=number, status="here")
        for number, each in enumerate(users, 1)
    )
    Event.objects.filter(pk=event.pk).update(status=Event.Status.CHECK_IN)
    return caller, event


def start_round() -> None:
    """Publish the first round of a large event and print its cost."""
    from django.db import connection
    from django.test.utils import CaptureQueriesContext

    from tournaments.events.rounds import proposal, publication

    caller, event = event_of(ENTRANTS)
    began = time.perf_counter()
    assert proposal.start_event(caller, event.pk) is None
    print(f"round of {ENTRANTS} proposed in {time.perf_counter() - began:.2f} s")
    with CaptureQueriesContext(connection) as queries:
        began = time.perf_counter()
        assert publication.publish_round(caller, event.pk) is None
        seconds = time.perf_counter() - began
    tables = ENTRANTS // 4
    print(f"{tables} tables started in {seconds:.2f} s, {len(queries) / tables:.0f} queries each")
    if seconds > MAX_SECONDS:
        sys.exit(f"{seconds:.2f} s is more than {MAX_SECONDS:.0f} s")


def main() -> None:
    """Measure in a temporary test database."""
    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "config.settings")
    django.setup()
    from django.db import connection
    from django.test.utils import setup_test_environment, teardown_test_environment

    with contextlib.ExitStack() as stack:
        setup_test_environment()
        stack.callback(teardown_test_environment)
        name = connection.settings_dict["NAME"]
        connection.creation.create_test_db(verbosity=0)
        stack.callback(connection.creation.destroy_test_db, str(name), 0)
        start_round()


if __name__ == "__main__":
    main()
