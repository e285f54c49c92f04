"""An event for browser tests, created next to a running site."""

from __future__ import annotations

import uuid
from importlib import import_module
from typing import Any

from django.urls import reverse

from games.agreements.models import Agreement
from games.rules.ruleset.rule_set import RuleSet
from tests.players import Person
from tests.tournaments.agreements import with_maximum
from tests.tournaments.clubs.people import Crew, caller, person
from tests.tournaments.events import agreed
from tests.tournaments.events.evening import Evening
from tests.tournaments.events.paper_evening import PaperEvening
from tournaments.clubs.models import Club
from tournaments.clubs.services import club
from tournaments.events.core.models import Event
from tournaments.events.entries.checking_in import check_in_all
from tournaments.events.paper.deal import WrittenDeal
from tournaments.events.rounds import proposal, publication
from tournaments.events.setup.services import open_check_in, open_sign_up
from tournaments.events.substitutes.services import replace_player

NAMES = ("Ana", "Ben", "Carla", "Dmitri", "Eun-ji", "Farid", "Grace", "Hugo", "Ines")


def event(
    people: int = 4, bots: int = 4, rules: str = "pagat", upto: str = "proposed", **terms: Any
) -> dict[str, Any]:
    """Create an event of a new club; return its organizer's and its players' sessions."""
    mark = uuid.uuid4().hex[:6]
    owner = person(f"olga-{mark}")
    made = club.create(caller(owner), name=f"Harbour {mark}")
    assert isinstance(made, Club)
    crew = Crew(made, owner, owner, owner, owner, owner)
    terms.setdefault("name", "Spring Cup")
    evening = Evening.of(crew, rules=RuleSet.make(rules), rules_name=rules, **terms)
    evening.well(open_sign_up)
    for name in NAMES[:people]:
        clubs_person = person(f"{name}-{mark}")
        evening.crew.club.memberships.create(user=clubs_person)
        evening.people.append(Person(clubs_person))
        assert agreed.enter(evening.event, evening.people[-1]) is None
    evening.with_bots(bots)
    if upto != "open":
        evening.well(open_check_in)
    if upto in ("proposed", "published"):
        evening.well(check_in_all).well(proposal.start_event)
    if upto == "published":
        evening.well(publication.publish_round)
    return {
        "slug": evening.event.slug,
        "club": made.slug,
        "organizer": Person(owner).key,
        "players": [each.key for each in evening.people],
        "tables": [each.table.slug for each in evening.tables()] if upto == "published" else [],
    }


def event_with_a_stake(names: list[str], **terms: Any) -> dict[str, Any]:
    """Create an event with a stake and open sign-up, whose members have not signed up.

    Returns the session keys of its organizer and, by name, of its members, with their usernames.
    """
    mark = uuid.uuid4().hex[:6]
    owner = person(f"olga-{mark}")
    made = club.create(caller(owner), name=f"Harbour {mark}")
    assert isinstance(made, Club)
    terms = {"name": "Spring Cup", "stake_minor": 500, "currency": "HKD"} | terms
    kind = PaperEvening if terms.get("cards") == "paper" else Evening
    evening = kind.of(Crew(made, owner, owner, owner, owner, owner), **terms)
    evening.well(open_sign_up)
    people = {name: person(f"{name}-{mark}") for name in names}
    for each in people.values():
        made.memberships.create(user=each)
    return {
        "slug": evening.event.slug,
        "organizer": Person(owner).key,
        "usernames": {name: each.username for name, each in people.items()},
        "keys": {name: Person(each).key for name, each in people.items()},
    }


def questions(name: str = "Spring Cup") -> dict[str, str]:
    """Ask two users of an event with a stake; return the pages, and a session key for each user.

    A player is asked to agree to a correction above their maximum, a member to be a substitute.
    """
    mark = uuid.uuid4().hex[:6]
    owner = person(f"olga-{mark}")
    made = club.create(caller(owner), name=f"Harbour {mark}")
    assert isinstance(made, Club)
    people = [person(f"{each}-{mark}") for each in NAMES[:9]]
    for each in people:
        made.memberships.create(user=each)
    terms = {"name": name, "stake_minor": 500, "currency": "HKD", "deals": 1}
    crew = Crew(made, owner, owner, owner, owner, owner)
    evening = PaperEvening.open(crew, format_settings={"rounds": 1}, **terms)
    evening.well(open_sign_up)
    for each in people[:8]:
        evening.people.append(Person(each))
        assert agreed.enter(evening.event, evening.people[-1]) is None
    evening.all_here().well(proposal.start_event).well(publication.publish_round)
    first, second = evening.table(1), evening.table(2)
    seat = second.seats.select_related("entry").order_by("place")[0]
    asked = evening.do(replace_player, seat.entry.number, people[8], "Has a train")
    evening.play_sheet(first)
    loser = evening.at(first, 0)
    with_maximum(Agreement.Subject.EVENT, evening.event.pk, loser.user, 10_000)
    deal = WrittenDeal(winner=1, left=(10, 0, 1, 2), starter=0)
    made_of = evening.as_desk(first, 1, deal, version=1, reason="Cards of two seats were swapped")
    slug = evening.event.slug
    return {
        "slug": slug,
        "organizer": Person(owner).key,
        "correction": reverse("event_correction", args=[slug, made_of.pk]),
        "loser": loser.key,
        "substitution": reverse("event_substitution", args=[slug, asked.pk]),
        "substitute": Person(people[8]).key,
    }


def done(slug: str, service: str, *more: Any, **named: Any) -> bool:
    """Call a service as the event's organizer; return if it succeeded.

    :param service: its path below ``tournaments.events``, such as ``rounds.publication.undo_round``
    """
    module, _, name = service.rpartition(".")
    found = Event.objects.select_related("created_by").get(slug=slug)
    desk = Person(found.created_by).caller
    function = getattr(import_module(f"tournaments.events.{module}"), name)
    return function(desk, found.pk, *more, **named) is None
