"""In which time zone somebody reads: their own choice, else the one that their browser has."""

from collections.abc import Callable
from functools import cache
from zoneinfo import ZoneInfo, ZoneInfoNotFoundError, available_timezones

from django.conf import settings
from django.http import HttpRequest, HttpResponse
from django.utils import timezone

from accounts.models import User

#: The cookie in which a browser says its zone; static/js/pages/early.js sets it.
COOKIE = "zone"


def zone_choices() -> list[tuple[str, str]]:
    """Return the zones that a form offers: those of places, and that of the world."""
    names = sorted(name for name in known_zones() if "/" in name or name == "UTC")
    return [(name, name.replace("_", " ")) for name in names]


@cache
def known_zones() -> frozenset[str]:
    """Return the names of all zones that this machine knows."""
    return frozenset(available_timezones())


def zone_named(name: str) -> ZoneInfo | None:
    """Return the zone of that name; None where it is no zone, whatever was sent."""
    # Asked for in a list: a name may not become a path of a file.
    if name not in known_zones():
        return None
    try:
        return ZoneInfo(name)
    except (ZoneInfoNotFoundError, ValueError):
        return None


def zone_of_reader(request: HttpRequest) -> ZoneInfo | None:
    """Return the zone of whoever sends the request; None where nobody has said.

    Costs no query: who has no session here is not looked up, and of everybody else their page
    asks in any case.
    """
    if settings.SESSION_COOKIE_NAME in request.COOKIES and isinstance(request.user, User):
        chosen = zone_named(request.user.time_zone)
        if chosen is not None:
            return chosen
    return zone_named(request.COOKIES.get(COOKIE, ""))


class ReaderZone:
    """Middleware: all that a request shows is in the zone of its reader."""

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponse]) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponse:
        zone = zone_of_reader(request)
        request.reader_zone = zone  # type: ignore[attr-defined]
        with timezone.override(zone):
            return self.get_response(request)
