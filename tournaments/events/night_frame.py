"""A club night as those see it who follow it: that something of it is another than before.

What is shown there is mostly a reader's own, and it changes when somebody sits down, not with each
play. So the page is told to fetch itself again, and that only where what all see is another.
"""

import hashlib
import itertools
from collections.abc import Collection
from dataclasses import dataclass
from typing import Final

from tournaments.events import presenter
from tournaments.events.models import Event

#: Seconds between two looks at a night's tables, at least.
NIGHT_REST: Final = 1.0

#: Counts looks at nights.
_looks = itertools.count()


@dataclass(frozen=True, slots=True)
class NightFrame:
    """The night at one look."""

    version: int
    slug: str
    #: The same as long as all are shown the same.
    digest: str


def night_digest(event: Event) -> str:
    """Return what changes with what all are shown of the night. Three queries at most."""
    shown = presenter.night_part(event, None, is_member=False)
    said = f"{event.version} {shown}"
    return hashlib.sha256(said.encode()).hexdigest()[:16]


def night_frame(event_id: int) -> NightFrame | None:
    """Return the night as it is now, or None where it is gone. Four queries at most."""
    event = Event.objects.filter(pk=event_id).select_related("club").first()
    return None if event is None else NightFrame(next(_looks), event.slug, night_digest(event))


def night_versions(keys: Collection[int]) -> dict[int, int]:
    """Return newer versions than any of the nights that there are. One query."""
    found = Event.objects.filter(pk__in=keys).values_list("pk", flat=True)
    return {key: next(_looks) for key in found}
