"""Slots that the events app fills for the agreement pages, which do not import it."""

from collections.abc import Collection, Mapping
from enum import StrEnum, auto
from typing import Any, NamedTuple

from django.db.models import QuerySet

from accounts.models import User
from games.common.slots import Slot


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
