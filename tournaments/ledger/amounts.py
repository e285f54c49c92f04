"""Amounts as people type them: in their language, without the currency's sign."""

from decimal import Decimal

from babel.numbers import NumberFormatError, format_decimal, parse_decimal
from django.utils.translation import gettext as _

from games.common import money, numbers

#: No amount has so many digits.
MOST_DIGITS = 15


class AmountError(ValueError):
    """What was typed is no amount of the currency; the message says why, in words."""


def typed(minor: int, currency: str) -> str:
    """Return the amount as the reader would type it; `parsed` is the inverse."""
    digits = money.minor_digits(currency)
    pattern = f"0.{'0' * digits}" if digits else "0"
    return str(format_decimal(money.to_major(minor, currency), pattern, numbers.locale()))


def parsed(text: str, currency: str) -> int:
    """Return what was typed, in minor units.

    :raises AmountError: it is no number, not above zero, or has too many decimals
    """
    try:
        found: Decimal = parse_decimal(text.strip(), locale=numbers.locale(), strict=True)
    except NumberFormatError:
        found = Decimal("NaN")
    if not found.is_finite():
        example = typed(1250, currency)
        raise AmountError(
            _("Give the amount as a number, such as %(example)s.") % {"example": example}
        )
    if found.adjusted() > MOST_DIGITS:
        raise AmountError(_("Nobody owes that much."))
    minor = found.scaleb(money.minor_digits(currency))
    if minor != minor.to_integral_value():
        raise AmountError(
            _("The smallest amount of this currency is %(amount)s.")
            % {"amount": money.amount(1, currency)}
        )
    if minor <= 0:
        raise AmountError(_("Give an amount above zero."))
    return int(minor)
