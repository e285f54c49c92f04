"""iCalendar feeds of events (RFC 5545), written by a library.

Times are in UTC: calendars convert them to their own zone, and no hour is ambiguous.
"""

import uuid
from collections.abc import Iterable
from datetime import UTC, timedelta
from typing import Final

from django.utils.translation import gettext as _
from django.utils.translation import ngettext, override
from icalendar import Calendar
from icalendar import Event as CalendarEvent

from games.language import labels
from tournaments.events.core.format_input import is_night
from tournaments.events.core.models import Event
from tournaments.events.core.words import format_words

CONTENT_TYPE: Final = "text/calendar; charset=utf-8"
#: Suggested refresh interval for calendars that poll.
REFRESH: Final = timedelta(hours=1)


def uid(event: Event) -> str:
    """Return the event's permanent UID, the same in every feed."""
    return str(uuid.uuid5(uuid.NAMESPACE_URL, f"big-two-club/events/{event.slug}"))


def feed(
    name: str,
    language: str,
    time_zone: str,
    events: Iterable[Event],
    site_url: str,
    *,
    with_clubs: bool = False,
) -> bytes:
    """Return an iCalendar file of the events under that calendar name; clubs must be fetched.

    :param language: code of the language of its texts
    :param time_zone: time zone of the calendar; empty for none
    :param site_url: base URL of the site, without a trailing slash
    :param with_clubs: whether it has events of several clubs and names each event's club
    """
    made = Calendar()
    made.add("prodid", f"-//Big Two Club//Events//{language.upper()}")
    made.add("version", "2.0")
    made.add("calscale", "GREGORIAN")
    made.add("method", "PUBLISH")
    made.add("name", name)
    made.add("x-wr-calname", name)
    if time_zone:
        made.add("x-wr-timezone", time_zone)
    made.add("refresh-interval", REFRESH)
    made.add("x-published-ttl", "PT1H")
    with override(language):
        for each in events:
            made.add_component(_calendar_entry(each, site_url, with_clubs=with_clubs))
    return bytes(made.to_ical())


def _calendar_entry(event: Event, site_url: str, *, with_clubs: bool) -> CalendarEvent:
    """Return the calendar entry of an event; with `with_clubs`, the club's name is in its title."""
    url = f"{site_url}/events/{event.slug}/"
    made = CalendarEvent()
    made.add("uid", uid(event))
    made.add("summary", f"{event.name} · {event.club.name}" if with_clubs else event.name)
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
    made.add("description", _description(event, url))
    if event.club.place:
        made.add("location", event.club.place)
    return made


def _description(event: Event, url: str) -> str:
    """Return what is played, the organizer's description and the link, in the active language.

    The stake is left out, since a calendar's readers include users who may not see it.
    """
    played = [format_words(event)]
    if not is_night(event):
        words = ngettext("%(count)d deal per round", "%(count)d deals per round", event.deals)
        played.append(words % {"count": event.deals})
    played.append(_("Rules: %(rules)s") % {"rules": labels.rules_label(event.rules_name)})
    if event.is_on_paper:
        played.append(_("Played with real cards"))
    if event.entry_limit:
        words = ngettext("Up to %(count)d player", "Up to %(count)d players", event.entry_limit)
        played.append(words % {"count": event.entry_limit})
    link = _("Sign-up, seating and standings: %(url)s") % {"url": url}
    return "\n\n".join(filter(None, ["\n".join(played), event.description, link]))
