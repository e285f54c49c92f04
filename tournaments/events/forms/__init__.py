"""What an organizer fills in: an event, and what is decided at its desk."""

from tournaments.events.forms.decisions import DESK_FORMS, CorrectForm, DeskForm
from tournaments.events.forms.paper import PaperForm
from tournaments.events.forms.terms import EventForm

__all__ = ["DESK_FORMS", "CorrectForm", "DeskForm", "EventForm", "PaperForm"]
