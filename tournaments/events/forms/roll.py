"""What an organizer fills in to enter the people of a list."""

from typing import Any, Final

from django import forms
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, gettext_noop

from tournaments.events.name_list import (
    MOST_BYTES,
    MOST_LINES,
    ListFault,
    NamedLine,
    NameFault,
    NameListError,
    name_list,
    text_of,
)

_LIST_FAULTS: Final = {
    ListFault.EMPTY: gettext_noop("Nobody is on this list."),
    ListFault.TOO_LONG: gettext_noop("A list has at most %(lines)s lines. Enter it in parts."),
    ListFault.TOO_LARGE: gettext_noop("A list has at most %(kilobytes)s KB. Enter it in parts."),
}
_NAME_FAULTS: Final = {
    NameFault.UNREADABLE: gettext_noop("has characters that could not be read; save it as UTF-8"),
    NameFault.NOBODY: gettext_noop("names nobody"),
    NameFault.SEED_WRONG: gettext_noop("“%(about)s” is not a seed: seeds are numbers from 1 on"),
    NameFault.TWICE: gettext_noop("is the same person as in line %(about)s"),
    NameFault.NOT_A_MEMBER: gettext_noop("no member of the club has that username or e-mail"),
    NameFault.SEVERAL: gettext_noop("several members have that e-mail; give the username"),
    NameFault.ENTERED: gettext_noop("has entered already"),
    NameFault.INVITED: gettext_noop("is invited already and has not answered yet"),
    NameFault.DECLINED: gettext_noop("declined the invitation, but can still enter"),
    NameFault.LEFT: gettext_noop("has left the event and cannot come back"),
}


def fault_words(line: NamedLine) -> str:
    """Return what is wrong with the line."""
    assert line.fault is not None
    return _(_NAME_FAULTS[line.fault]) % {"about": line.about}


class RollForm(forms.Form):
    """A list of members, as a file or as text."""

    file = forms.FileField(
        label=gettext_lazy("A file"),
        required=False,
        allow_empty_file=True,
        widget=forms.FileInput(attrs={"accept": ".csv,text/csv,text/plain"}),
        help_text=gettext_lazy("CSV, in UTF-8, as any spreadsheet saves it."),
    )
    text = forms.CharField(
        label=gettext_lazy("The list"),
        required=False,
        strip=False,
        widget=forms.Textarea(attrs={"rows": 12, "spellcheck": "false", "autocomplete": "off"}),
        help_text=gettext_lazy(
            "One member a line: a username or an e-mail, and behind a comma a seed if there is one."
        ),
    )

    def clean(self) -> dict[str, Any]:
        cleaned = super().clean() or {}
        try:
            if cleaned.get("file"):
                cleaned["text"] = text_of(cleaned["file"].read(MOST_BYTES + 1))
            cleaned["list"] = name_list(cleaned.get("text") or "")
        except NameListError as error:
            said = {"lines": MOST_LINES, "kilobytes": MOST_BYTES // 1024}
            self.add_error(None, _(_LIST_FAULTS[error.fault]) % said)
        return cleaned
