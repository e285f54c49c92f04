"""Players of a club's last event, who can be selected for the next one with one press."""

from typing import NamedTuple

from django.db.models import Q

from tournaments.clubs.models import Club
from tournaments.events.core.models import Event
from tournaments.events.entries.models import Entry


class LastPlayers(NamedTuple):
    """Players of an event: members by account number, and names of players without an account."""

    members: list[int]
    names: list[str]
    #: How the event's deals were played; empty without an event.
    cards: str = ""


def players_of_event(event: Event) -> LastPlayers:
    """Return the users and players without an account who have or had a place. One query."""
    played = Q(status__in=Entry.PLACED_STATUSES) | Q(left__isnull=False)
    rows = event.entries.filter(played, bot="").order_by("number").values_list("user", "name")
    members = [user for user, _name in rows if user is not None]
    return LastPlayers(members, [name for user, name in rows if user is None], event.cards)


def last_players(club: Club, *, before: Event | None = None) -> LastPlayers:
    """Return the players of the club's last event that has started. Two queries.

    :param before: an event to leave out
    """
    started = Event.objects.filter(club=club, status__in=Event.STARTED_STATUSES)
    if before is not None:
        started = started.exclude(pk=before.pk)
    # Without players it was a club night at which no session ended.
    event = started.filter(entries__bot="").order_by("-starts_at", "-pk").first()
    return LastPlayers([], []) if event is None else players_of_event(event)
