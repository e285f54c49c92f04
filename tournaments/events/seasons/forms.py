"""Forms for seasons."""

from typing import Any

from django import forms
from django.utils.translation import gettext_lazy

from accounts.flaws import TitleField
from tournaments.events.seasons import words
from tournaments.events.seasons.models import Season

_MOST_EVENTS = 200


class SeasonForm(forms.Form):
    """Form for a season's name and scoring."""

    name = TitleField(
        label=gettext_lazy("Name"),
        max_length=Season.NAME_LENGTH,
        widget=forms.TextInput(attrs={"autocomplete": "off"}),
    )
    best = forms.IntegerField(
        label=gettext_lazy("Number of best events that count"),
        required=False,
        min_value=1,
        max_value=_MOST_EVENTS,
        help_text=gettext_lazy("Only each player’s best events count. Leave blank to count all."),
    )
    points = forms.ChoiceField(
        label=gettext_lazy("Points for each event"),
        choices=Season.Points.choices,
        initial=Season.Points.TOTAL.value,
        help_text=gettext_lazy(
            "If totals count, big wins matter more. If places count, every event matters equally."
        ),
    )


class AddEventForm(forms.Form):
    """Form that adds an event to a season."""

    event = forms.TypedChoiceField(label=gettext_lazy("Event"), coerce=int)

    def __init__(self, data: Any = None, *, season: Season, **options: Any) -> None:
        super().__init__(data, **options)
        field = self.fields["event"]
        assert isinstance(field, forms.ChoiceField)
        field.choices = words.events_to_choose(season)

    @property
    def has_choices(self) -> bool:
        """Return whether there is an event that can be added."""
        field = self.fields["event"]
        assert isinstance(field, forms.ChoiceField)
        return bool(field.choices)
