"""Forms of organizers: events, seasons, the desk and score sheets."""

from typing import Final

from tournaments.events.forms import decisions
from tournaments.events.forms.decisions import CorrectForm, DeskForm
from tournaments.events.forms.paper import PaperForm
from tournaments.events.forms.season import AddEventForm, SeasonForm
from tournaments.events.forms.seats import SEAT_FORMS, Arranged, read_arranged, seating_text
from tournaments.events.forms.terms import EventForm, EventWordsForm

#: All forms of the desk, by the last part of their address.
DESK_FORMS: Final[dict[str, type[DeskForm]]] = decisions.DESK_FORMS | SEAT_FORMS

__all__ = [
    "DESK_FORMS",
    "AddEventForm",
    "Arranged",
    "CorrectForm",
    "DeskForm",
    "EventForm",
    "EventWordsForm",
    "PaperForm",
    "SeasonForm",
    "read_arranged",
    "seating_text",
]
