"""A club whose last event had twelve players, for browser tests."""

import uuid
from typing import Any

PEOPLE = (
    "Ana Prado", "Budi Santoso", "Carla Núñez", "Dev Patel", "Eun-ji Park", "Farid Aziz",
    "Grace Chan", "Hugo Meyer", "Ines Silva", "Jun Tanaka", "Kofi Mensah", "Mei Ling Wong",
    "Noor Haddad", "Oscar Lam", "Priya Nair",
)  # fmt: skip
PLAYERS = 12


def club_after_an_event(cards: str = "app") -> dict[str, Any]:
    """Create a club with a finished event of twelve members; return session keys and addresses.

    Its organizer does not play, and it has a default stake.
    """
    from datetime import timedelta

    from django.utils import timezone

    from accounts.models import User
    from games.rules.ruleset.rule_set import RuleSet
    from tests.players import Person
    from tournaments.clubs.models import Club
    from tournaments.clubs.services import club as club_services
    from tournaments.events.core.models import Event
    from tournaments.events.entries.models import Entry

    mark = uuid.uuid4().hex[:6]
    owner = User.objects.create_user(f"olga-{mark}", display_name=f"Olga {mark}")
    club = club_services.create(
        Person(owner).caller, name=f"Harbour {mark}", stake_minor=50, currency="HKD"
    )
    assert isinstance(club, Club), club
    users = [
        User.objects.create_user(f"{name.split()[0].lower()}-{mark}", display_name=f"{name}")
        for name in PEOPLE
    ]
    for each in users:
        club.memberships.create(user=each)
    event = Event.objects.create(
        club=club,
        name="Last Friday",
        starts_at=timezone.now() - timedelta(days=7),
        finished_at=timezone.now() - timedelta(days=7),
        status=Event.Status.FINISHED,
        rules=RuleSet.make("pagat").to_options(),
        rules_name="pagat",
        format="fixed_rounds",
        format_settings={"rounds": 5},
        cards=cards,
        created_by=owner,
        awaits_settlement=False,
    )
    Entry.objects.bulk_create(
        Entry(event=event, number=number, user=user, name=user.shown_name, status="here")
        for number, user in enumerate(users[:PLAYERS], 1)
    )
    return {
        "club": club.slug,
        "owner": Person(owner).key,
        "players": [Person(each).key for each in users[:PLAYERS]],
    }
