"""Users' choices of how they are notified: their reading, and the time of the daily mail."""

from collections import defaultdict
from collections.abc import Collection, Mapping
from dataclasses import dataclass, field
from datetime import UTC, datetime, timedelta, tzinfo
from typing import Any, Final

from django.db import transaction
from django.db.models import Exists, OuterRef
from django.utils import timezone

from accounts.models import User
from accounts.notices.groups import Choice
from accounts.notices.models import NoticePreferences
from accounts.notices.push.models import PushDevice
from accounts.notices.senders import groups
from accounts.zones import zone_named

#: Hour of the daily mail, in the user's time zone.
DIGEST_HOUR: Final = 8


@dataclass(frozen=True, slots=True)
class Reader:
    """A user's choices by group code, and time zone."""

    choices: Mapping[str, Any] = field(default_factory=dict)
    zone: tzinfo = UTC
    #: Whether the user has a device for push messages.
    has_device: bool = False


def readers_of(user_ids: Collection[int]) -> Mapping[int, Reader]:
    """Return the readers by user ID, with the defaults for unknown ones. One query."""
    rows = User.objects.filter(pk__in=user_ids).values_list(
        "pk",
        "time_zone",
        "notice_preferences__choices",
        Exists(PushDevice.objects.filter(user=OuterRef("pk"))),
    )
    found: dict[int, Reader] = defaultdict(Reader)
    for user_id, zone_name, choices, has_device in rows:
        zone = zone_named(zone_name) or timezone.get_default_timezone()
        found[user_id] = Reader(choices if isinstance(choices, dict) else {}, zone, has_device)
    return found


def digest_time(now: datetime, zone: tzinfo) -> datetime:
    """Return the next time after `now` at which it is `DIGEST_HOUR` in the zone.

    >>> from zoneinfo import ZoneInfo
    >>> str(digest_time(datetime(2026, 5, 1, 3, tzinfo=UTC), ZoneInfo("Asia/Hong_Kong")))
    '2026-05-02 00:00:00+00:00'
    """
    local = now.astimezone(zone)
    at = local.replace(hour=DIGEST_HOUR, minute=0, second=0, microsecond=0)
    if at <= local:
        at += timedelta(days=1)
    return at.astimezone(UTC)


def stored_choices(user: User) -> Mapping[str, Any]:
    """Return the user's choices that differ from the defaults, by group code. One query."""
    return readers_of([user.pk])[user.pk].choices


def save_choices(user: User, choices: Mapping[str, Choice]) -> None:
    """Store the user's choices by group code; other groups get their default.

    Only what differs from the defaults is stored, so that better defaults reach everyone else.
    """
    known = groups()
    kept = {code: value for code, value in choices.items() if value != known[code].default}
    NoticePreferences.objects.update_or_create(user=user, defaults={"choices": kept})


def turn_mails_off(user_id: int, codes: Collection[str]) -> None:
    """Show the notices of these groups on the site only. At most four statements."""
    with transaction.atomic():
        stored, _new = NoticePreferences.objects.select_for_update().get_or_create(user_id=user_id)
        known, choices = groups(), dict(stored.choices)
        for code in codes:
            if known[code].choice(choices) in (Choice.MAIL, Choice.DIGEST):
                choices[code] = Choice.HERE
        stored.choices = choices
        stored.save(update_fields=["choices"])
