"""Users' settings for events, and start times when a club changes its time zone."""

from datetime import UTC, datetime, tzinfo

from accounts.caller import Caller
from accounts.models import User
from games.common.denials import Denial, DeniedError, answering
from tournaments.clubs.models import Club, zone_called, zone_of
from tournaments.events.calendar.models import EventReader, new_calendar_token
from tournaments.events.core.denials import EventCode
from tournaments.events.core.locking import LockedEvent, raise_version, require_user
from tournaments.events.core.models import Event, EventRecord
from tournaments.events.entries.departures import organizer_ids_of
from tournaments.events.notices.kinds import EventKind
from tournaments.events.notices.services import notify, user_ids_of


@answering
def renew_calendar(caller: Caller) -> EventReader | Denial:
    """Create a new address for the caller's calendar; the previous one stops working.

    Denied to guests.
    """
    person = require_user(caller)
    if person.is_guest:
        raise DeniedError(EventCode.NO_GUESTS)
    made, _new = EventReader.objects.update_or_create(
        user=person, defaults={"calendar_token": new_calendar_token()}
    )
    return made


def keep_time_of_day(club: Club, actor: User, old_zone: str) -> None:
    """Move events that have not started so that 19:00 stays 19:00; notify organizers and entrants.

    Part of the transaction that changes the zone; locks the rows of these events, then the club's.
    """
    before, after = zone_called(old_zone), zone_of(club)
    found = Event.objects.select_for_update(of=("self",)).filter(
        club=club, status__in=Event.UPCOMING_STATUSES
    )
    coming = list(found.order_by("pk"))
    runs = organizer_ids_of(club, excluded_user=actor.pk) if coming else []
    name = club.time_zone.rsplit("/", 1)[-1].replace("_", " ")
    for row in coming:
        starts_at = same_time_of_day(row.starts_at, before, after)
        if starts_at == row.starts_at:
            continue
        row.starts_at = starts_at
        event = LockedEvent(row, actor)
        event.note(EventRecord.Deed.CHANGED, because="zone", zone=name)
        # A draft has no entrants, and only organizers can see it.
        told = dict.fromkeys([*runs, *user_ids_of(event)])
        notify(event, EventKind.NEW_TIME, told, zone=name)
        raise_version(row)


def same_time_of_day(moment: datetime, before: tzinfo, after: tzinfo) -> datetime:
    """Return the moment at which the other zone shows the same local time.

    A local time that the other zone skips is moved forward by the skipped time. If both zones have
    it twice because clocks are put back, the second occurrence stays the second.

    >>> from zoneinfo import ZoneInfo
    >>> evening = datetime(2026, 5, 1, 19, tzinfo=UTC)
    >>> str(same_time_of_day(evening, UTC, ZoneInfo("Asia/Hong_Kong")))
    '2026-05-01 11:00:00+00:00'
    """
    shown = moment.astimezone(before).replace(tzinfo=after)
    moved = shown.astimezone(UTC)
    is_skipped = moved.astimezone(after).replace(tzinfo=None) != shown.replace(tzinfo=None)
    return shown.replace(fold=0).astimezone(UTC) if is_skipped else moved
