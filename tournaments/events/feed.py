"""iCalendar feeds of events (RFC 5545), written by a library.

Times are in UTC: calendars convert them to their own zone, and no hour is ambiguous.
"""

import uuid
from collections.abc import Iterable
from datetime import UTC, timedelta
from typing import Final

from icalendar import Calendar
from icalendar import Event as CalendarEvent

from tournaments.events.models import Event

CONTENT_TYPE: Final = "text/calendar; charset=utf-8"
#: Suggested refresh interval for calendars that poll.
REFRESH: Final = timedelta(hours=1)


def uid(event: Event) -> str:
    """Return the event's permanent UID, the same in every feed."""
    return str(uuid.uuid5(uuid.NAMESPACE_URL, f"big-two-club/events/{event.slug}"))


def feed(name: str, zone: str, events: Iterable[Event], site: str, *, clubs: bool = False) -> bytes:
    """Return the events as a calendar with that name; their clubs must be fetched.

    :param zone: time zone of the calendar; empty for none
    :param site: base URL of the site, without a trailing slash
    :param clubs: whether it has events of several clubs and names each event's club
    """
    made = Calendar()
    made.add("prodid", "-//Big Two Club//Events//EN")
    made.add("version", "2.0")
    made.add("calscale", "GREGORIAN")
    made.add("method", "PUBLISH")
    made.add("name", name)
    made.add("x-wr-calname", name)
    if zone:
        made.add("x-wr-timezone", zone)
    made.add("refresh-interval", REFRESH)
    made.add("x-published-ttl", "PT1H")
    for each in events:
        made.add_component(_component(each, site, clubs=clubs))
    return bytes(made.to_ical())


def _component(event: Event, site: str, *, clubs: bool) -> CalendarEvent:
    url = f"{site}/events/{event.slug}/"
    made = CalendarEvent()
    made.add("uid", uid(event))
    made.add("summary", f"{event.name} · {event.club.name}" if clubs else event.name)
    made.add("dtstart", event.starts_at.astimezone(UTC))
    made.add("dtend", event.ends_at.astimezone(UTC))
    changed = event.changed_at.astimezone(UTC)
    made.add("dtstamp", changed)
    made.add("last-modified", changed)
    made.add("created", event.created_at.astimezone(UTC))
    made.add("sequence", event.version)
    cancelled = event.status == Event.Status.CANCELLED
    made.add("status", "CANCELLED" if cancelled else "CONFIRMED")
    made.add("url", url)
    made.add("description", f"{event.description}\n\n{url}" if event.description else url)
    if event.club.place:
        made.add("location", event.club.place)
    return made
