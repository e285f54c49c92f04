"""A form's field for an amount of money, which asks where what was typed can mean two amounts."""

from typing import Any

from django import forms
from django.core.exceptions import ValidationError
from django.utils.translation import gettext as _

from games.common import money
from games.common.money import AmountError, AmountFault

#: The longest text: the largest amount as the club writes it, with a currency's code and blanks.
TEXT_LENGTH = 40
#: Behind the name of the field: which reading was chosen, as the currency and minor units.
_MEANT = "_meant"


class AmountInput(forms.TextInput):
    """A text input, with the readings of its text to choose from where it has more than one."""

    template_name = "django/forms/widgets/amount.html"

    def __init__(self, attrs: dict[str, Any] | None = None) -> None:
        usual = {"inputmode": "decimal", "autocomplete": "off"}
        super().__init__({**usual, **(attrs or {})})
        self._question = ""
        self._readings: list[dict[str, object]] = []

    def offer(self, error: AmountError, chosen: str) -> None:
        """Show the readings of what was typed.

        :param chosen: the value of the one that was chosen before, if any
        """
        self._question = money.question(error)
        self._readings = [
            {
                "value": _value(error.currency, minor),
                "label": money.reading(minor, error.currency),
                "is_chosen": _value(error.currency, minor) == chosen,
            }
            for minor in error.readings
        ]

    def get_context(self, name: str, value: Any, attrs: dict[str, Any] | None) -> dict[str, Any]:
        context: dict[str, Any] = super().get_context(name, value, attrs)
        context["widget"] |= {
            "question": self._question,
            "readings": self._readings,
            "meant": f"{name}{_MEANT}",
        }
        return context


class AmountField(forms.CharField):
    """The text of an amount; `read_amount` makes minor units of it once the currency is known."""

    widget = AmountInput

    def __init__(self, **options: Any) -> None:
        super().__init__(max_length=TEXT_LENGTH, **options)


def read_amount(form: forms.Form, name: str, currency: str, *, most: int = money.MOST_MINOR) -> int:
    """Return what was typed into the field of a form, in minor units of the currency.

    Where it can mean two amounts, the form shows both beside what was typed, and the one that is
    chosen counts as long as the text and the currency stay.

    :param name: of an `AmountField` whose text is cleaned
    :raises ValidationError: it is no amount, or it has to be chosen which
    """
    try:
        return money.parse(form.cleaned_data[name], currency, most=most)
    except AmountError as error:
        if not error.readings:
            raise ValidationError(money.why(error)) from None
        return _chosen(form, name, error)


def _chosen(form: forms.Form, name: str, error: AmountError) -> int:
    """Return the reading that was chosen.

    :raises ValidationError: none was, or it is too much
    """
    sent = str(form.data.get(form.add_prefix(name) + _MEANT, ""))
    widget = form.fields[name].widget
    assert isinstance(widget, AmountInput)
    widget.offer(error, sent)
    meant = next((one for one in error.readings if _value(error.currency, one) == sent), None)
    if meant is None:
        if error.fault == AmountFault.TWO_READINGS:
            raise ValidationError(_("This could mean two amounts. Choose the one you mean."))
        raise ValidationError(money.why(error))
    if meant > error.most:
        too_large = AmountError(AmountFault.TOO_LARGE, error.currency, error.most)
        raise ValidationError(money.why(too_large))
    return meant


def _value(currency: str, minor: int) -> str:
    return f"{currency}:{minor}"
