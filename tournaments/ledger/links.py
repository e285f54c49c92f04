"""Slots that the events app fills for settlements, agreements and the audit."""

from collections.abc import Collection, Mapping, Sequence
from enum import StrEnum, auto
from typing import Any, NamedTuple

from django.db.models import QuerySet

from accounts.models import User
from games.common.slots import Shelf, Slot
from tournaments.ledger.settling.winnings import Winnings


class SettledEvent(NamedTuple):
    """Name and URL of an event that the ledger settled."""

    name: str
    url: str


class EventPart(NamedTuple):
    """Label, page and players' points of a round or table of an event."""

    label: str
    #: Empty if it has no page.
    url: str
    #: Pairs of name and points.
    nets: Sequence[tuple[str, int]]


#: The events with the given primary keys. One query for any number of them.
settled_events: Slot[[Collection[int]], Mapping[int, SettledEvent]] = Slot("names of events")
#: The parts of an event's result, as the user may see them; None if the event is private.
event_parts: Slot[[int, User | None], Sequence[EventPart] | None] = Slot(
    "parts of an event's result"
)
#: The result of an event from its deals as stored now, with all corrections; None if unknown. The
#: audit compares it with the settlement, in a transaction that cannot write.
event_winnings: Slot[[int], Winnings | None] = Slot("results of events")

#: Called in the same transaction when a pending result of the event is accepted and settled.
event_result_accepted: Shelf[[int], None] = Shelf()


class SubjectState(StrEnum):
    """Progress of the session or event that an agreement covers."""

    #: Not started yet.
    WAITING = auto()
    RUNNING = auto()
    FINISHED = auto()
    #: Cancelled, or its table was closed before it started.
    NOT_PLAYED = auto()


class AgreedEvent(NamedTuple):
    """Name, URL, progress and withdrawal page of an event that the reader agreed to play in."""

    name: str
    #: Empty if the reader may not see the event.
    url: str
    state: SubjectState
    #: URL where the reader can withdraw the entry after a confirmation; empty if not possible.
    withdraw_url: str = ""


#: The events with the given primary keys, as the user may see them. At most three queries.
agreed_events: Slot[[Collection[int], User], Mapping[int, AgreedEvent]] = Slot(
    "events of agreements"
)
#: Primary keys of events that are neither over nor cancelled.
unfinished_events: Slot[[], QuerySet[Any, Any]] = Slot("unfinished events")
