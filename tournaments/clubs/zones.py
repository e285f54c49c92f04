"""Time zone of a club."""

from zoneinfo import ZoneInfo, ZoneInfoNotFoundError

from tournaments.clubs.models import Club


def zone_called(name: str) -> ZoneInfo:
    """Return the time zone with this name, or UTC if it no longer exists."""
    try:
        return ZoneInfo(name)
    except (ZoneInfoNotFoundError, ValueError):
        return ZoneInfo("UTC")


def zone_of(club: Club) -> ZoneInfo:
    """Return the club's time zone."""
    return zone_called(club.time_zone)
