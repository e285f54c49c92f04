"""Live updates of a club night page: a signal to reload when the shared content has changed.

Most of the page is personal, and it changes when players sit down, not with each play. So the page
is told to reload itself, and only when the content common to all viewers has changed.
"""

import hashlib
import itertools
from collections.abc import Collection
from dataclasses import dataclass
from typing import Final

from tournaments.events.club_nights import club_night
from tournaments.events.core.models import Event

#: Minimum seconds between two snapshots of a club night's tables.
NIGHT_REST: Final = 1.0

#: Counter of snapshots.
_looks = itertools.count()


@dataclass(frozen=True, slots=True)
class NightState:
    """Snapshot of a club night for live updates: a version, and a digest of its content."""

    version: int
    slug: str
    #: Digest of the content that all viewers see.
    digest: str


def night_digest(event: Event) -> str:
    """Return a digest of the content that all viewers see. At most three queries."""
    shown = club_night.night_part(event, None, is_member=False)
    said = f"{event.version} {shown}"
    return hashlib.sha256(said.encode()).hexdigest()[:16]


def night_state(event_id: int) -> NightState | None:
    """Return a snapshot of the club night, or None if it is gone. At most four queries."""
    event = Event.objects.filter(pk=event_id).select_related("club").first()
    return None if event is None else NightState(next(_looks), event.slug, night_digest(event))


def night_versions(keys: Collection[int]) -> dict[int, int]:
    """Return a version newer than any before for each existing club night. One query."""
    found = Event.objects.filter(pk__in=keys).values_list("pk", flat=True)
    return {key: next(_looks) for key in found}
