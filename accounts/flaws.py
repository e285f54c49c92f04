"""Error messages for names and texts, and form fields that check them."""

from collections.abc import Callable
from typing import Any, Final

from django import forms
from django.utils.translation import gettext_lazy as _

from accounts.names import NameFlaw, name_fault, reason_fault, text_fault, title_fault

#: The error message for each flaw.
SENTENCES: Final = {
    NameFlaw.UNSEEN: _(
        "Names can’t contain invisible characters or characters that change the text direction."
    ),
    NameFlaw.MARKS: _("One letter has too many accents. Remove some of them."),
    NameFlaw.MIXED: _(
        "One word mixes letters from several scripts, such as Latin and Cyrillic. Use only one"
        " script in each word."
    ),
    NameFlaw.RESERVED: _("This name is reserved. Choose another one."),
    NameFlaw.ADDRESS: _(
        "Names can’t look like email addresses, because other players could mistake them for a"
        " member’s address."
    ),
    NameFlaw.LETTERLESS: _("Use at least one letter or digit."),
    NameFlaw.BLANK: _("Enter at least one visible character."),
    NameFlaw.TURNED: _("Remove the characters that change the text direction."),
}


_BY_VALUE: Final = {flaw.value: sentence for flaw, sentence in SENTENCES.items()}
_OTHER: Final = _("This text contains characters that can’t be shown. Remove them and try again.")


def flaw_sentence(flaw: object) -> str:
    """Return the error message for a flaw in the active language; a general one if unknown.

    :param flaw: the value of a `NameFlaw`, as a denial carries it
    """
    return str(_BY_VALUE.get(str(flaw), _OTHER))


class _CheckedField(forms.CharField):
    """Form field for a text on one line that is refused for a flaw (`accounts.names`)."""

    check: Callable[[str], NameFlaw | None]

    def to_python(self, value: Any) -> str:
        """Return the text on one line, with single spaces between words."""
        # Runs of white space of any script become one space; `strip` has removed it at the ends.
        return " ".join(str(super().to_python(value)).split())

    def validate(self, value: str) -> None:
        """Raise the error for the flaw that `check` finds in the text.

        :raises ValidationError: the check found a flaw
        """
        super().validate(value)
        flaw = type(self).check(value) if value else None
        if flaw is not None:
            raise forms.ValidationError(SENTENCES[flaw], code=flaw.value)


class TitleField(_CheckedField):
    """Form field for the title of a club, an event, house rules or news, on one line."""

    check = staticmethod(title_fault)


class PersonNameField(_CheckedField):
    """Form field for the name of a player without an account, on one line."""

    check = staticmethod(name_fault)


class ReasonField(_CheckedField):
    """Form field for the reason of an action, on one line, with at least a letter or digit."""

    check = staticmethod(reason_fault)


class RemarkField(_CheckedField):
    """Form field for an optional note on one line."""

    check = staticmethod(text_fault)


class ProseField(RemarkField):
    """Form field for an optional text of several lines."""

    def to_python(self, value: Any) -> str:
        """Return the text with its line breaks."""
        return str(forms.CharField.to_python(self, value))
