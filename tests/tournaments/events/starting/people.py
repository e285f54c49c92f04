"""Members for the tests, and the answers of the form as a browser posts them."""

from datetime import timedelta
from typing import Any

from django.utils import timezone

from accounts.models import User
from games.common.denials import Denial
from games.rules.ruleset.rule_set import RuleSet
from tests.players import Person
from tests.tournaments.clubs.people import Crew
from tournaments.clubs.models import Membership
from tournaments.events.core.models import Event
from tournaments.events.starting.outline import outline_of
from tournaments.events.starting.plan import Length
from tournaments.events.starting.services import start_now


def join(crew: Crew, count: int, first: int = 1) -> list[User]:
    """Add this many members to the club."""
    names = [f"player{number}" for number in range(first, first + count)]
    users = User.objects.bulk_create(User(username=name) for name in names)
    users = list(User.objects.filter(username__in=names).order_by("pk"))
    Membership.objects.bulk_create(Membership(club=crew.club, user=user) for user in users)
    return users


def answers(members: list[User], **more: Any) -> dict[str, Any]:
    """Return the form's data with the usual answers."""
    return {
        "members": [each.pk for each in members],
        "format": "fixed_rounds",
        "length": "120",
        "rules": "pagat",
        "cards": "app",
        "clock": "relaxed",
        "name": "Friday Cup",
        "act": "start",
        "form_key": "k" * 20,
        **more,
    }


def started(crew: Crew, members: list[User], names: tuple[str, ...] = (), **more: Any) -> Event:
    """Start an event of these players as the organizer."""
    made = try_to_start(crew, members, names, **more)
    assert isinstance(made, Event), made
    return made


def try_to_start(
    crew: Crew,
    members: list[User],
    names: tuple[str, ...] = (),
    *,
    caller: Any = None,
    form_name: str = "fixed_rounds",
    form_key: str = "",
    uneven: str = "",
    cards: str = "app",
    rules: str = "pagat",
    **more: Any,
) -> Event | Denial:
    """Return the answer of the service for these players."""
    players = len(members) + len(names)
    rule_set = RuleSet.make(rules)
    outline = outline_of(
        crew.club,
        players,
        rules=rule_set,
        length=Length(60, rounds=2, deals=1),
        format_name=form_name,
        uneven=uneven,
        cards=cards,
        clock="none",
    )
    settings = outline.plan.settings if outline.plan else {}
    return start_now(
        caller or Person(crew.organizer).caller,
        crew.club,
        [each.pk for each in members],
        names,
        form_key=form_key,
        name="Friday Cup",
        starts_at=timezone.now() + timedelta(minutes=1),
        rules=rule_set,
        rules_name=rules,
        format_name=outline.event.format,
        format_settings=settings,
        uneven=outline.event.uneven,
        cards=cards,
        deals=1,
        **more,
    )
