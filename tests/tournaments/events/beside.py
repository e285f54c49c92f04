"""Events of bots next to a running site, opened and read by a separate process."""

from datetime import timedelta
from typing import Any


def open_event(format_name: str, bots: int, deals: int, **settings: int) -> tuple[str, str]:
    """Return an event of bots with a proposed first round: its slug, and its host's session key."""
    from django.utils import timezone

    from accounts.caller import Caller
    from accounts.models import User
    from games.rules.ruleset.rule_set import RuleSet
    from tests.rigging import signed_in
    from tournaments.clubs.models import Club
    from tournaments.clubs.services import club as club_services
    from tournaments.events.core.models import Event
    from tournaments.events.entries.signing_up import enter_bot
    from tournaments.events.rounds import proposal
    from tournaments.events.setup.services import create_event, open_check_in, open_sign_up

    host = User.objects.create_user(f"host-of-{format_name}")
    caller = Caller(host)
    club = club_services.create(caller, name=f"Club of {format_name}")
    assert isinstance(club, Club), club
    event = create_event(
        caller,
        club,
        name=format_name,
        starts_at=timezone.now() + timedelta(days=1),
        rules=RuleSet.make("pagat"),
        rules_name="pagat",
        format_name=format_name,
        format_settings=settings,
        deals=deals,
        visibility=Event.Visibility.PUBLIC,
    )
    assert isinstance(event, Event), event
    assert open_sign_up(caller, event.pk) is None
    for _ in range(bots):
        assert enter_bot(caller, event.pk) is None
    assert open_check_in(caller, event.pk) is None
    assert proposal.start_event(caller, event.pk) is None
    return event.slug, signed_in(host)


def look_at_event(slug: str) -> dict[str, Any]:
    """Return the event's status and all values that must be unique."""
    from django.db.models import Sum

    from games.tables.models import Deal, Session
    from tournaments.events.core.models import Event
    from tournaments.events.rounds.models import EventSeat, EventTable

    event = Event.objects.get(slug=slug)
    tables = EventTable.objects.filter(round__event=event)
    sessions = Session.objects.filter(table__event_table__in=tables)
    deals = Deal.objects.filter(session__in=sessions)
    seats = EventSeat.objects.filter(event_table__in=tables)
    return {
        "status": event.status,
        "rounds": [each.status for each in event.rounds.order_by("number")],
        "tables": tables.count(),
        "done": tables.exclude(finished_at=None).count(),
        "sessions": sessions.count(),
        "deals": deals.count(),
        "scored": deals.filter(nets__isnull=False).count(),
        "seats": seats.count(),
        "sum": seats.aggregate(sum=Sum("net"))["sum"] or 0,
        "begun": event.records.filter(deed="published").count(),
    }
