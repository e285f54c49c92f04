"""Forms of organizers: events, seasons, the desk and score sheets."""

from typing import Final

from tournaments.events.forms import desk
from tournaments.events.forms.desk import CorrectForm, DeskForm
from tournaments.events.forms.paper import PaperForm
from tournaments.events.forms.season import AddEventForm, SeasonForm
from tournaments.events.forms.seats import SEAT_FORMS, ArrangedSeating, read_seating, seating_text
from tournaments.events.forms.terms import EventForm, StartedEventForm

#: All forms of the desk, by the last part of their address.
DESK_FORMS: Final[dict[str, type[DeskForm]]] = desk.DESK_FORMS | SEAT_FORMS

__all__ = [
    "DESK_FORMS",
    "AddEventForm",
    "ArrangedSeating",
    "CorrectForm",
    "DeskForm",
    "EventForm",
    "PaperForm",
    "SeasonForm",
    "StartedEventForm",
    "read_seating",
    "seating_text",
]
