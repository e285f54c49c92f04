"""Forms of organizers: events, seasons, the desk and score sheets."""

from typing import Final

from tournaments.events.forms import desk
from tournaments.events.forms.desk import DeskForm
from tournaments.events.forms.seats import SEAT_FORMS

#: All forms of the desk, by the last part of their address.
DESK_FORMS: Final[dict[str, type[DeskForm]]] = desk.DESK_FORMS | SEAT_FORMS
