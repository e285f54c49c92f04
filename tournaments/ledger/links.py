"""Slots that the events app fills for settlement pages and the audit."""

from collections.abc import Collection, Mapping, Sequence
from typing import NamedTuple

from accounts.models import User
from games.common.slots import Slot
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
