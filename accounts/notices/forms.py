"""Form of the notification settings: one field for each group of kinds."""

from collections import defaultdict
from collections.abc import Mapping
from typing import Any, NamedTuple

from django import forms
from django.forms import BoundField
from django.utils.translation import gettext as _

from accounts.notices.groups import Choice
from accounts.notices.senders import groups


class Section(NamedTuple):
    """Fields of the settings page under one heading."""

    title: str
    fields: list[BoundField]


class NoticeSettingsForm(forms.Form):
    """A choice for each group; a value that the group does not offer is refused."""

    def __init__(self, data: Any = None, *, stored: Mapping[str, Any]) -> None:
        """Create a field for each group, with the user's stored choice."""
        super().__init__(data)
        for code, group in groups().items():
            self.fields[code] = forms.ChoiceField(
                label=group.label,
                choices=group.choices(),
                initial=group.choice(stored).value,
            )

    def sections(self) -> list[Section]:
        """Return the fields by section, in the order of the groups."""
        found: dict[str, list[BoundField]] = defaultdict(list)
        for code, group in groups().items():
            found[str(group.section or _("Other"))].append(self[code])
        return [Section(title, fields) for title, fields in found.items()]

    def chosen(self) -> dict[str, Choice]:
        """Return the valid form's choices by group code."""
        return {code: Choice(value) for code, value in self.cleaned_data.items()}
