"""Events as iCalendar (RFC 5545), for the calendars that people have; a library writes it.

Times are those of the world: a calendar shows them in its own zone, and no hour is there twice.
"""

import uuid
from collections.abc import Iterable
from datetime import UTC, timedelta
from typing import Final

from icalendar import Calendar
from icalendar import Event as CalendarEvent

from tournaments.events.models import Event

CONTENT_TYPE: Final = "text/calendar; charset=utf-8"
#: How often calendars that ask by themselves may do so.
REFRESH: Final = timedelta(hours=1)


def uid(event: Event) -> str:
    """Return what the event is called in all calendars, wherever it is read and for ever."""
    return str(uuid.uuid5(uuid.NAMESPACE_URL, f"big-two-club/events/{event.slug}"))


def feed(name: str, zone: str, events: Iterable[Event], site: str, *, clubs: bool = False) -> bytes:
    """Return the events as a calendar of that name; their clubs are fetched already.

    :param zone: the time zone that the calendar is of, empty for none
    :param site: the address of the site, without a slash at its end
    :param clubs: whether it has events of several clubs, and says of which each is
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
