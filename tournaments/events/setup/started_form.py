"""Form for editing an event that has started."""

from typing import Any

from django import forms
from django.utils.translation import gettext_lazy

from accounts.flaws import ProseField, TitleField
from tournaments.events.core.models import Event
from tournaments.events.setup.forms import MOST_ENTRIES, signup_closes_field


class StartedEventForm(forms.Form):
    """Form with the fields of an event that can still change after the start."""

    name = TitleField(
        label=gettext_lazy("Name"),
        max_length=Event.NAME_LENGTH,
        widget=forms.TextInput(attrs={"autocomplete": "off"}),
    )
    description = ProseField(
        label=gettext_lazy("Description"),
        required=False,
        max_length=Event.DESCRIPTION_LENGTH,
        widget=forms.Textarea(attrs={"rows": 6}),
    )
    entry_limit = forms.IntegerField(
        label=gettext_lazy("Player limit"),
        required=False,
        min_value=2,
        max_value=MOST_ENTRIES,
        help_text=gettext_lazy("Leave blank for no limit. Extra players join a waiting list."),
    )
    signup_closes = signup_closes_field()

    visibility = forms.ChoiceField(
        label=gettext_lazy("Visible to"), choices=Event.Visibility.choices, required=False
    )

    def __init__(self, data: Any = None, *, event: Event) -> None:
        said = {name: getattr(event, name) for name in self.base_fields}
        super().__init__(data, initial=said)
        self._event = event

    def terms(self) -> dict[str, Any]:
        """Return the keyword arguments for the service that changes the event."""
        said = dict(self.cleaned_data)
        said["visibility"] = said["visibility"] or self._event.visibility
        if not said["signup_closes"]:
            del said["signup_closes"]
        return said
