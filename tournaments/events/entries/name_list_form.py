"""The form for adding members from a list."""

from typing import Any, Final

from django import forms
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, gettext_noop

from tournaments.events.entries.name_list import (
    MOST_BYTES,
    MOST_LINES,
    ListFault,
    NamedLine,
    NameFault,
    NameListError,
    decoded_text,
    name_list,
)

_LIST_FAULTS: Final = {
    ListFault.EMPTY: gettext_noop("The list is empty. Enter at least one member."),
    ListFault.TOO_LONG: gettext_noop("The limit is %(lines)s lines. Split the list into parts."),
    ListFault.TOO_LARGE: gettext_noop("The limit is %(kilobytes)s KB. Split the list into parts."),
}
_NAME_FAULTS: Final = {
    NameFault.UNREADABLE: gettext_noop("Unreadable characters. Save the file as UTF-8."),
    NameFault.NOBODY: gettext_noop("The name is missing."),
    NameFault.SEED_WRONG: gettext_noop(
        "“%(about)s” isn’t a seed. Seeds are whole numbers starting at 1."
    ),
    NameFault.TWICE: gettext_noop("Same member as on line %(about)s."),
    NameFault.NOT_A_MEMBER: gettext_noop("No club member has this username or email."),
    NameFault.SEVERAL: gettext_noop("Several members have this email. Enter the username."),
    NameFault.ENTERED: gettext_noop("Already signed up."),
    NameFault.INVITED: gettext_noop("Already invited, but hasn’t answered yet."),
    NameFault.DECLINED: gettext_noop("Declined the invitation, but can still sign up."),
    NameFault.LEFT: gettext_noop("Left the event and can’t rejoin."),
}


def fault_words(line: NamedLine) -> str:
    """Return the sentence for the error of a line in a list of members; it must have one."""
    assert line.fault is not None
    return _(_NAME_FAULTS[line.fault]) % {"about": line.about}


class NameListForm(forms.Form):
    """Form for a list of members, as an uploaded file or as text."""

    file = forms.FileField(
        label=gettext_lazy("File"),
        required=False,
        allow_empty_file=True,
        widget=forms.FileInput(attrs={"accept": ".csv,text/csv,text/plain"}),
        help_text=gettext_lazy("A CSV file in UTF-8, which any spreadsheet app can save."),
    )
    text = forms.CharField(
        label=gettext_lazy("List"),
        required=False,
        strip=False,
        widget=forms.Textarea(attrs={"rows": 12, "spellcheck": "false", "autocomplete": "off"}),
        help_text=gettext_lazy(
            "One member per line: username or email, optionally followed by a comma and a seed."
        ),
    )

    def clean(self) -> dict[str, Any]:
        """Parse the uploaded file, or else the text, into `list`; add an error if impossible."""
        cleaned = super().clean() or {}
        try:
            if cleaned.get("file"):
                cleaned["text"] = decoded_text(cleaned["file"].read(MOST_BYTES + 1))
            cleaned["list"] = name_list(cleaned.get("text") or "")
        except NameListError as error:
            said = {"lines": MOST_LINES, "kilobytes": MOST_BYTES // 1024}
            self.add_error(None, _(_LIST_FAULTS[error.fault]) % said)
        return cleaned
