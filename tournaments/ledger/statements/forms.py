"""Form for the account and period of a statement."""

from collections.abc import Mapping, Sequence
from datetime import date
from typing import Any, Final

from django import forms
from django.core.exceptions import ValidationError
from django.core.validators import MaxValueValidator, MinValueValidator
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, pgettext_lazy

from tournaments.ledger.statements import period as periods
from tournaments.ledger.statements.period import Period, SeasonSpan

#: Dates that all calendar functions support.
_FIRST_DAY, _LAST_DAY = date(1970, 1, 1), date(2200, 1, 1)
_BY_CALENDAR: Final = (
    (periods.THIS_MONTH, gettext_lazy("This month")),
    (periods.LAST_MONTH, gettext_lazy("Last month")),
    (periods.THIS_YEAR, gettext_lazy("This year")),
    (periods.LAST_YEAR, gettext_lazy("Last year")),
    (periods.ALL, gettext_lazy("All time")),
)


def _date_field(label: Any) -> forms.DateField:
    """Return an optional date field with this label."""
    return forms.DateField(
        label=label,
        required=False,
        # ISO format for date inputs, whatever the reader's language.
        input_formats=["%Y-%m-%d"],
        widget=forms.DateInput(format="%Y-%m-%d", attrs={"type": "date"}),
        validators=[MinValueValidator(_FIRST_DAY), MaxValueValidator(_LAST_DAY)],
    )


class StatementForm(forms.Form):
    """Form to choose the account and period of a statement."""

    account = forms.TypedChoiceField(label=gettext_lazy("Account"), coerce=int)
    period = forms.ChoiceField(label=gettext_lazy("Period"))
    first = _date_field(pgettext_lazy("first day of a period", "From"))
    last = _date_field(pgettext_lazy("last day of a period", "To"))

    def __init__(
        self,
        data: Mapping[str, Any],
        *,
        accounts: Sequence[tuple[int, str]],
        seasons: Sequence[SeasonSpan],
        today: date,
    ) -> None:
        """Offer the accounts, given as (ID, name), calendar periods, seasons and custom dates."""
        super().__init__(data)
        self._seasons = {f"{periods.SEASON}{each.slug}": each for each in seasons}
        self._today = today
        self._offer("account", accounts)
        self._offer(
            "period",
            [
                *_BY_CALENDAR,
                *((name, each.name) for name, each in self._seasons.items()),
                (periods.DAYS, _("Custom dates")),
            ],
        )

    def _offer(self, name: str, choices: Sequence[tuple[Any, Any]]) -> None:
        """Set the choices of the field."""
        field = self.fields[name]
        assert isinstance(field, forms.ChoiceField)
        field.choices = list(choices)

    def clean(self) -> dict[str, Any]:
        """Check that custom dates have a start or an end, in the right order."""
        cleaned = super().clean() or {}
        first, last = cleaned.get("first"), cleaned.get("last")
        if cleaned.get("period") == periods.DAYS and not self.errors:
            if first is None and last is None:
                raise ValidationError(_("Enter a start date, an end date or both."))
            if first is not None and last is not None and last < first:
                raise ValidationError(_("The end date can’t be before the start date."))
        return cleaned

    def chosen(self) -> Period:
        """Return the chosen period; the form must be valid."""
        name = self.cleaned_data["period"]
        if name == periods.DAYS:
            return Period(self.cleaned_data["first"], self.cleaned_data["last"])
        if name in self._seasons:
            season = self._seasons[name]
            return Period(season.first, season.last)
        return periods.by_calendar(name, self._today)

    def query(self) -> dict[str, str]:
        """Return the URL parameters of the account and period; the form must be valid."""
        cleaned = self.cleaned_data
        found = {"account": str(cleaned["account"]), "period": cleaned["period"]}
        if cleaned["period"] == periods.DAYS:
            found |= {
                name: cleaned[name].isoformat() for name in ("first", "last") if cleaned[name]
            }
        return found
