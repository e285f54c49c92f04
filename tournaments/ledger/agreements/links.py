"""What pages of agreements show of events, which this room does not know."""

from collections.abc import Collection, Mapping
from enum import StrEnum, auto
from typing import Any, NamedTuple

from django.db.models import QuerySet

from accounts.models import User
from games.common.slots import Slot


class SubjectState(StrEnum):
    """How far the session or event is that an agreement covers."""

    #: It has not begun.
    WAITING = auto()
    RUNNING = auto()
    FINISHED = auto()
    #: It was cancelled, or its table was closed before it began.
    NOT_PLAYED = auto()


class AgreedEvent(NamedTuple):
    """An event that the reader agreed to take part in."""

    name: str
    #: Empty where the event is not open to the reader.
    url: str
    state: SubjectState
    #: Where the reader withdraws the entry, after a question; empty where that cannot be done.
    withdraw_url: str = ""


#: The events, by their primary keys, as the user may see them. At most three queries.
agreed_events: Slot[[Collection[int], User], Mapping[int, AgreedEvent]] = Slot(
    "the events of agreements"
)
#: The primary keys of the events that are neither over nor cancelled.
unfinished_events: Slot[[], QuerySet[Any, Any]] = Slot("the events that are not over")
