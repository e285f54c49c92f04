"""What an organizer fills in: an event, and what is decided at its desk."""

from typing import Final

from tournaments.events.forms import decisions
from tournaments.events.forms.decisions import CorrectForm, DeskForm
from tournaments.events.forms.seats import SEAT_FORMS, Arranged, read_arranged, seating_text
from tournaments.events.forms.terms import EventForm, EventWordsForm

#: What is filled in at the desk, by the last part of its address.
DESK_FORMS: Final[dict[str, type[DeskForm]]] = decisions.DESK_FORMS | SEAT_FORMS

__all__ = [
    "DESK_FORMS",
    "Arranged",
    "CorrectForm",
    "DeskForm",
    "EventForm",
    "EventWordsForm",
    "read_arranged",
    "seating_text",
]
