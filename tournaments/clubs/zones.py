"""By which clock a club lives."""

from zoneinfo import ZoneInfo, ZoneInfoNotFoundError

from tournaments.clubs.models import Club


def zone_of(club: Club) -> ZoneInfo:
    """Return the club's time zone; one that is gone is that of the world."""
    try:
        return ZoneInfo(club.time_zone)
    except (ZoneInfoNotFoundError, ValueError):
        return ZoneInfo("UTC")
