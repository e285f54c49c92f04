"""An event for browsers, made beside a running club."""

from __future__ import annotations

import uuid
from typing import Any

from games.rules.ruleset import RuleSet
from tests.players import Person
from tests.tournaments.clubs.people import Crew, caller, person
from tests.tournaments.events import agreed
from tests.tournaments.events.evening import Evening
from tests.tournaments.events.paper_evening import PaperEvening
from tournaments.clubs import services as clubs
from tournaments.clubs.models import Club
from tournaments.events import services
from tournaments.events.models import Event


def event(
    people: int = 4, bots: int = 4, rules: str = "pagat", upto: str = "proposed", **terms: Any
) -> dict[str, Any]:
    """An event of a new club, with its organizer's and its players' sessions."""
    mark = uuid.uuid4().hex[:6]
    owner = person(f"olga-{mark}")
    made = clubs.found(caller(owner), name=f"Harbour {mark}")
    assert isinstance(made, Club)
    crew = Crew(made, owner, owner, owner, owner, owner)
    terms.setdefault("name", "Spring Cup")
    evening = Evening.of(crew, rules=RuleSet.make(rules), rules_name=rules, **terms)
    evening.well(services.open_entries)
    for name in ("Ana", "Ben", "Carla", "Dmitri", "Eun-ji", "Farid", "Grace", "Hugo", "Ines")[
        :people
    ]:
        clubs_person = person(f"{name}-{mark}")
        evening.crew.club.memberships.create(user=clubs_person)
        evening.people.append(Person(clubs_person))
        assert agreed.enter(evening.event, evening.people[-1]) is None
    evening.with_bots(bots)
    if upto != "open":
        evening.well(services.begin_check_in)
    if upto in ("proposed", "published"):
        evening.well(services.check_in_all).well(services.start_event)
    if upto == "published":
        evening.well(services.publish_round)
    return {
        "slug": evening.event.slug,
        "club": made.slug,
        "organizer": Person(owner).key,
        "players": [each.key for each in evening.people],
        "tables": [each.table.slug for each in evening.tables()] if upto == "published" else [],
    }


def event_with_a_stake(names: list[str], **terms: Any) -> dict[str, Any]:
    """An event with a stake, open for entries, of a new club; these members have not entered.

    Gives the sessions of its organizer and, by name, of its members, with their usernames.
    """
    mark = uuid.uuid4().hex[:6]
    owner = person(f"olga-{mark}")
    made = clubs.found(caller(owner), name=f"Harbour {mark}")
    assert isinstance(made, Club)
    terms = {"name": "Spring Cup", "stake_minor": 500, "currency": "HKD"} | terms
    kind = PaperEvening if terms.get("cards") == "paper" else Evening
    evening = kind.of(Crew(made, owner, owner, owner, owner, owner), **terms)
    evening.well(services.open_entries)
    people = {name: person(f"{name}-{mark}") for name in names}
    for each in people.values():
        made.memberships.create(user=each)
    return {
        "slug": evening.event.slug,
        "organizer": Person(owner).key,
        "usernames": {name: each.username for name, each in people.items()},
        "keys": {name: Person(each).key for name, each in people.items()},
    }


def done(slug: str, service: str, *more: Any, **named: Any) -> bool:
    """Let the event's organizer do something; tells whether it was done."""
    found = Event.objects.select_related("created_by").get(slug=slug)
    desk = Person(found.created_by).caller
    return getattr(services, service)(desk, found.pk, *more, **named) is None
