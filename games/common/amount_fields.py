"""Form field for an amount of money; it asks when the text can mean two amounts."""

from typing import Any

from django import forms
from django.core.exceptions import ValidationError
from django.utils.translation import gettext as _

from games.common import money
from games.common.money import AmountError, AmountFault

#: Maximum length: the largest amount as we format it, with a currency code and blanks.
TEXT_LENGTH = 40
#: Suffix of the field that holds the chosen reading, as currency and minor units.
_MEANT = "_meant"


class AmountInput(forms.TextInput):
    """A text input, with the possible readings of its text if there are several."""

    template_name = "django/forms/widgets/amount.html"

    def __init__(self, attrs: dict[str, Any] | None = None) -> None:
        usual = {"inputmode": "decimal", "autocomplete": "off"}
        super().__init__({**usual, **(attrs or {})})
        self._question = ""
        self._readings: list[dict[str, object]] = []

    def offer(self, error: AmountError, chosen_value: str) -> None:
        """Show the question which amount the typed text means, with a radio button per reading.

        :param chosen_value: the value of the reading that was chosen before, if any
        """
        self._question = money.question(error)
        self._readings = [
            {
                "value": _reading_value(error.currency, minor),
                "label": money.reading(minor, error.currency),
                "is_chosen": _reading_value(error.currency, minor) == chosen_value,
            }
            for minor in error.readings
        ]

    def get_context(self, name: str, value: Any, attrs: dict[str, Any] | None) -> dict[str, Any]:
        """Add the question, its possible readings, and the name of the field for the chosen one."""
        context: dict[str, Any] = super().get_context(name, value, attrs)
        context["widget"] |= {
            "question": self._question,
            "readings": self._readings,
            "meant": f"{name}{_MEANT}",
        }
        return context


class AmountField(forms.CharField):
    """Form field whose value is the typed text; `read_amount` converts it to an amount."""

    widget = AmountInput

    def __init__(self, **options: Any) -> None:
        super().__init__(max_length=TEXT_LENGTH, **options)


def read_amount(
    form: forms.Form, name: str, currency: str, *, max_minor: int = money.MAX_MINOR
) -> int:
    """Return the typed amount of a form's field in minor units, or raise a validation error.

    If the text can mean two amounts, that is an error until the user has chosen one of them in the
    form; the choice is used as long as text and currency stay the same.

    :param name: of an `AmountField` whose text is cleaned
    :raises ValidationError: it is not an amount, or a reading has to be chosen
    """
    try:
        return money.parse(form.cleaned_data[name], currency, max_minor=max_minor)
    except AmountError as error:
        if not error.readings:
            raise ValidationError(money.error_sentence(error), code=error.fault) from None
        return _chosen_reading(form, name, error)


def read_amount_above_zero(
    form: forms.Form, name: str, currency: str, *, max_minor: int = money.MAX_MINOR
) -> int:
    """Return the typed amount as `read_amount` does, but refuse zero like a negative amount.

    :raises ValidationError: it is not an amount above zero, or a reading has to be chosen
    """
    try:
        minor = read_amount(form, name, currency, max_minor=max_minor)
    except ValidationError as error:
        if error.code != AmountFault.NEGATIVE:
            raise
        minor = 0
    if not minor:
        raise ValidationError(_("Enter an amount above zero."))
    return minor


def _chosen_reading(form: forms.Form, name: str, error: AmountError) -> int:
    """Show the possible readings next to the field; return the chosen one, in minor units.

    :raises ValidationError: none was chosen, or it is too large
    """
    sent = str(form.data.get(form.add_prefix(name) + _MEANT, ""))
    widget = form.fields[name].widget
    assert isinstance(widget, AmountInput)
    widget.offer(error, sent)
    meant = next(
        (one for one in error.readings if _reading_value(error.currency, one) == sent), None
    )
    if meant is None:
        if error.fault == AmountFault.TWO_READINGS:
            raise ValidationError(_("This could mean two amounts. Choose the one you mean."))
        raise ValidationError(money.error_sentence(error))
    if meant > error.max_minor:
        too_large = AmountError(AmountFault.TOO_LARGE, error.currency, error.max_minor)
        raise ValidationError(money.error_sentence(too_large))
    return meant


def _reading_value(currency: str, minor: int) -> str:
    """Return the form value of a reading, such as "HKD:950000"."""
    return f"{currency}:{minor}"
