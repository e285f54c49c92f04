"""Players chosen for an event before its sign-up opens, kept in the organizer's session.

They are selected on the page that adds members, and signed up or invited only there.
"""

from collections.abc import Iterable
from typing import Final

from django.http import HttpRequest

from games.common.numbers import whole_number
from tournaments.events.core.models import Event

#: Name of the hidden fields with the account numbers in the form of a new event.
FIELD: Final = "planned"
#: Key in the session: account numbers by the slug of the event.
_SESSION_KEY: Final = "planned_players"
#: Maximum number of events whose players a session keeps; the oldest are dropped.
_MOST_EVENTS: Final = 5


def posted_players(request: HttpRequest) -> list[int]:
    """Return the account numbers in the posted form of a new event."""
    numbers = (whole_number(each, 12) for each in request.POST.getlist(FIELD))
    return [each for each in numbers if each]


def keep_planned(request: HttpRequest, event: Event, players: Iterable[int]) -> None:
    """Keep the players for the event; without any, do nothing."""
    if found := list(players):
        kept = request.session.get(_SESSION_KEY, {})
        newest = list(kept.items())[1 - _MOST_EVENTS :]
        request.session[_SESSION_KEY] = {**dict(newest), event.slug: found}


def planned_players(request: HttpRequest, event: Event) -> list[int]:
    """Return the account numbers kept for the event; empty without any."""
    found: list[int] = request.session.get(_SESSION_KEY, {}).get(event.slug, [])
    return found


def forget_planned(request: HttpRequest, event: Event) -> None:
    """Forget the players of the event, who have been added."""
    kept = request.session.get(_SESSION_KEY, {})
    if kept.pop(event.slug, None) is not None:
        request.session[_SESSION_KEY] = kept
