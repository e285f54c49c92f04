"""The organizers' desk: the event, with the current state of its tables.

Its version is a counter of snapshots, since absences change without an event. Two snapshots are at
least `DESK_REST` seconds apart, however much happens at fifty tables.
"""

import itertools
from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass
from functools import partial
from typing import Any, Final

from django.template.loader import render_to_string
from django.utils import timezone

from accounts.models import User
from games.live.parts import Element, Node, Part, Parts, elements
from games.tables.models import Session
from tournaments.events.desk.busy import busy_lines
from tournaments.events.desk.own_table import OwnTable, own_table
from tournaments.events.desk.parts import desk_context
from tournaments.events.desk.table_cards import LiveTable, live_tables, milliseconds
from tournaments.events.event_page.live import (
    EventState,
    card_html,
    common_context,
    event_state,
    part_html,
)
from tournaments.events.rounds import selectors
from tournaments.events.rounds.models import EventRound
from tournaments.events.rounds.selectors import BusyPlayer

#: Minimum seconds between two snapshots.
DESK_REST: Final = 0.5
#: Parts of the page that change only with the event; forms are in ``decisions``.
PARTS: Final = (
    "state",
    "course",
    "uneven",
    "desk_next",
    "round_clock_desk",
    "desk_people",
    "dangers",
)

#: Counter of snapshots.
_looks = itertools.count()


@dataclass(frozen=True, eq=False)
class DeskState:
    """Snapshot of the organizers' desk."""

    version: int
    event: EventState
    sessions: list[Session]
    #: Players of the proposed round who sit at other tables.
    busy: tuple[BusyPlayer, ...]

    def tables(self) -> list[LiveTable]:
        """Return the tables of the running round in the viewer's language; none between rounds."""
        rounds = self.event.rounds
        if not rounds or rounds[0].status != EventRound.Status.RUNNING:
            return []
        return live_tables(self.event.event, rounds[0].tables.all(), self.sessions)

    def own_table(self, user: User | None) -> OwnTable | None:
        """Return the table at which the user plays; None without one."""
        if user is None:
            return None
        row = self.event.seated.get(user.pk)
        return own_table(self.event.event, row, self.sessions, user.pk)

    @property
    def has_plays(self) -> bool:
        """Return whether a card has been played at a table of the running round."""
        return any(
            each.table.action_count or (getattr(each, "newest", None) or 1) > 1
            for each in self.sessions
        )


class DeskParts(Parts):
    """The desk: parts that change with the event, and the running round with a card per table."""

    event: EventState
    context: dict[str, Any]
    #: All parts but the running round.
    fixed: dict[str, Node]
    #: The running round, with its cards as parts.
    running: Parts

    def __init__(self, state: DeskState, before: "DeskParts | None") -> None:
        """Render what has changed since `before`; the rest stays, most of it for a whole round."""
        self.event = state.event
        is_same_event = before is not None and before.event is self.event
        if before is not None and is_same_event:
            self.context, self.fixed = before.context, before.fixed
        else:
            self.context = desk_context(state.event.event) | common_context(state.event)
            self.fixed = elements(
                Part(name, self.event, partial(part_html, name, self.context)) for name in PARTS
            )
            offered = render_to_string("tournaments/events/offered.html", self.context)
            self.fixed["decisions"] = Element(self.event, offered)
        known = before.running if before is not None and is_same_event else None
        cards = elements(
            (Part(str(each.pk), each, partial(card_html, each)) for each in state.tables()), known
        )
        self.running = Parts(
            cards,
            shape=(state.event.version, frozenset(cards)),
            whole=partial(_round_html, self.context, cards),
        )
        # A played card changes no event, but ends the time in which its start can be undone.
        may_undo = self.context["may_undo_start"] and not state.has_plays
        undo = partial(part_html, "start_undo", self.context | {"may_undo_start": may_undo})
        # Tables of other events finish without a change of this one.
        busy = partial(_busy_html, self.context, state.busy)
        often = [Part("start_undo", may_undo, undo), Part("busy", state.busy, busy)]
        parts = {**self.fixed, **elements(often, before)}
        super().__init__({**parts, "running": self.running})

    def cards(self) -> str:
        """Return the HTML of all cards."""
        return "".join(each.since(None) for each in self.running.parts.values())


def _round_html(context: dict[str, Any], cards: Mapping[str, Node]) -> str:
    """Return the HTML of the running round with these cards."""
    html = [each.since(None) for each in cards.values()]
    return part_html("running", context | {"cards": html})


def _busy_html(context: Mapping[str, Any], busy: Sequence[BusyPlayer]) -> str:
    """Return the HTML of the warning of players at other tables, in the active language."""
    return part_html("busy", {**context, "busy": busy_lines(context["event"], busy)})


def own_part(own: OwnTable | None) -> Part:
    """Return the part of an organizer who plays."""
    return Part("desk_own", own, lambda: part_html("desk_own", {"own_table": own, "oob": True}))


def desk_parts(state: DeskState, _: None, before: Parts | None) -> DeskParts:
    """Return the parts of the desk, the same for all organizers."""
    assert before is None or isinstance(before, DeskParts)
    return DeskParts(state, before)


def clock_html() -> str:
    """Return the HTML that tells a browser the server's time, for its countdowns."""
    return render_to_string("tournaments/events/clock.html", {"now": now_ms(), "oob": True})


def desk_state(event_id: int) -> DeskState | None:
    """Return a snapshot of the desk, or None if the event is gone.

    Four queries if this process has cached the event's version, three more with a proposed round.
    """
    event = event_state(event_id)
    if event is None:
        return None
    busy = tuple(selectors.busy_in_proposal(event.event))
    return DeskState(next(_looks), event, selectors.live_sessions(event.event), busy)


def desk_versions(keys: Collection[int]) -> dict[int, int]:
    """Return a version newer than any before for each desk: absences change on their own."""
    return {key: next(_looks) for key in keys}


def now_ms() -> int:
    """Return the current time in milliseconds since the epoch, for countdowns in browsers."""
    return milliseconds(timezone.now())
