"""What settlements show and check of events, which they do not know."""

from collections.abc import Collection, Mapping, Sequence
from typing import NamedTuple

from accounts.models import User
from games.common.slots import Slot
from tournaments.ledger.winnings import Winnings


class SettledEvent(NamedTuple):
    """An event as settlements name it."""

    name: str
    url: str


class EventPart(NamedTuple):
    """A round of an event, or a table of it, and what everybody won or lost there."""

    label: str
    #: Where it is shown; empty for nowhere.
    url: str
    #: By name, in points.
    nets: Sequence[tuple[str, int]]


#: The events, by their numbers. One query, however many are asked for.
settled_events: Slot[[Collection[int]], Mapping[int, SettledEvent]] = Slot("the names of events")
#: What an event's result was made of, as the person may see it; None where the event is not open
#: to them.
event_parts: Slot[[int, User | None], Sequence[EventPart] | None] = Slot(
    "what the result of an event was made of"
)
#: What the event of that number came to by its deals as they are stored now, with all corrections;
#: None where that cannot be said. The audit compares it with what was settled.
event_winnings: Slot[[int], Winnings | None] = Slot("what events came to")
