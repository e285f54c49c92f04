"""Amounts as people read them; the formatting itself is the library's."""

from decimal import Decimal

from babel import Locale
from babel.numbers import format_currency, get_currency_precision
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from games.common import numbers

#: The currencies offered for a stake: where the game is played, and where its players live.
CURRENCIES = (
    "HKD", "PHP", "GBP", "TWD", "CNY", "MOP", "SGD", "MYR", "IDR", "USD", "EUR", "CAD", "AUD",
)  # fmt: skip


def minor_digits(currency: str) -> int:
    """Return how many decimals the currency has: 2 for most, 0 for a few."""
    return int(get_currency_precision(currency))


def to_major(minor: int, currency: str) -> Decimal:
    """Return minor units (cents) as an amount of the currency; exact."""
    return Decimal(minor).scaleb(-minor_digits(currency))


def amount(minor: int, currency: str, *, sign: bool = False) -> str:
    """Return the amount in words of the reader's language; without a currency, in points.

    ``sign`` shows a plus before what was won.
    """
    if not currency:
        return points(minor, sign=sign)
    locale = numbers.locale()
    plain = str(Locale.parse(locale).currency_formats["standard"].pattern).split(";")[0]
    plus = "+" if sign and minor else ""
    pattern = f"{plus}{plain};−{plain}"
    return str(format_currency(to_major(minor, currency), currency, pattern, locale=locale))


def points(number: int, *, sign: bool = False) -> str:
    """Return "12 points", or with a sign "+1 point", "−3 points"."""
    shown = numbers.signed(number) if sign or number < 0 else numbers.unsigned(number)
    return ngettext("%(number)s point", "%(number)s points", abs(number)) % {"number": shown}


def stake(stake_minor: int, currency: str) -> str:
    """Return what a point is worth, for a table's label."""
    if not currency or not stake_minor:
        return _("For points")
    return _("%(amount)s a point") % {"amount": amount(stake_minor, currency)}
