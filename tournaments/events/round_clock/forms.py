"""Form of the desk that sets the minutes of the round clock."""

from typing import Any

from django import forms
from django.utils.translation import gettext_lazy

from accounts.caller import Caller
from tournaments.events.core.locking import Answer
from tournaments.events.core.models import Event
from tournaments.events.desk.forms import DeskForm
from tournaments.events.round_clock.models import RoundClock
from tournaments.events.round_clock.services import set_clock_minutes


class ClockMinutesForm(DeskForm):
    """Form that sets the minutes per round."""

    title, button = gettext_lazy("Set the round clock"), gettext_lazy("Save minutes")
    done: Any = gettext_lazy("Minutes per round saved.")

    minutes = forms.IntegerField(
        label=gettext_lazy("Minutes per round"),
        min_value=RoundClock.LEAST_MINUTES,
        max_value=RoundClock.MOST_MINUTES,
        help_text=gettext_lazy(
            "If the clock of this round has started, it gets the difference at once."
        ),
    )

    def __init__(self, data: Any = None, *, event: Event, **options: Any) -> None:
        super().__init__(data, event=event, **options)
        if event.is_on_paper:
            clock = RoundClock.objects.filter(event=event).first()
            self.fields["minutes"].initial = clock and clock.minutes

    def call_service(self, caller: Caller) -> Answer:
        return set_clock_minutes(caller, self.event.pk, self.cleaned_data["minutes"])
