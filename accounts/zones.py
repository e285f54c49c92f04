"""The viewer's time zone: chosen in the profile, otherwise that of the browser."""

from collections.abc import Callable
from functools import cache
from zoneinfo import ZoneInfo, ZoneInfoNotFoundError, available_timezones

from django.conf import settings
from django.http import HttpRequest, HttpResponse
from django.utils import timezone

from accounts.models import User

#: Cookie with the browser's time zone, set by static/js/pages/early.js.
COOKIE = "zone"


def zone_choices() -> list[tuple[str, str]]:
    """Return the time zones offered in forms, those of places and UTC, as names and labels."""
    names = sorted(name for name in known_zones() if "/" in name or name == "UTC")
    return [(name, name.replace("_", " ")) for name in names]


@cache
def known_zones() -> frozenset[str]:
    """Return the names of all time zones known to this machine."""
    return frozenset(available_timezones())


def zone_named(name: str) -> ZoneInfo | None:
    """Return the time zone with that name, which may be untrusted; None if there is none."""
    # Looked up in a list first, because the name must not become a file path.
    if name not in known_zones():
        return None
    try:
        return ZoneInfo(name)
    except (ZoneInfoNotFoundError, ValueError):
        return None


def zone_of_reader(request: HttpRequest) -> ZoneInfo | None:
    """Return the time zone of the request's user or browser; None if neither is known.

    No extra query: a visitor without a session is not looked up, and for other users the page
    loads the user in any case.
    """
    if settings.SESSION_COOKIE_NAME in request.COOKIES and isinstance(request.user, User):
        chosen = zone_named(request.user.time_zone)
        if chosen is not None:
            return chosen
    return zone_named(request.COOKIES.get(COOKIE, ""))


class ReaderZone:
    """Middleware that activates the viewer's time zone during each request."""

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponse]) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponse:
        """Serve the request in the viewer's zone, also stored as ``request.reader_zone``."""
        zone = zone_of_reader(request)
        request.reader_zone = zone  # type: ignore[attr-defined]
        with timezone.override(zone):
            return self.get_response(request)
