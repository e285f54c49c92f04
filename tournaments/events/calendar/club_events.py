"""The lists of a club's events and seasons, on the club's page and on its events page."""

from django.urls import reverse

from tournaments.clubs.links import ClubEvents, EventLine
from tournaments.clubs.models import Club
from tournaments.clubs.policy import Right, Role, may
from tournaments.events.core import access, selectors
from tournaments.events.core.models import Event
from tournaments.events.core.words import when
from tournaments.events.seasons import words
from tournaments.events.seasons.models import Season
from tournaments.events.seasons.selectors import seasons

#: Numbers of events on the club's page, and of past events and seasons on the events page.
NEXT_LENGTH, PAST_LENGTH, SEASONS_LENGTH = 5, 50, 20


def next_events(club: Club, role: Role | None) -> ClubEvents:
    """Return the club's next events that a viewer with this role may see. One query."""
    return ClubEvents(
        coming=coming_lines(club, role)[:NEXT_LENGTH],
        all_url=reverse("club_events", args=[club.slug]),
        start_url=reverse("event_start", args=[club.slug]) if may_create(club, role) else "",
    )


def may_create(club: Club, role: Role | None) -> bool:
    """Return whether a viewer with this role may create events and seasons of the club."""
    return may(role, Right.RUN_EVENTS) and club.closed_at is None


def coming_lines(club: Club, role: Role | None) -> list[EventLine]:
    """Return the club's upcoming and running events that the role may see, next first. One query.

    Organizers also see drafts.
    """
    coming = selectors.coming(club, drafts=may(role, Right.RUN_EVENTS))
    return [_event_line(each, club) for each in access.listed(coming, role)]


def past_lines(club: Club, role: Role | None) -> list[EventLine]:
    """Return the club's newest past events that the role may see, the latest first. One query."""
    past = access.listed(selectors.past(club), role)[:PAST_LENGTH]
    return [_event_line(each, club) for each in past]


def season_lines(club: Club, role: Role | None) -> list[tuple[Season, str]]:
    """Return the club's seasons that the role may see, with summaries. One query."""
    found = access.listed_seasons(seasons(club), role)[:SEASONS_LENGTH]
    return [(each, words.season_summary(each)) for each in found]


def _event_line(event: Event, club: Club) -> EventLine:
    """Return an event as a line of a list, in texts."""
    event.club = club
    return EventLine(
        name=event.name,
        url=reverse("event", args=[event.slug]),
        when=when(event),
        status=event.get_status_display(),
        is_running=event.status == Event.Status.RUNNING,
    )
