"""Form fields for the format of an event, the settings of each format, and the tie-breaks."""

from collections.abc import Iterator, Mapping
from typing import Any, Final

from django import forms
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, pgettext_lazy

from tournaments.events.core.words import FORMATS
from tournaments.events.standings.ties import TIE_BREAKS, order_label
from tournaments.pairing import formats

#: Labels of the settings of formats.
_SETTINGS: Final = {
    "rounds": pgettext_lazy("of an event", "Rounds"),
    "window": gettext_lazy("Largest gap between opponents in the standings"),
    "groups": pgettext_lazy("of players", "Groups"),
    "group_rounds": gettext_lazy("Group rounds"),
    "cut": gettext_lazy("Who advances"),
    "past_cut": gettext_lazy("Players who advance from each group"),
    "going_on": gettext_lazy("Players who advance from each table"),
    "final_rounds": gettext_lazy("Final rounds"),
    "carry": gettext_lazy("Carry group points into the final"),
    "consolation": gettext_lazy("Consolation table beside the final"),
    "by": gettext_lazy("Ranked by"),
    "least_deals": gettext_lazy("Minimum deals to be ranked, if ranked by average"),
    "best": gettext_lazy("Number of best sessions that count"),
}
_CHOICES: Final = {
    "each": gettext_lazy("The best players in each group"),
    "overall": gettext_lazy("The best players across all groups"),
    "sum": gettext_lazy("Total of all sessions"),
    "average": gettext_lazy("Average points per deal"),
    "best": gettext_lazy("Total of the best sessions"),
}
#: Labels of the selects for the tie-breaks, first to last.
_ORDINALS: Final = (
    gettext_lazy("First tie-break"),
    gettext_lazy("Second tie-break"),
    gettext_lazy("Third tie-break"),
    gettext_lazy("Fourth tie-break"),
    gettext_lazy("Fifth tie-break"),
)
_SETTING_HELP: Final = {
    "consolation": gettext_lazy(
        "The best players knocked out just before the final play for the next places."
    ),
}


class FormatFields(forms.Form):
    """Form fields for the format, its settings and the order of the tie-breaks.

    A form adds the settings with `add_format_settings` and the tie-breaks with `add_tie_breaks`.
    """

    format = forms.ChoiceField(
        label=gettext_lazy("Format"),
        choices=[(name, words.title) for name, words in FORMATS.items()],
        initial="fixed_rounds",
        widget=forms.RadioSelect,
    )

    def add_format_settings(self) -> None:
        """Add a field for each setting of each format."""
        for name in FORMATS:
            for setting, declared in _settings_with_fields(name):
                self.fields[f"{name}-{setting}"] = _setting_field(setting, declared)

    def settings_of_formats(self) -> Iterator[tuple[str, Any, list[forms.BoundField]]]:
        """Yield each format's name, its texts and the fields of its settings."""
        for name, words in FORMATS.items():
            yield (
                name,
                words,
                [self[f"{name}-{each}"] for each, _declared in _settings_with_fields(name)],
            )

    def add_tie_breaks(self) -> None:
        """Add a select for each tie-break, first to last."""
        for number, label in enumerate(_ORDINALS, 1):
            self.fields[f"tie_break_{number}"] = forms.ChoiceField(
                label=label, choices=[("", "–"), *TIE_BREAKS.items()], required=False
            )

    @property
    def tie_breaks(self) -> list[forms.BoundField]:
        """The selects for the tie-breaks, first to last."""
        return [self[f"tie_break_{number}"] for number in range(1, len(_ORDINALS) + 1)]

    @property
    def usual_orders(self) -> list[str]:
        """Sentences on the order that applies to each format if no tie-break is chosen."""
        words = _("%(format)s: %(tie_breaks)s")
        return [
            words
            % {
                "format": FORMATS[name].title,
                "tie_breaks": order_label(formats.FORMATS[name].usual_tie_breaks),
            }
            for name in FORMATS
        ]

    @property
    def has_tie_break_errors(self) -> bool:
        """Return whether a tie-break is chosen twice."""
        return any(each.errors for each in self.tie_breaks)

    def _check_tie_breaks(self, cleaned: dict[str, Any]) -> None:
        """Add an error to each tie-break that was chosen before, and store their order."""
        chosen: list[str] = []
        for number in range(1, len(_ORDINALS) + 1):
            value = cleaned.get(f"tie_break_{number}")
            if value in chosen:
                words = _("You already chose %(tie_break)s. Choose each tie-break once.")
                self.add_error(
                    f"tie_break_{number}", words % {"tie_break": str(TIE_BREAKS[str(value)])}
                )
            elif value:
                chosen.append(value)
        cleaned["tie_breaks"] = chosen

    def clean(self) -> dict[str, Any]:
        """Check the tie-breaks, and drop the errors in settings of formats that weren't chosen."""
        cleaned = super().clean() or {}
        chosen = cleaned.get("format")
        for field in list(self.errors):
            if "-" in field and not field.startswith(f"{chosen}-"):
                del self.errors[field]
        self._check_tie_breaks(cleaned)
        return cleaned

    def chosen_settings(self, cleaned: Mapping[str, Any]) -> dict[str, Any]:
        """Return the settings of the chosen format."""
        prefix = f"{cleaned['format']}-"
        return {
            name.removeprefix(prefix): value
            for name, value in cleaned.items()
            if name.startswith(prefix)
        }

    def settings_with_tie_breaks(self, cleaned: Mapping[str, Any]) -> dict[str, Any]:
        """Return the settings of the chosen format, and the chosen or usual tie-breaks."""
        usual = formats.FORMATS[cleaned["format"]].usual_tie_breaks
        return {
            **self.chosen_settings(cleaned),
            "tie_breaks": list(cleaned["tie_breaks"] or usual),
        }


def _settings_with_fields(format_name: str) -> list[tuple[str, Any]]:
    """Return (name, declaration) of a format's own settings, without the tie-breaks of all."""
    declared = formats.FORMATS[format_name].declared()
    return [(name, each) for name, each in declared.items() if name != "tie_breaks"]


def _setting_field(setting: str, declared: Any) -> forms.Field:
    """Return the form field for a setting that a format has declared."""
    label, limits = _SETTINGS[setting], declared.metadata
    if "values" in limits:
        return forms.ChoiceField(
            label=label,
            required=False,
            choices=[(value, _CHOICES[value]) for value in limits["values"]],
            initial=declared.default,
        )
    if "least" in limits:
        return forms.IntegerField(
            label=label,
            required=declared.default is not None,
            min_value=limits["least"],
            max_value=limits["most"],
            initial=declared.default,
            help_text=(
                _("Leave blank to play until everyone has played everyone else.")
                if declared.default is None
                else ""
            ),
        )
    initial = limits.get("suggested", declared.default)
    return forms.BooleanField(
        label=label, required=False, initial=initial, help_text=_SETTING_HELP.get(setting, "")
    )
