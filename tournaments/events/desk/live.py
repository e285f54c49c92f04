"""The organizers' desk: the event, with the current state of its tables.

Its version is a counter of snapshots, since absences change without an event. Two snapshots are at
least `DESK_REST` seconds apart, however much happens at fifty tables.
"""

import asyncio
import itertools
from collections.abc import Collection, Mapping
from dataclasses import dataclass, field
from typing import Any, Final

from django.template.loader import render_to_string
from django.utils import timezone
from django.utils.translation import get_language

from games.common.caches import LruCache
from games.common.database import in_database
from games.tables.models import Session
from tournaments.events.core import words
from tournaments.events.desk import table_cards as live
from tournaments.events.desk.parts import desk_context
from tournaments.events.event_page.live import EventFrame, card_html, event_frame, part_html
from tournaments.events.rounds import selectors
from tournaments.events.rounds.models import EventRound

#: Minimum seconds between two snapshots.
DESK_REST: Final = 0.5
#: Number of event versions whose rendered parts are cached, by language.
KEPT_PARTS = 50
#: Parts of the page that change only with the event; forms are in ``decisions``.
PARTS: Final = ("state", "course", "uneven", "desk_next", "desk_people")

#: Counter of snapshots.
_looks = itertools.count()


@dataclass(frozen=True, slots=True)
class DeskParts:
    """The HTML of the desk's parts, in one language."""

    #: HTML by part name, except parts with input fields.
    parts: Mapping[str, str]
    #: The round in progress with its tables, and each table by its key.
    running: str
    cards: Mapping[int, str]
    #: The forms that are available now.
    decisions: str


@dataclass
class DeskFrame:
    """Snapshot of the organizers' desk, rendered once per language."""

    version: int
    frame: EventFrame
    sessions: list[Session]
    _made: dict[str | None, "asyncio.Task[DeskParts]"] = field(default_factory=dict)

    def tables(self) -> list[live.LiveTable]:
        """Return the tables of the running round in the viewer's language; none between rounds."""
        rounds = self.frame.rounds
        if not rounds or rounds[0].status != EventRound.Status.RUNNING:
            return []
        return live.live_tables(self.frame.event, rounds[0].tables.all(), self.sessions)

    async def parts(self) -> DeskParts:
        """Return the parts in the viewer's language, rendered once for all organizers."""
        task = self._made.get(get_language())
        if task is None:
            task = self._made[get_language()] = asyncio.ensure_future(
                in_database(self._render_parts)()
            )
        return await asyncio.shield(task)

    def _render_parts(self) -> DeskParts:
        """Render all parts of the desk in the active language."""
        cards = {each.pk: card_html(each) for each in self.tables()}
        slow = _slow_parts(self.frame, get_language())
        running = part_html("running", slow.context | {"cards": cards.values(), "oob": True})
        return DeskParts(slow.parts, running, cards, slow.decisions)


@dataclass(frozen=True, eq=False)
class _SlowParts:
    """HTML of the desk's parts that depend on the event's version alone, with their context."""

    context: dict[str, Any]
    parts: Mapping[str, str]
    decisions: str


_slow: LruCache[tuple[int, int, str | None], _SlowParts] = LruCache(KEPT_PARTS)


def _slow_parts(frame: EventFrame, language: str | None) -> _SlowParts:
    """Return the parts that depend on the event's version alone, rendered once per version."""
    key = (frame.event.pk, frame.version, language)
    if (known := _slow.get(key)) is not None:
        return known
    event = frame.event
    own = {"event": event, "club": event.club, "when": words.when(event), "oob": True}
    context = desk_context(frame.event) | own
    parts = {name: part_html(name, context) for name in PARTS}
    decisions = render_to_string("tournaments/events/offered.html", context)
    return _slow.put(key, _SlowParts(context, parts, decisions))


def desk_frame(event_id: int) -> DeskFrame | None:
    """Return a snapshot of the desk, or None if the event is gone.

    Three queries if this process has cached the event's version.
    """
    frame = event_frame(event_id)
    if frame is None:
        return None
    return DeskFrame(next(_looks), frame, selectors.live_sessions(frame.event))


def desk_versions(keys: Collection[int]) -> dict[int, int]:
    """Return a version newer than any before for each desk: absences change on their own."""
    return {key: next(_looks) for key in keys}


def now_ms() -> int:
    """Return the current time in milliseconds since the epoch, for countdowns in browsers."""
    return live.milliseconds(timezone.now())
