"""All forms of the desk."""

from typing import Final

from tournaments.events.desk import forms
from tournaments.events.desk.forms import DeskForm
from tournaments.events.manual_seating.forms import SEAT_FORMS

#: All forms of the desk, by the last part of their address.
DESK_FORMS: Final[dict[str, type[DeskForm]]] = forms.DESK_FORMS | SEAT_FORMS
