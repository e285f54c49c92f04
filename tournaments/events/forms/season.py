"""What an organizer fills in for a season."""

from typing import Any

from django import forms
from django.utils.translation import gettext_lazy

from accounts.flaws import TitleField
from tournaments.events import presenter
from tournaments.events.models import Season

_MOST_EVENTS = 200


class SeasonForm(forms.Form):
    """How a season is called and counted."""

    name = TitleField(
        label=gettext_lazy("Name"),
        max_length=Season.NAME_LENGTH,
        widget=forms.TextInput(attrs={"autocomplete": "off"}),
    )
    best = forms.IntegerField(
        label=gettext_lazy("How many events count"),
        required=False,
        min_value=1,
        max_value=_MOST_EVENTS,
        help_text=gettext_lazy("Only each person's best events count. If empty: all of them."),
    )
    points = forms.ChoiceField(
        label=gettext_lazy("What an event gives"),
        choices=Season.Points.choices,
        initial=Season.Points.TOTAL.value,
        help_text=gettext_lazy(
            "By total a large win weighs more; by place each event weighs the same."
        ),
    )


class AddEventForm(forms.Form):
    """An event that is to count."""

    event = forms.TypedChoiceField(label=gettext_lazy("Event"), coerce=int)

    def __init__(self, data: Any = None, *, season: Season, **options: Any) -> None:
        super().__init__(data, **options)
        field = self.fields["event"]
        assert isinstance(field, forms.ChoiceField)
        field.choices = presenter.events_to_choose(season)

    @property
    def is_of_use(self) -> bool:
        """Whether there is an event left to add."""
        field = self.fields["event"]
        assert isinstance(field, forms.ChoiceField)
        return bool(field.choices)
