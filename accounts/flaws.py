"""What is wrong with a name or a text, in sentences, and form fields that say it."""

from collections.abc import Callable
from typing import Any, Final

from django import forms
from django.utils.translation import gettext_lazy as _

from accounts.names import NameFlaw, fault, reason_fault, text_fault, title_fault

#: What is said of a text that will not do.
SENTENCES: Final = {
    NameFlaw.UNSEEN: _("A name has no invisible characters, and none that turn the writing."),
    NameFlaw.MARKS: _("One letter has more marks on it than any language uses."),
    NameFlaw.MIXED: _(
        "One word mixes letters of several scripts, such as Latin and Cyrillic. Take those of one."
    ),
    NameFlaw.RESERVED: _("This name is kept for the club itself. Choose another one."),
    NameFlaw.ADDRESS: _(
        "A name is not an e-mail address: it could be taken for the address of a member."
    ),
    NameFlaw.LETTERLESS: _("Use at least one letter or digit."),
    NameFlaw.BLANK: _("Nothing of this text can be seen. Write it again."),
    NameFlaw.TURNED: _("Take out the characters that turn the direction of writing."),
}


_BY_VALUE: Final = {flaw.value: sentence for flaw, sentence in SENTENCES.items()}
_OTHER: Final = _("This text cannot be shown. Write it again.")


def flaw_sentence(flaw: object) -> str:
    """Return what is wrong, in the reader's language.

    :param flaw: the value of a `NameFlaw`, as a denial carries it
    """
    return str(_BY_VALUE.get(str(flaw), _OTHER))


class _CheckedField(forms.CharField):
    """A text that one of the checks of `accounts.names` lets through."""

    check: Callable[[str], NameFlaw | None]

    def to_python(self, value: Any) -> str:
        # The blanks of all scripts, which `strip` takes off the ends, count as one between words.
        return " ".join(str(super().to_python(value)).split())

    def validate(self, value: str) -> None:
        """Check the text.

        :raises ValidationError: it will not do
        """
        super().validate(value)
        flaw = type(self).check(value) if value else None
        if flaw is not None:
            raise forms.ValidationError(SENTENCES[flaw], code=flaw.value)


class TitleField(_CheckedField):
    """What a club, an event, rules or news are called, on one line."""

    check = staticmethod(title_fault)


class PersonNameField(_CheckedField):
    """What a person without an account is called, on one line."""

    check = staticmethod(fault)


class ReasonField(_CheckedField):
    """A reason, on one line."""

    check = staticmethod(reason_fault)


class RemarkField(_CheckedField):
    """A few words on one line, or none."""

    check = staticmethod(text_fault)


class ProseField(RemarkField):
    """A text of several lines."""

    def to_python(self, value: Any) -> str:
        return str(forms.CharField.to_python(self, value))
